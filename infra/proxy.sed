# Makes the recipe for hosts (infra/nginx.conf) that of the proxy's container: names in place of this machine.
# A variable makes nginx ask Docker's resolver again and again: a container that was made anew, or is one of several,
# has another address.
s|listen 80;|listen 8080;|
s|/var/log/nginx/urbanist.log|/dev/stdout|
s|proxy_pass http://127.0.0.1:8000;|set $urbanist_at frontend:8000; proxy_pass http://$urbanist_at;|
s|proxy_pass http://127.0.0.1:8001/;|set $urbanist_at live:8001; rewrite ^/live(/.*)$ $1 break; proxy_pass http://$urbanist_at;|
s|^    client_max_body_size|    resolver 127.0.0.11 valid=5s;\n&|

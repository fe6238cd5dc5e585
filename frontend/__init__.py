"""What people and foreign bots meet: pages, the public door, live sockets."""

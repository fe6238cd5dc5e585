#!/bin/sh
# Makes .venv from a lock file, with this project installed as editable; again only when something changed.
set -eu
lock=$1
here=$(pwd -P)

# A stamp holds what was installed (the project's file and the lock) and where: in a copied tree .venv points elsewhere.
to_run() { echo "$here"; cat pyproject.toml requirements.lock; }
to_develop() { to_run; cat requirements-dev.lock; }
if [ "$lock" = requirements.lock ]; then wanted=$(to_run); else wanted=$(to_develop); fi
stamp=.venv/installed-$lock
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then exit 0; fi

new_enough='import sys; sys.exit(sys.version_info < (3, 11))'
for python in python3 python3.14 python3.13 python3.12 python3.11 ""; do
    if [ -z "$python" ]; then
        echo "Urbanist needs Python 3.11 or newer: install it, so that python3 (or python3.11 …) starts it." >&2
        exit 1
    fi
    if "$python" -c "$new_enough" 2>/dev/null; then break; fi
done

if ! { [ -x .venv/bin/python ] && .venv/bin/python -c "$new_enough" && [ "$(cat .venv/where 2>/dev/null)" = "$here" ]; }; then
    rm -rf .venv
    if ! "$python" -m venv .venv 2>/dev/null; then
        rm -rf .venv
        echo "$python can't make virtual environments here: install its venv module (Debian and Ubuntu: apt-get install python3-venv) and run this again." >&2
        exit 1
    fi
    echo "$here" > .venv/where
fi

echo "Installing from $lock (the first time takes a minute or two) …" >&2
rm -f .venv/installed-*
export PIP_DISABLE_PIP_VERSION_CHECK=1
# Some libraries come as source alone. Without this, many a pip builds them in its old way, and warns that it will not for long.
.venv/bin/python -m pip install --quiet --use-pep517 --require-hashes --requirement "$lock"
.venv/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
if [ "$lock" = requirements-dev.lock ]; then to_develop > "$stamp"; fi
to_run > .venv/installed-requirements.lock  # the other lock includes all of this one, in the same versions

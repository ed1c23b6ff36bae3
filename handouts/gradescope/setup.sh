#!/usr/bin/env bash
# Gradescope runs this as root, once, while it builds the image: install the kit, and prove that it works.
#
# Source of the layout: Gradescope's documentation, "Autograder Specifications".
set -euo pipefail

root=${AUTOGRADER_ROOT:-/autograder}
export DEBIAN_FRONTEND=noninteractive

apt-get update -qq
if ! apt-cache show python3.12-venv > /dev/null 2>&1; then # Ubuntu 22.04 has 3.10 only
    apt-get install -y -qq software-properties-common
    add-apt-repository -y ppa:deadsnakes/ppa
    apt-get update -qq
fi
# bubblewrap may be refused in a container; setpriv, of util-linux, is what isolates there.
apt-get install -y -qq python3.12 python3.12-venv bubblewrap util-linux

# Not below /root: student code runs as another user, who must be able to read it.
python3.12 -m venv "$root/venv"
"$root/venv/bin/pip" install --quiet -e "$root/source"

# That user must not read the solution and the hidden checks.
chmod -R o-rwx "$root/source"

# An image that cannot isolate, or whose reference does not pass, must not grade anybody.
"$root/venv/bin/ttt" doctor
"$root/venv/bin/ttt" grade "$root/source/solution" --only win --only threads.ties --only mpi.ties \
    --fail-under 100 --results "$(mktemp -d)"

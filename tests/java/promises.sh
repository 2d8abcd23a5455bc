#!/bin/sh
# Everyday Java programs in every way to take calls and time-outs: contract 1, states that travel, and certificates of what holds.
# promises.sh BUILD SCRATCH N/M: with the programs of a build, every M-th from the N-th on.
set -eu
here=$(dirname "$0")
library=$1/waymark-library.jar
"$here/contract.py" --runner "$1/tests/contract_runner" --library "$library" --build "$2" --everyday "$3"
"$here/travel.py" --runner "$1/tests/travel_runner" --library "$library" --build "$2" --everyday "$3"
"$here/everyday.py" --waymark "$1/waymark" --build "$2" --share "$3" --certify

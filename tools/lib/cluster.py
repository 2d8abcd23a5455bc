"""Several processes of waymark under mpirun, on this machine: any number of them on any number of cores."""
import json
import os
import shutil
import sys

from . import processes
from .waymark import Answer

# As root mpirun wants to be asked twice; tests run wherever they are started.
os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT", "1")
os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
# By default mpirun shares a lock with the processes that it starts, and waits for ever if one was killed with it.
os.environ.setdefault("PMIX_MCA_gds", "hash")


def require():
    if shutil.which("mpirun") is None:
        sys.exit("mpirun is missing: install openmpi-bin (make packages)")


def started(ranks, *command):
    return ["mpirun", "-q", "-n", ranks, "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", *command]


def ask(ranks, waymark, command, *arguments, limit=None):
    """As waymark.ask(), by so many processes."""
    done = processes.run(started(ranks, waymark, command, "--json", "--cluster", *arguments), limit=limit)
    try:
        said = json.loads(done.out)
    except json.JSONDecodeError:
        said = {}
    return Answer(said, done)

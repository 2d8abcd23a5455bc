"""What the tools and the benchmarks share: running processes (processes), asking waymark (waymark), Spin's verifiers
(spin), the JDK (java), files that are whole or not there at all (files), tables and means (tables), and how much of a
random comparison has to have been one (comparing). House-keeping reads the sources: which are there (code), functions and
classes of C++ (cpp), what classes inherit (classes), what stands twice (copies), texts that are compared (literals), and
figures that may not get worse (ceilings)."""
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Seconds after which a command hangs. No test is one of speed: where others use a machine, too, all may take ten times as long.
HANGS = 600

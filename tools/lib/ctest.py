"""The tests of a build tree, as ctest lists them."""
import json
import subprocess


def entries(build, *options):
    """[{name, command, …}] of the tests that the options of ctest choose."""
    said = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", *options],
                          check=True, capture_output=True, text=True).stdout
    return json.loads(said)["tests"]

"""tools/trusted.py finds what the certifier includes, through headers and what implements them, and nothing else."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TRUSTED = pathlib.Path(__file__).resolve().parents[2] / "tools" / "trusted.py"

TABLE = """| to be trusted | for what |
| --- | --- |
| `certify/walk`, `script/reader`, `script/signature` | all |
| `cli/certify` | asking |
| `promela/`, `promela/reduce/`, `java/machine/`, `java/machine/reduction`, `java/library/` | programs |

| `not/this` | behind the table |
"""


class Trusted(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.root = pathlib.Path(home.name)
        self.write("docs/trust/soundness.md", TABLE)
        self.write("src/certify/walk.cpp", '#include "certify/walk.hpp"\n')
        self.write("src/certify/walk.hpp", '#include "script/reader.hpp"\n')
        self.write("src/script/reader.hpp", "#pragma once\n")
        self.write("src/script/reader.cpp", '#include "script/reader.hpp"\n\n\n')
        self.write("src/script/signature.hpp", "#pragma once\n")
        self.write("src/script/writer.hpp", '#include "script/reader.hpp"\n')
        self.write("src/script/writer.cpp", '#include "script/writer.hpp"\n')
        self.write("src/search/search.cpp", '#include "script/reader.hpp"\n')
        self.write("src/cli/certify.cpp", '#include "certify/walk.hpp"\n')
        self.write("src/promela/executor.cpp", '#include "promela/reduce/stubborn.hpp"\n')
        self.write("src/promela/reduce/stubborn.hpp", '#include "script/reader.hpp"\n')
        self.write("src/java/machine/vm.cpp", "\n")
        self.write("src/java/machine/reduction.cpp", "\n")
        self.write("src/java/library/waymark/Verify.java", "\n")
        for name in ("Checker", "Explorer", "Extract"):
            self.write(f"kernel/{name}.v", "\n")
        self.write("kernel/Machine.v", "Definition one := 1.\n\nLemma two :\n  one = one.\nProof.\n  reflexivity.\nQed.\n"
                                       "Lemma three : True.\nProof. exact I. Qed.\nTheorem four : True.\nProof. exact I. Qed.\n")
        self.write("kernel/waymark_kernel.ml", "open Extracted\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_tool(self, *options):
        return subprocess.run([sys.executable, "-B", TRUSTED, *options, self.root], capture_output=True, text=True)

    def faults(self):
        done = self.run_tool("--check")
        return [] if done.returncode == 0 else done.stdout.splitlines()

    def test_a_true_table_has_no_faults(self):
        self.assertEqual(self.faults(), [])

    def test_counts_the_lines_of_a_header_and_what_implements_it(self):
        lines = self.run_tool().stdout.splitlines()
        self.assertEqual(lines[0], "the certifier: 7 lines")
        self.assertIn("       4  script/reader", lines)

    def test_what_is_included_must_be_named(self):
        self.write("src/script/reader.hpp", '#include "base/bytes.hpp"\n')
        self.write("src/base/bytes.hpp", "#pragma once\n")
        self.assertEqual(self.faults(), [
            "docs/trust/soundness.md: the table of what is to be trusted does not name base/bytes"])

    def test_what_implements_a_header_under_another_name_is_found(self):
        self.write("src/script/blocks.cpp", '#include "script/reader.hpp"\n')
        self.assertEqual(self.faults(), [
            "docs/trust/soundness.md: the table of what is to be trusted does not name script/blocks"])

    def test_what_is_gone_must_not_be_named(self):
        (self.root / "src/promela/reduce/stubborn.hpp").unlink()
        self.assertEqual(self.faults(), [
            "docs/trust/soundness.md: the table of what is to be trusted names promela/reduce/, which is no part of it"])

    def test_counts_definitions_and_theorems_of_the_kernel_but_no_lemmas_and_proofs(self):
        self.assertIn("       3  kernel/Machine.v", self.run_tool().stdout.splitlines())

    def test_the_kernel_must_not_grow_beyond_its_bounds(self):
        self.write("kernel/waymark_kernel.ml", "\n" * 201)
        self.assertEqual(self.faults(), ["the verified kernel: OCaml: 201 lines, and there should be 200 at most"])


if __name__ == "__main__":
    unittest.main()

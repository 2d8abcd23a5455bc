"""tools/check_hashes.py finds hashes without a key in the models, and permissions that nothing needs any more."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_hashes  # noqa: E402


class Hashes(unittest.TestCase):
    def complaints(self, code, path="java/memory/fingerprint.cpp", permitted=None):
        return check_hashes.check({path: code}, permitted or {})

    def test_each_way_to_hash_is_found(self):
        for code in ("x = XXH3_64bits(text, 8);", "return std::hash<int>()(x);", "mix_words(words)", "containers::mix(a)",
                     "stir(hash, word)", "text_label(name)", "part.push_back(method.label)", "names.site_label(ref)",
                     "x * 0x9E3779B97F4A7C15u", "x *= 0xD6E8FEB86659FD93u", "crypto_shorthash(out, in, 8, key)"):
            found = self.complaints("int a;\n" + code + "\n")
            self.assertEqual(len(found), 1, code)
            self.assertIn("src/java/memory/fingerprint.cpp:2:", found[0])

    def test_comments_texts_and_other_words_are_no_hashes(self):
        for code in ("// XXH3_64bits(x)", "/* mix(x)\n stir(y) */", 'print("mix(x)")', "key_.hash(kind, bytes)", "labels.accepting", "mixed(x)"):
            self.assertEqual(self.complaints(code), [], code)

    def test_labels_are_javas_alone(self):
        self.assertEqual(self.complaints("state.label = 1;", "promela/program/automaton.cpp"), [])

    def test_what_is_permitted_is_so_in_that_file_alone_and_has_to_occur(self):
        permitted = {"java/memory/names.cpp": {"label": "an order"}}
        self.assertEqual(self.complaints("a.label < b.label", "java/memory/names.cpp", permitted), [])
        self.assertEqual(len(self.complaints("a.label", "java/memory/writer.cpp", permitted)), 2)
        self.assertEqual(len(self.complaints("int a;", "java/memory/names.cpp", permitted)), 1)


if __name__ == "__main__":
    unittest.main()

"""Print charsets.txt: the encodings of Python that agree with ASCII in the lower half.

A line has the names of an encoding, its own first, and behind a tab the 128
characters of the upper half in quotes, U+FFFD where there is none. One whose
characters take several bytes has none of them.
"""

import codecs
import encodings
import encodings.aliases
import pkgutil

TEXT = bytes(range(128))


def upper(name):
    """Return the upper half; empty for several bytes a character, None for no superset of ASCII."""
    info = codecs.lookup(name)
    if not info._is_text_encoding or info.name.startswith(("utf", "iso2022", "unicode", "raw", "idna", "punycode")):
        return None
    if TEXT.decode(name) != TEXT.decode("ascii"):
        return None
    if len((b"\xe0\xc0").decode(name, "replace")) != 2 or len(b"\xa1\xa1".decode(name, "replace")) != 2:
        return ""
    if len("".join(bytes([b]).decode(name, "ignore") for b in range(128, 256))) == 0 and name != "ascii":
        return ""
    return "".join(bytes([b]).decode(name, "replace") for b in range(128, 256))


def quoted(text):
    """Return a text as Go reads it."""
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text) + '"'


def main():
    by_name = {}
    for alias, name in encodings.aliases.aliases.items():
        by_name.setdefault(name, []).append(alias)
    skipped = {"aliases", "undefined", "mbcs", "oem", "charmap", "utf_8", "utf_8_sig"}
    for module in sorted(m.name for m in pkgutil.iter_modules(encodings.__path__)):
        if module in skipped or module.startswith("_win"):
            continue
        try:
            half = upper(module)
        except (LookupError, UnicodeError, AssertionError, AttributeError):
            continue
        if half is not None:
            print(",".join([module, *sorted(by_name.get(module, []))]), quoted(half), sep="\t")


main()

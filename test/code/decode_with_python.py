"""What CPython makes of single bytes in each of its text encodings, as JSON: {name or alias: bytes and letters}.

The letters are those of the bytes 80 to FF; a byte that is no letter gives U+FFFD. Encodings of more than one byte a
letter are given the two bytes of a letter that all of them have: the result is its one letter. Names that source files
cannot declare (UTF-16, transformations of bytes) are left out.
"""

import codecs
import json
from encodings.aliases import aliases

# The kanji for "one", which every one of these encodings has; hangul for the Korean one.
WIDE = {
    "big5": "一", "big5hkscs": "一", "cp950": "一", "gb2312": "一", "gbk": "一", "gb18030": "一",
    "euc_jp": "一", "shift_jis": "一", "cp932": "一", "iso2022_jp": "一", "euc_kr": "가", "cp949": "가",
}  # fmt: skip
NOT_IN_SOURCES = {"idna", "punycode", "raw_unicode_escape", "unicode_escape", "mbcs", "oem", "undefined"}


def letters(name):
    if name in WIDE:
        return {"bytes": list(WIDE[name].encode(name)), "text": WIDE[name]}
    high = range(0x80, 0x100)
    return {"bytes": list(high), "text": "".join(bytes([b]).decode(name, "replace") for b in high)}


answers = {}
for alias, target in [*aliases.items(), *((name, name) for name in set(aliases.values()))]:
    try:
        info = codecs.lookup(target)
    except LookupError:
        continue
    if info._is_text_encoding and target not in NOT_IN_SOURCES and not target.startswith("utf"):
        answers[alias] = letters(target)
print(json.dumps(answers))

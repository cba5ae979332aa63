"""Reads pairs of texts as JSON and prints difflib's ratio of each, as JSON."""
import difflib
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    pairs = json.load(file)
print(json.dumps([difflib.SequenceMatcher(None, a, b).ratio() for a, b in pairs]))

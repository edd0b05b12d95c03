#!/usr/bin/env python3
"""Every word of a score sheet (src/rules/words.c) stands in the help of 'referee'."""
import os, pathlib, re, subprocess, sys

root = pathlib.Path(__file__).resolve().parent.parent.parent
source = (root / "src/rules/words.c").read_text(encoding="utf-8")
answer = subprocess.run([os.environ["TABLECERT"], "referee", "--help"], check=True, capture_output=True, text=True)
said = set(re.findall(r"[a-z0-9-]+", answer.stdout.split("\noptions:")[0]))
events = re.findall(r"\[EVENT_\w+\] = \{\"([a-z-]+)\"", source)
words = re.findall(r"\[(?:FAULT|CHOICE|WARNING|DISTURB|GROUP|CUE|POCKET)_\w+\] = \"([a-z0-9-]+)\"", source)
if len(events) < 20 or len(words) < 40:
    sys.exit(f"too few words found in words.c: {len(events)} events, {len(words)} others")
missing = sorted(set(events + words) - said)
if missing:
    sys.exit("not in 'tablecert referee --help': " + ", ".join(missing))

#!/usr/bin/env python3
"""Every recorded session of tests/captures is replayed: what is understood must be what its = lines say."""
import os, pathlib, subprocess, tempfile

root = pathlib.Path(__file__).resolve().parents[2]
program = os.environ.get("TABLECERT", str(root / "build" / "tablecert"))


def header(text, key):
    return [line.split(": ", 1)[1] for line in text.splitlines() if line.startswith("# %s: " % key)]


def understood(text):
    return [line for line in text.splitlines() if line.startswith("=")]


def replayed(path, text, again):
    words = [program, "read", "--driver", header(text, "driver")[0], "--port", "replay:%s" % path, "--record", again]
    for option in ("unit", "prefix"):
        words += ["--" + option, header(text, option)[0]] if header(text, option) else []
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode not in (0, 3):
        raise SystemExit("%s: exit %d: %s" % (path, run.returncode, run.stderr))
    return understood(pathlib.Path(again).read_text())


paths = sorted((root / "tests" / "captures").glob("*.capture"))
failed = 0
with tempfile.TemporaryDirectory() as folder:
    for path in paths:
        text = path.read_text()
        want, got = understood(text), replayed(path, text, os.path.join(folder, "again"))
        if got != want or not want:
            failed += 1
            print("FAILED %s\n  want %s\n  got  %s" % (path.name, want, got))
print("%d passed, %d failed" % (len(paths) - failed, failed))
raise SystemExit(1 if failed or not paths else 0)

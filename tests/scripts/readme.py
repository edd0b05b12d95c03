#!/usr/bin/env python3
"""README.md is true: every command of its ```console blocks is run, in order, in one folder, and must print what
README shows. A line that is only an ellipsis (…) stands for any lines. `make …`, `man …` and commands that need an
instrument (blocks marked ```text) are not run here."""
import os, pathlib, re, subprocess, sys, tempfile

root = pathlib.Path(__file__).resolve().parents[2]
build = os.environ["BUILD"]
blocks = re.findall(r"^```console\n(.*?)^```$", (root / "README.md").read_text(encoding="utf-8"), re.S | re.M)
bad = run = 0

def steps(block):
    """(command, expected lines); a command that ends in a here-document goes on to its END line."""
    lines, at = block.splitlines(), 0
    while at < len(lines):
        assert lines[at].startswith("$ "), lines[at]
        command = [lines[at][2:]]
        at += 1
        if "<<" in command[0]:
            while command[-1] != "END":
                command.append(lines[at]); at += 1
        expected = []
        while at < len(lines) and not lines[at].startswith("$ "):
            expected.append(lines[at]); at += 1
        yield "\n".join(command), expected

def matches(expected, got):
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line.rstrip()) + r"\s*\n" for line in expected)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in got)) is not None

with tempfile.TemporaryDirectory() as folder:
    for name in ("reports", "profiles", "tests"):
        os.symlink(root / name, pathlib.Path(folder, name))
    env = dict(os.environ, PATH=build + ":" + os.environ["PATH"], HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder,
               TZ="Europe/Bratislava", LC_ALL="C.UTF-8", SOURCE_DATE_EPOCH="1796032800")
    for block in blocks:
        for command, expected in steps(block):
            if command.split()[0] in ("make", "man", "sudo", "git", "cd"):
                continue
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
            got = done.stdout.decode("utf-8", "replace").splitlines()
            run += 1
            if not matches(expected, got):
                bad += 1
                print(f"README.md: $ {command}\n--- README\n" + "\n".join(expected) + "\n--- printed\n" + "\n".join(got))
if run < 8:
    sys.exit("README.md: hardly any commands were found")
sys.exit(1 if bad else 0)

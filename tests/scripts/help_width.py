#!/usr/bin/env python3
"""The help of every command fits a terminal: no line is longer than 115 characters."""
import os, re, subprocess, sys

def answer(*arguments):
    return subprocess.run([os.environ["TABLECERT"], *arguments], check=True, capture_output=True, text=True).stdout

commands = re.findall(r"^  ([a-z]+)  ", answer("--help"), re.M)
if len(commands) < 10:
    sys.exit(f"too few commands in --help: {commands}")
long = [f"{name}: {line}" for name in commands for line in answer(name, "--help").splitlines() if len(line) > 115]
if long:
    sys.exit("too long:\n" + "\n".join(long))

#!/usr/bin/env python3
"""Every allocation, write, fsync, rename, close, open and read of a command fails in turn, the first, the second, until
none is left: the command says so and exits 4, or it did not matter and all is as without the fault; it never dies by a
signal, never calls it bad input, and never leaves a half-written or temporary file.

usage: faults.py [all]   all: every call; else beyond the first 60 of a kind only some, to stay quick"""
import os, pathlib, shutil, subprocess, sys, tempfile

root = pathlib.Path(__file__).resolve().parents[2]
build = pathlib.Path(os.environ.get("BUILD", root / "build")).resolve()
tablecert = str(build / "tablecert")
everything = "all" in sys.argv[1:]
KINDS = ["malloc", "open", "read", "write", "fsync", "rename", "close"]
READINGS = "item,point,value,unit\nbed.length,left,2840,mm\nbed.length,right,2841,mm\nbed.width,top,1420,mm\nbed.width,bottom,1420,mm\n"
SHEET = "shot,player,event,ball,to\n1,A,strike,white,\n1,,contact,white,red\n1,,contact,white,yellow\n2,A,strike,white,\n"
COMMANDS = [
    ("check", ["check", "-p", "carom-umb-284", "-f", "json", "-o", "out.json", "readings.csv"], ["out.json"]),
    ("certify", ["certify", "--measured", "2026-09-20", "-p", "carom-umb-284", "--register", "register.db", "-o", "T1.pdf", "readings.csv"], ["T1.pdf", "T1.json"]),
    ("layout", ["layout", "47/2", "--profile", "carom-sk-284", "-o", "plan.pdf"], ["plan.pdf"]),
    ("layout, svg", ["layout", "47/2", "--profile", "carom-sk-284", "-o", "plan.svg"], ["plan.svg"]),
    ("referee", ["referee", "--game", "free", "-f", "json", "sheet.csv"], []),
]


def make_library(folder):
    library = folder / "fail.so"
    subprocess.run([os.environ.get("CC", "gcc").split()[-1], "-shared", "-fPIC", "-O1", "-w", "-o", str(library),
                    str(root / "tests/faults/fail.c"), "-ldl"], check=True)
    return library


def fresh(folder, files):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "readings.csv").write_text(READINGS)
    (folder / "sheet.csv").write_text(SHEET)
    for file in files:
        (folder / file).write_text("an earlier file\n")


def run(folder, argv, library=None, kind="", at=0):
    environment = dict(os.environ, HOME=str(folder), XDG_CONFIG_HOME=str(folder), SOURCE_DATE_EPOCH="1790000000",
                       FAULT_CALL=kind, FAULT_AT=str(at), FAULT_MARK=str(folder) + ".mark", ASAN_OPTIONS="verify_asan_link_order=0")
    if library:
        environment["LD_PRELOAD"] = str(library)
    return subprocess.run([tablecert, *argv], cwd=folder, env=environment, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)


def complaint(folder, files, good, wanted, done):
    """What is wrong with a run in which something failed; '' when nothing is."""
    said = done.stderr.decode(errors="replace")
    if done.returncode not in (good.returncode, 4):
        return f"exit {done.returncode}"
    if done.returncode == 4 and "error" not in said:
        return "exit 4 without a word"
    if done.returncode != 4 and done.stdout != good.stdout:
        return "another result without exit 4"
    left = [p.name for p in folder.iterdir() if ".tmp" in p.name]
    if left:
        return f"left behind: {left}"
    for file in files:
        have = (folder / file).read_bytes() if (folder / file).exists() else None
        if have not in (b"an earlier file\n", wanted[file]):
            return f"{file} is neither the earlier nor the new one"
        if done.returncode != 4 and have != wanted[file]:
            return f"{file} was not written"
    return ""


def steps():
    """1, 2, 3 …; after 60 in growing steps unless everything is wanted."""
    at = 1
    while True:
        yield at
        at += 1 if everything or at < 60 else max(1, at // 15)


def main():
    if "asan" in build.name:
        print("skipped: the sanitizers have allocators of their own")
        return 0
    bad = runs = 0
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="tablecert-faults-"))
    folder, mark = scratch / "work", pathlib.Path(str(scratch / "work") + ".mark")
    library = make_library(scratch)
    for name, argv, files in COMMANDS:
        fresh(folder, files)
        good = run(folder, argv)
        if good.returncode not in (0, 1, 3):
            print(f"{name}: exit {good.returncode} without any fault\n{good.stderr.decode()}")
            return 1
        wanted = {file: (folder / file).read_bytes() if (folder / file).exists() else b"an earlier file\n" for file in files}
        for kind in KINDS:
            for at in steps():
                fresh(folder, files)
                mark.unlink(missing_ok=True)
                done = run(folder, argv, library, kind, at)
                if not mark.exists():
                    break
                runs += 1
                why = complaint(folder, files, good, wanted, done)
                if why:
                    bad += 1
                    print(f"{name}: {kind} {at}: {why}\n  {done.stderr.decode(errors='replace').strip()[:300]}")
    shutil.rmtree(scratch, ignore_errors=True)
    print(f"{runs} faults, {bad} badly taken")
    return 1 if bad or not runs else 0


sys.exit(main())

#!/usr/bin/env python3
"""How good `instruments probe --shows` is: over the frame files of instruments that send lines of text, with no driver's help.
A person reads the display once for each layout that the file holds (all its good values are shown). A file counts when the
proposal reads every good line of it, with its value, and none of the bad.

usage: propose_frames.py [-v]     prints a line a file, the figure last; exit 1 below 90 %"""
import collections, json, os, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("TABLECERT", str(ROOT.parent / "build" / "tablecert"))


def families():
    """file → [(bytes, [values shown])]; text lines only"""
    found = collections.OrderedDict()
    for path in sorted((ROOT / "captures" / "frames").glob("*.txt")):
        lines = []
        for line in open(path, encoding="utf-8"):
            if line.startswith("#") or not line.strip():
                continue
            driver, hexes, report, meaning = line.rstrip("\n").split("\t")[:4]
            data = bytes.fromhex(hexes)
            values = re.findall(r"(?:^|; )(-?[\d.]+) ([^\s?]+) (?:stable|unstable|not stated) (?:ok|unstable)", report)
            if all(32 <= b < 127 or b in b"\r\n" for b in data) or values:
                lines.append((data, values[0] if values else None, meaning.startswith("may")))
        text = all(all(32 <= b < 127 or b in b"\r\n" for b in d) for d, g, m in lines if g)
        ended = all(d.endswith((b"\r\n", b"\r", b"\n")) for d, g, m in lines if g)
        if any(g for d, g, m in lines) and text and ended and path.stem != "line":
            found[path.stem] = lines
    return found


def read_back(description, data, folder):
    path = os.path.join(folder, "bytes")
    open(path, "wb").write(data)
    run = subprocess.run([PROGRAM, "read", "--driver", description, "--port", "replay:" + path, "-f", "jsonl"], capture_output=True, text=True)
    return [(j["value"], j["unit"]) for j in map(json.loads, run.stdout.splitlines()) if j["state"] in ("ok", "unstable") and j["value"]]


def try_family(lines, folder, verbose):
    raw, description = os.path.join(folder, "raw"), os.path.join(folder, "proposed.yaml")
    open(raw, "wb").write(b"".join(d for d, g, m in lines))
    shows = [w for v in dict.fromkeys(g for d, g, m in lines if g) for w in ("--shows", " ".join(v))][:128]
    run = subprocess.run([PROGRAM, "instruments", "probe", "--port", "replay:" + raw, *shows], capture_output=True, text=True)
    if run.returncode:
        return 0, sum(1 for d, g, m in lines if g), 0, [run.stderr.strip()]
    open(description, "w").write(run.stdout)
    read = wrong = good = 0
    notes = []
    for data, want, may in lines:
        got = read_back(description, data, folder)
        good += want is not None
        if want and [v[0] for v in got] == [want[0]]:
            read += 1
        elif want or (got and not may):
            wrong += bool(got)
            notes.append("%r: want %s, got %s" % (data, want, got))
    return read, good, wrong, notes


def main():
    whole = 0
    found = families()
    for name, lines in found.items():
        with tempfile.TemporaryDirectory() as folder:
            read, good, wrong, notes = try_family(lines, folder, "-v" in sys.argv)
        whole += read == good and not wrong
        print("%-24s %3d of %3d good lines read, %d wrong" % (name, read, good, wrong))
        if "-v" in sys.argv:
            print("\n".join("    " + n for n in notes[:8]))
    print("%d of %d files, %d %%" % (whole, len(found), 100 * whole // len(found)))
    return 0 if 10 * whole >= 9 * len(found) else 1


if __name__ == "__main__":
    sys.exit(main())

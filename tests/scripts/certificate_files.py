#!/usr/bin/env python3
"""What becomes of the files of certify when the machine is in the way: a file size limit at every size, a kill at any
time, a full or closed standard output, no room, a folder that takes no files. The old PDF and JSON stay as they were,
or both new ones are whole; nothing else is left (but by a kill). Environment: TABLECERT."""
import os, random, resource, signal, subprocess, sys, tempfile, time

TABLECERT = os.environ["TABLECERT"]
failures = []
PROFILE = """profile: tiny
title: {en: Tiny}
requirements:
  - {id: rail.height, title: {en: Height}, quantity: length, unit: cm, lower: "79", upper: "80", statistic: each, severity: required, points: 1, clause: "test.1"}
"""
ENV = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1790000000", "TZ": "UTC", "HOME": "/nonexistent"}


def check(ok, text):
    if not ok:
        failures.append(text)


def content(name):
    with open(name, "rb") as f:
        return f.read()


def certify(*more, **how):
    return subprocess.run([TABLECERT, "certify", "-q", "--measured", "2026-09-20", "-p", "tiny.yaml", "m.csv", *more], env=ENV, capture_output=True, timeout=60, **how)


def fresh():
    """The old pair, and the readings."""
    for name in os.listdir("."):
        os.unlink(name)
    for name, text in (("tiny.yaml", PROFILE), ("m.csv", "table;item;point;value;unit\nS;rail.height;NE;79,5;cm\n"),
                       ("T1.pdf", "the old certificate"), ("T1.json", "the old twin")):
        with open(name, "w") as f:
            f.write(text)


def names():
    return sorted(os.listdir("."))


def old_or_new(what, new):
    pair = (content("T1.pdf"), content("T1.json"))
    old = (b"the old certificate", b"the old twin")
    check(pair in (old, new), f"{what}: neither the old pair nor the new one")
    return pair == new


def limited(size):
    def set_limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return set_limit


def size_limits(new):
    sizes = [0, 1, 300, 512, 4096, len(new[1]) - 1, len(new[1]), 20000, len(new[0]) - 1]
    for size in sizes:
        fresh()
        done = certify("-o", "T1.pdf", preexec_fn=limited(size))
        check(done.returncode == 4, f"limit {size}: exit {done.returncode}")
        check(b"error" in done.stderr, f"limit {size}: nothing said")
        check(not old_or_new(f"limit {size}", new), f"limit {size}: written?")
        check(names() == ["T1.json", "T1.pdf", "m.csv", "tiny.yaml"], f"limit {size}: left {names()}")
    fresh()
    check(certify("-o", "T1.pdf", preexec_fn=limited(len(new[0]))).returncode == 0 and old_or_new("enough", new), "the exact size is too little")


def kills(new):
    """SIGKILL and SIGTERM at random times: a half-written file never has the name."""
    random.seed(1)
    written = 0
    for i in range(60):
        fresh()
        child = subprocess.Popen([TABLECERT, "certify", "-q", "--measured", "2026-09-20", "-p", "tiny.yaml", "m.csv", "-o", "T1.pdf"], env=ENV, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0, 0.06))
        child.send_signal(signal.SIGTERM if i % 2 else signal.SIGKILL)
        child.wait()
        for name, old, fresh_one in (("T1.pdf", b"the old certificate", new[0]), ("T1.json", b"the old twin", new[1])):
            check(content(name) in (old, fresh_one), f"kill {i}: {name} is half-written")
        written += content("T1.pdf") == new[0]
        if i % 2:
            check(not [n for n in names() if n.endswith(".tmp")], f"SIGTERM {i}: left {names()}")
    return written


def outputs():
    fresh()
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TABLECERT, "certify", "--measured", "2026-09-20", "-p", "tiny.yaml", "m.csv", "-o", "-"], env=ENV, stdout=full, stderr=subprocess.PIPE, timeout=60)
    check(done.returncode == 4, f"/dev/full: exit {done.returncode}")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([TABLECERT, "certify", "--measured", "2026-09-20", "-p", "tiny.yaml", "m.csv", "-o", "-"], env=ENV, stdout=writing, stderr=subprocess.PIPE, timeout=60)
    check(done.returncode == 4, f"broken pipe: exit {done.returncode}")
    os.close(writing)
    for target in ("/dev/full", "/sys/T1.pdf", "none/T1.pdf", "m.csv/T1.pdf", "."):
        before = content("m.csv")
        done = certify("-o", target)
        check(done.returncode == 4 and target.removesuffix(".pdf").encode() in done.stderr, f"{target}: exit {done.returncode}, {done.stderr}")
        check(content("m.csv") == before and names() == ["T1.json", "T1.pdf", "m.csv", "tiny.yaml"], f"{target}: left {names()}")


def small_disk(new):
    """A disk of 64 KiB with a file on it, where mounting is allowed."""
    with tempfile.TemporaryDirectory() as disk:
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True).returncode:
            return
        try:
            with open(os.path.join(disk, "filler"), "wb") as f:
                f.write(b"x" * 40000)
            target = os.path.join(disk, "T1.pdf")
            done = certify("-o", target)
            check(done.returncode == 4 and b"No space" in done.stderr, f"full disk: exit {done.returncode}, {done.stderr}")
            check(os.listdir(disk) == ["filler"], f"full disk: left {os.listdir(disk)}")
        finally:
            subprocess.run(["umount", disk])


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        fresh()
        check(certify("-o", "T1.pdf").returncode == 0, "the plain run fails")
        new = (content("T1.pdf"), content("T1.json"))
        size_limits(new)
        kills(new)
        outputs()
        fresh()
        small_disk(new)
        os.chdir("/")
    print("\n".join(failures))
    return 1 if failures else 0


sys.exit(main())

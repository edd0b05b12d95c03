#!/usr/bin/env python3
"""The guided session: scripted, on a terminal, with instruments, killed, torn, resumed."""
import csv, io, json, os, pty, random, select, signal, subprocess, termios, threading, time
from instrument import Answering, Instrument, PROGRAM, Program, SLOW, equal, run_all

PROFILE = """profile: little
title: {en: Little}
document: {title: Little, edition: "1", issuer: tests}
requirements:
  - {id: bed.length, title: {en: Length}, quantity: length, unit: cm, lower: "283.5", upper: "284.5", statistic: each,
     severity: required, points: 2, clause: c.1, source: tests}
  - {id: ball.mass, title: {en: Mass}, quantity: mass, unit: g, lower: "205", upper: "220", statistic: each,
     severity: required, points: "white, yellow, red", clause: c.2, source: tests}
  - {id: light.bed, title: {en: Light}, quantity: illuminance, unit: lx, lower: "520", statistic: each,
     severity: required, points: "grid 2x2", clause: c.3, source: tests}
  - {id: cushion.fixed, title: {en: Cushions fixed}, statistic: attest, severity: required, clause: c.4, source: tests}
"""
COLUMNS = "table,item,point,value,unit,instrument,note,state,time"
SCRIPT = ["284.10", "284.2 cm", "208.1", "208.2", "208.3", "531", "532", "533", "534", "yes"]
POINTS = [("bed.length", "left"), ("bed.length", "right"), ("ball.mass", "white"), ("ball.mass", "yellow"),
          ("ball.mass", "red"), ("light.bed", "grid 1.1"), ("light.bed", "grid 1.2"), ("light.bed", "grid 2.2"),
          ("light.bed", "grid 2.1"), ("cushion.fixed", "")]
VALUES = ["284.10", "284.2", "208.1", "208.2", "208.3", "531", "532", "533", "534", "yes"]


class Session:
    def __init__(self, folder, instruments=None):
        self.folder, self.file = folder, os.path.join(folder, "T1.csv")
        self.profile = os.path.join(folder, "little.yaml")
        open(self.profile, "w").write(PROFILE)
        self.words = ["measure", "-p", self.profile, "-t", "T1", "-o", self.file]
        if instruments:
            path = os.path.join(folder, "instruments.yaml")
            open(path, "w").write("instruments:\n" + "".join("  - %s\n" % i for i in instruments))
            self.words += ["-i", path]

    def script(self, lines, *more):
        run = subprocess.run([PROGRAM, *self.words, *more], input="".join(l + "\n" for l in lines), text=True,
                             capture_output=True, timeout=60)
        return run.returncode, run.stdout, run.stderr

    def start(self, *more):
        return Program(*self.words, *more, stdin=subprocess.PIPE)

    def rows(self):
        text = open(self.file, newline="").read()
        assert text.startswith(COLUMNS + "\n") and text.endswith("\n"), text
        return list(csv.DictReader(io.StringIO(text)))

    def values(self):
        return [r["value"] for r in self.rows()]


def say(program, line):
    program.process.stdin.write(line.encode() + b"\n")
    program.process.stdin.flush()


def wait_for(condition, seconds=5 * SLOW, what="it did not happen"):
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(what)
        time.sleep(0.02)


def count(session):
    try:
        return max(0, open(session.file).read().count("\n") - 1)
    except OSError:
        return 0


def whole_script(folder):
    s = Session(folder)
    status, out, err = s.script(SCRIPT)
    equal(status, 0, out + err)
    rows = s.rows()
    equal([(r["item"], r["point"]) for r in rows], POINTS)
    equal([r["value"] for r in rows], VALUES)
    equal({r["table"] for r in rows}, {"T1"})
    times = [r["time"] for r in rows]
    equal(times, sorted(set(times)), "times rise strictly")
    assert all(len(t) == len("2026-11-30T10:15:00.250Z") and t.endswith("Z") for t in times), times


def straight_into_check(folder):
    """What measure wrote, check reads as it is: the same verdict, no reading lost, equal repeats not merged."""
    s = Session(folder, ['{id: tape, uncertainty: "0.5 mm", quantity: length, date: 2020-01-01, due: 2099-12-31}'])
    lines = [v for v in SCRIPT[:-1] for _ in range(3)] + ["yes"]
    status, out, err = s.script(lines, "--repeat", "3")
    equal(status, 0, out + err)
    run = subprocess.run([PROGRAM, "check", "-p", s.profile, "-i", folder + "/instruments.yaml", "-f", "json", s.file],
                         capture_output=True, text=True)
    equal((run.returncode, run.stderr), (0, ""))
    table = json.loads(run.stdout)["tables"][0]
    equal((table["table"], table["verdict"]), ("T1", "pass"))
    equal([r["readings"] for r in table["requirements"]], [6, 9, 12, 1])
    equal(s.rows()[0]["instrument"], "tape")
    lines[0] = "286"
    os.unlink(s.file)
    status, out, err = s.script(lines, "--repeat", "3")
    run = subprocess.run([PROGRAM, "check", "-p", s.profile, "-i", folder + "/instruments.yaml", s.file], capture_output=True, text=True)
    equal(run.returncode, 1, run.stdout)
    assert "FAIL" in out, out


def consequences(folder):
    """What follows from an item is judged as well: the range of the masses."""
    s = Session(folder)
    text = PROFILE.replace("  - {id: light.bed", """  - {id: ball.mass.range, title: {en: Range of the masses}, quantity: mass, unit: g, upper: "2", of: ball.mass,
     statistic: range, severity: required, clause: c.5, source: tests}
  - {id: light.bed""")
    open(s.profile, "w").write(text)
    status, out, err = s.script(["s", "s", "208.1", "209.1", "210.2", "q"])
    assert "210.2 g  pass\n  Range of the masses: 2.100 g  FAIL" in out and out.count("Range of") == 1, out


def fixed_clock(folder):
    """Times rise by a millisecond even where the clock stands still or was set back."""
    s = Session(folder)
    env = dict(os.environ, SOURCE_DATE_EPOCH="1000000000")
    subprocess.run([PROGRAM, *s.words], input="\n".join(SCRIPT[:3]) + "\n", text=True, env=env, capture_output=True)
    equal([r["time"][17:] for r in s.rows()], ["40.000Z", "40.001Z", "40.002Z"])


def live_verdict(folder):
    s = Session(folder)
    status, out, err = s.script(["284.5", "284.51", "q"])
    equal(status, 3, err)
    assert "284.5 cm  pass" in out and "284.51 cm  FAIL" in out, out
    assert "limit: 283.5 to 284.5 cm" in out and "limit: at least" not in out, out


def repeats_judge_the_mean(folder):
    s = Session(folder)
    status, out, err = s.script(["284.4", "284.8", "284.3", "q"], "--repeat", "3")
    equal(s.values(), ["284.4", "284.8", "284.3"])
    verdicts = [l.split()[-1] for l in out.splitlines() if l.startswith("  284")]
    equal(verdicts, ["pass", "FAIL", "pass"], out)


def keys_as_lines(folder):
    """b back, r again, s skip, n note, q leave; a new reading replaces the one it was gone back to."""
    s = Session(folder)
    status, out, err = s.script(["284.1", "b", "284.3", "n chalk, \"new\"", "284.2", "208.1", "r", "208.9", "s", "n", "cold hall",
                                 "208.3", "b", "b", "208.2", "q"])
    equal(status, 3, out + err)
    got = {(r["item"], r["point"]): (r["value"], r["note"]) for r in s.rows()}
    equal(got, {("bed.length", "left"): ("284.3", ""), ("bed.length", "right"): ("284.2", 'chalk, "new"'),
                ("ball.mass", "white"): ("208.9", ""), ("ball.mass", "yellow"): ("208.2", ""),
                ("ball.mass", "red"): ("208.3", "cold hall")})
    times = [r["time"] for r in s.rows()]
    equal(times, sorted(set(times)))


def typed(folder):
    """Point and comma, units, fractions; what can be read in two ways or not at all is refused and asked again."""
    s = Session(folder)
    status, out, err = s.script(["1,234", "abc", "284,1 kg", "--5", "1 2", "284,15", "2,842 m", "q"])
    equal([(r["value"], r["unit"]) for r in s.rows()], [("284.15", "cm")], out)
    status, out, err = s.script(["2.842 m", "7 1/4 oz", "maybe", "q"], "--resume")
    equal([(r["value"], r["unit"]) for r in s.rows()][1:], [("2.842", "m"), ("7 1/4 oz", "")], out)
    status, out, err = s.script(["s", "s", "s", "s", "s", "s", "yes"], "--resume")
    equal([(r["value"], r["unit"]) for r in s.rows()][1:3], [("2.842", "m"), ("7 1/4 oz", "")], out)
    assert "7.25 oz" not in out, out


def questions(folder):
    s = Session(folder)
    for word, answer in (("áno", "yes"), ("n", "no"), ("Y", "yes"), ("nie", "no")):
        if os.path.exists(s.file):
            os.unlink(s.file)
        status, out, err = s.script(["s"] * 9 + ["perhaps", "N said so", word])
        equal([(r["value"], r["unit"], r["note"]) for r in s.rows()], [(answer, "", "said so")], out)
        equal(status, 3)


def refuses_to_overwrite(folder):
    s = Session(folder)
    s.script(SCRIPT[:2])
    before = open(s.file).read()
    status, out, err = s.script(SCRIPT)
    equal((status, open(s.file).read()), (2, before), err)
    assert "--resume" in err, err


def resumed(folder):
    s = Session(folder)
    equal(s.script(SCRIPT[:4])[0], 3)
    status, out, err = s.script(SCRIPT[4:], "--resume")
    equal((status, s.values()), (0, VALUES), out + err)
    status, out, err = s.script([], "--resume")
    equal((status, s.values()), (0, VALUES), "nothing left to do")


def torn_tail(folder):
    """Twelve good ones and half a thirteenth; a whole row without its line end; half a letter; NULs (A26)."""
    s = Session(folder)
    s.script(SCRIPT[:4])
    good = open(s.file, "rb").read()
    for tail, kept in ((b"T1,ball.mass,yel", 0), (b"T1,ball.mass,red,208.3,g,,,ok,2036-11-30T10:15:00.250Z", 1),
                       (b"T1,ball.mass,red,208.3,g,,,ok,2036-11-30T10:15:00.250", 0), (b"T1,ball.mass,red,208,g,,\xc3", 0),
                       (b"\0" * 300, 0)):
        for left in (s.file, s.file + ".torn"):
            if os.path.exists(left):
                os.unlink(left)
        open(s.file, "wb").write(good + tail)
        status, out, err = s.script([SCRIPT[4]] if not kept else [SCRIPT[5]], "--resume")
        equal(status, 3, err)
        rows = open(s.file, "rb").read()
        assert rows.startswith(good) and rows.count(b"\n") == good.count(b"\n") + kept + 1, rows
        equal(os.path.exists(s.file + ".torn"), not kept, repr(tail))
        if not kept:
            equal(open(s.file + ".torn", "rb").read(), tail + b"\n")
            assert "T1.csv:6:1: warning" in err, err
    os.unlink(s.file)
    open(s.file, "w").write(COLUMNS[:20])
    equal(s.script(SCRIPT, "--resume")[0], 0, "torn in the header")
    equal(s.values(), VALUES)


def damage_before_the_end(folder):
    s = Session(folder)
    s.script(SCRIPT[:4])
    good = open(s.file, "rb").read()
    lines = good.splitlines(True)
    for bad, line in ((lines[0] + b"\0" * 30 + b"".join(lines[1:]), 2), (b"".join(lines[:3]) + b"junk\n" + lines[3], 4),
                      (b"".join(lines[:2] + [lines[3], lines[2]]), 4), (b"item,value\n" + b"".join(lines[1:]), 1),
                      (b"".join(lines).replace(b"ball.mass", b"ball.mess"), 4), (good.replace(b"284.10", b"28x.10"), 2)):
        open(s.file, "wb").write(bad)
        status, out, err = s.script(["208.3"], "--resume")
        equal(status, 2, err)
        assert "T1.csv:%d:1: error" % line in err, err
        equal(open(s.file, "rb").read(), bad, "left as it was")


def second_writer(folder):
    s = Session(folder)
    p = s.start()
    say(p, "284.10")
    wait_for(lambda: count(s) == 1)
    status, out, err = s.script(["1"], "--resume")
    equal(status, 4, err)
    assert "another 'measure'" in err, err
    say(p, "r")
    wait_for(lambda: count(s) == 0)          # the file has been replaced: still locked
    equal(s.script(["1"], "--resume")[0], 4)
    say(p, "284.11")
    say(p, "q")
    equal(p.end()[0], 3)
    equal(s.values(), ["284.11"])


def no_room(folder):
    """A full disk: exit 4, the rows before it stand."""
    s = Session(folder)
    command = "ulimit -f 1; exec %s %s" % (PROGRAM, " ".join(s.words))
    lines = ["n " + "x" * 400] + [SCRIPT[0]] + ["n " + "x" * 450, SCRIPT[1]] + ["n " + "y" * 400, SCRIPT[2]]
    run = subprocess.run(["bash", "-c", command], input="\n".join(lines) + "\n", text=True, capture_output=True)
    equal(run.returncode, 4, run.stderr)
    assert "T1.csv: error: cannot be written" in run.stderr, run.stderr
    equal(s.values(), VALUES[:count(s)])
    assert 1 <= count(s) < 3


def removed(folder):
    """The file is deleted while it grows: it is made again, with every reading."""
    s = Session(folder)
    p = s.start()
    say(p, "284.10")
    wait_for(lambda: count(s) == 1)
    os.unlink(s.file)
    say(p, "284.20")
    wait_for(lambda: os.path.exists(s.file) and count(s) == 2)
    say(p, "q")
    status, out, err = p.end()
    equal((status, s.values()), (3, ["284.10", "284.20"]), err)
    assert "was removed while it was measured" in err, err


def changed(folder):
    """Somebody else saves the file: no reading goes into what is not ours."""
    s = Session(folder)
    p = s.start()
    say(p, "284.10")
    wait_for(lambda: count(s) == 1)
    open(s.file, "w").write("mine\n")
    say(p, "284.20")
    status, out, err = p.end()
    equal((status, open(s.file).read()), (4, "mine\n"), err)
    assert "changed by another program" in err, err


def interrupted(folder):
    s = Session(folder)
    p = s.start()
    say(p, "284.10")
    wait_for(lambda: count(s) == 1)
    started = time.monotonic()
    p.process.send_signal(signal.SIGINT)
    status, out, err = p.end()
    assert time.monotonic() - started < SLOW
    equal((status, s.values()), (130, ["284.10"]), err)


def killed(folder):
    """kill -9 at any moment: no reading whose confirmation was printed is ever lost, and --resume always goes on."""
    random.seed(4)
    kills = 0
    while kills < int(os.environ.get("KILLS", "40")):
        s = Session(folder)
        if os.path.exists(s.file):
            os.unlink(s.file)
        said, finished = 0, False
        while not finished:
            p = s.start("--resume")
            out = []
            reader = threading.Thread(target=lambda: out.append(p.process.stdout.read()))
            reader.start()
            try:
                for line in SCRIPT[count(s):]:
                    say(p, line)
                p.process.stdin.close()
            except BrokenPipeError:
                pass
            try:
                p.process.wait(random.uniform(0.0, 0.02) * SLOW)
                finished = True
            except subprocess.TimeoutExpired:
                p.process.kill()
                p.process.wait()
                kills += 1
            reader.join()
            if p.process.returncode > 0:
                raise AssertionError(p.process.stderr.read())
            said += out[0].decode().count("  pass\n")
            lines = open(s.file, "rb").read().split(b"\n") if os.path.exists(s.file) else [b""]
            kept = max(0, len(lines) - 2)
            assert kept >= said, "%d confirmed, %d kept" % (said, kept)
            said = kept
            p.process.stdout.close()
            p.process.stderr.close()
        equal(s.values(), VALUES, "after being killed")


SICS = b"S %s %10s g\r\n"


class Balance:
    def __init__(self, folder):
        self.line = Instrument(folder, "scale")
        self.load, self.status = b"0.00", b"S"
        self.answering = Answering(self.line, b"SI\r\n", lambda n, r: SICS % (self.status, self.load))

    def put(self, load, status=b"S"):
        self.load, self.status = load, status
        before = self.answering.count
        wait_for(lambda: self.answering.count > before, what="the balance is not asked")
        time.sleep(0.15 * SLOW)

    def close(self):
        self.answering.stop()
        self.line.close()


def weighing(folder):
    """By itself: stable, after the old load was removed. Two balls of equal weight are two readings; an unstable
    indication, a load left on and an overload are none."""
    b = Balance(folder)
    s = Session(folder, ['{id: scale, driver: mt-sics, port: %s, uncertainty: "0.03 g"}' % b.line.port])
    p = s.start()
    b.put(b"0.00")
    b.put(b"208.10", b"D")
    equal(count(s), 0, "unstable")
    b.put(b"208.34")
    wait_for(lambda: count(s) == 1)
    b.put(b"208.34")
    b.put(b"208.50")
    equal(count(s), 1, "the same load is still on")
    b.put(b"0.01", b"D")
    b.put(b"208.34")
    wait_for(lambda: count(s) == 2)
    b.put(b"0.00")
    equal(count(s), 2, "an empty pan is no ball")
    b.put(b"203.99")
    wait_for(lambda: count(s) == 3)
    say(p, "q")
    status, out, err = p.end()
    equal([(r["value"], r["unit"], r["instrument"], r["item"], r["point"]) for r in s.rows()],
          [("208.34", "g", "scale", "ball.mass", "white"), ("208.34", "g", "scale", "ball.mass", "yellow"),
           ("203.99", "g", "scale", "ball.mass", "red")], out + err)
    assert "203.99 g  FAIL" in out, out
    b.close()


def on_enter(folder):
    """Enter takes the next reading at once; unstable ones are waited out, overload is told and is no reading."""
    b = Balance(folder)
    b.load, b.status = b"0.00", b"S"
    s = Session(folder, ['{id: scale, driver: mt-sics, port: %s}' % b.line.port])
    p = s.start()
    b.put(b"0.00")
    say(p, "")
    time.sleep(0.5)
    equal(count(s), 0, "there is no ball yet")
    b.put(b"12.00", b"D")
    equal(count(s), 0, "unstable")
    b.put(b"12.01")
    wait_for(lambda: count(s) == 1)
    say(p, "")
    wait_for(lambda: count(s) == 2)
    b.close()
    say(p, "q")
    status, out, err = p.end()
    equal([r["value"] for r in s.rows()], ["12.01", "12.01"])


def replayed(folder):
    """A recording in the place of the instrument: each Enter takes its next reading; its end is told."""
    raw = os.path.join(folder, "raw")
    open(raw, "wb").write(SICS % (b"S", b"208.10") + SICS % (b"D", b"3.00") + SICS % (b"S", b"0.00") + SICS % (b"S", b"208.20"))
    s = Session(folder, ["{id: scale, driver: mt-sics, port: 'replay:%s'}" % raw])
    status, out, err = s.script(["", "", "", "q"])
    equal((status, s.values()), (3, ["208.10", "208.20"]), out + err)
    assert "the replay is over" in out, out


def unplugged_and_back(folder):
    """The plug is pulled and put in again in the session: told, no busy waiting, and on it goes."""
    lux = Instrument(folder, "lux")
    s = Session(folder, ["{id: lux, driver: lutron, port: %s, quantity: illuminance, offset: 0 lx}" % lux.port])
    p = s.start()
    p.wait_open(lux)
    say(p, "")                                   # light comes first: it is the only instrument
    time.sleep(0.2)
    lux.send(b"\x0241150100005231\r")
    wait_for(lambda: count(s) == 1)
    lux.send(b"\x024115010000")
    lux.unplug()
    before = p.cpu()
    time.sleep(1.2)
    assert p.cpu() - before < 0.06 * SLOW, "waiting for the plug burns the processor"
    lux.plug()
    p.wait_open(lux)
    say(p, "")
    time.sleep(0.2)
    lux.send(b"\x0241150100005240\r")
    wait_for(lambda: count(s) == 2)
    say(p, "q")
    status, out, err = p.end()
    equal([r["value"] for r in s.rows()], ["523.1", "524.0"], out + err)
    assert "is gone" in out and out.count("lux connected") == 2, out
    lux.close()


def old_lines(folder):
    """Fifty lines that a streaming meter sent while the operator was thinking are not the reading (A04)."""
    lux = Instrument(folder, "lux")
    s = Session(folder, ["{id: lux, driver: lutron, port: %s, quantity: illuminance}" % lux.port])
    p = s.start()
    p.wait_open(lux)
    lux.send(b"\x0241150100001111\r" * 50)
    time.sleep(0.3)
    say(p, "")
    time.sleep(0.3)
    equal(count(s), 0)
    lux.send(b"\x0241150100005231\r")
    wait_for(lambda: count(s) == 1)
    say(p, "q")
    p.end()
    equal(s.values(), ["523.1"])
    lux.close()


def several(folder):
    """Two instruments on their own lines, each for its own items; an offset is added exactly."""
    b = Balance(folder)
    laser = Instrument(folder, "laser")
    shots = Answering(laser, b"s0g\r\n", lambda n, r: b"g0g+00028%03d\r\n" % (300 + n))
    s = Session(folder, ['{id: laser, driver: dls, port: %s, uncertainty: "0.5 mm", offset: "10.05 mm"}' % laser.port,
                         '{id: scale, driver: mt-sics, port: %s}' % b.line.port])
    p = s.start()
    say(p, "")
    say(p, "")
    wait_for(lambda: count(s) == 2)
    for n in range(3):
        b.put(b"0.00")
        b.put(b"210.0%d" % n)
        wait_for(lambda: count(s) == 3 + n)
    say(p, "q")
    p.end()
    equal([(r["value"], r["unit"], r["instrument"]) for r in s.rows()],
          [("2840.15", "mm", "laser"), ("2840.25", "mm", "laser"), ("210.00", "g", "scale"), ("210.01", "g", "scale"),
           ("210.02", "g", "scale")])
    shots.stop()
    b.close()
    laser.close()


class Terminal:
    """A session on a terminal of its own."""

    def __init__(self, session):
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.process = subprocess.Popen([PROGRAM, *session.words], stdin=self.slave, stdout=self.slave, stderr=subprocess.PIPE)
        self.screen, self.seen = b"", 0
        self.reader = threading.Thread(target=self.read, daemon=True)  # a screen that nobody reads would stop the program
        self.reader.start()

    def read(self):
        try:
            while data := os.read(self.master, 65536):
                self.screen += data
        except OSError:
            pass

    def keys(self, text, until):
        os.write(self.master, text.encode())
        end = time.monotonic() + 5 * SLOW
        while until.encode() not in self.screen[self.seen:]:
            if time.monotonic() > end:
                raise AssertionError("no %r after %r in %r" % (until, text, self.screen[self.seen:]))
            time.sleep(0.01)
        self.seen = len(self.screen)

    def end(self):
        status = self.process.wait(5 * SLOW)
        equal(termios.tcgetattr(self.slave), self.before, "the terminal's mode")
        os.close(self.slave)
        self.reader.join(2)
        os.close(self.master)
        self.process.stderr.close()
        return status


def abandoned(folder):
    """A reading that was asked for at a step which was then skipped does not come out at the next one; nor does one
    that comes after the wait for it has ended."""
    laser = Instrument(folder, "laser")
    s = Session(folder, ["{id: laser, driver: dls, port: %s}" % laser.port])
    t = Terminal(s)
    t.keys("", "laser connected")
    t.keys("\r", "waiting")
    equal(laser.heard(2 * SLOW, 5), b"s0g\r\n")
    t.keys("s\r", "right")
    laser.send(b"g0g+00028411\r\n")              # the answer meant for the step before
    time.sleep(0.3 * SLOW)
    equal(count(s), 0, "nobody asked for it here")
    t.keys("b\r", "left")
    t.keys("\r", "waiting")
    equal(laser.heard(2 * SLOW, 5), b"s0g\r\n")
    t.keys("s\r", "right")
    t.keys("\r", "waiting")
    equal(laser.heard(2 * SLOW, 5), b"s0g\r\n", "asked anew")
    laser.send(b"g0g+00028422\r\n")              # to the request of the step before
    laser.send(b"g0g+00028433\r\n")
    wait_for(lambda: count(s) == 1)
    os.kill(t.process.pid, signal.SIGINT)
    equal(t.end(), 130)
    equal([(r["point"], r["value"]) for r in s.rows()], [("right", "2843.3")])
    laser.close()


def its_own_key(folder):
    """A reading that the operator sends with the instrument's key counts at once, one key one reading."""
    gauge = Instrument(folder, "gauge")
    s = Session(folder, ["{id: gauge, driver: digimatic, unit: mm, port: %s}" % gauge.port])
    p = s.start()
    p.wait_open(gauge)
    time.sleep(0.6)
    gauge.send(b"GN01,+0016.2345\r\n")
    wait_for(lambda: count(s) == 1)
    gauge.send(b"GN01,+0016.2346\r\n" * 20)          # it was set to send all the time: no key was pressed
    time.sleep(0.5 * SLOW)
    equal(count(s), 1)
    time.sleep(0.6)
    gauge.send(b"GN01,+0016.2347\r\n")
    wait_for(lambda: count(s) == 2)
    say(p, "q")
    status, out, err = p.end()
    equal([(r["value"], r["unit"], r["instrument"]) for r in s.rows()],
          [("16.2345", "mm", "gauge"), ("16.2347", "mm", "gauge")], out + err)
    gauge.close()


def on_a_terminal(folder):
    """Keys, the plan, the terminal as it was before."""
    s = Session(folder)
    t = Terminal(s)
    keys = t.keys
    keys("", "Length")
    keys("284,1\r", "left: 284.1 cm  pass")
    keys("b\r", "left")
    keys("285\x7f4.25\r", "left: 284.25 cm  pass")
    keys("\x1b[A", "> ")
    keys("n čistené\r", "note for the next reading: čistené")
    keys("290\r", "FAIL")
    keys("s\r", "yellow")
    keys("q\r", "T1.csv")
    equal(t.end(), 3)
    assert "┌".encode() in t.screen and b"@" in t.screen and b"\x1b[?1049l" in t.screen
    equal([(r["point"], r["value"], r["note"]) for r in s.rows()], [("left", "284.25", ""), ("right", "290", "čistené")])


if __name__ == "__main__":
    run_all([whole_script, straight_into_check, consequences, fixed_clock, live_verdict, repeats_judge_the_mean, keys_as_lines, typed, questions,
             refuses_to_overwrite, resumed, torn_tail, damage_before_the_end, second_writer, no_room, removed, changed, interrupted, killed,
             weighing, on_enter, replayed, unplugged_and_back, old_lines, several, abandoned, its_own_key, on_a_terminal])

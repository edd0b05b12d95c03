#!/usr/bin/env python3
"""Whole sessions on emulated instruments: late answers, pulled plugs, overload, a wrong unit, kill -9 and going on. What the
instruments show names the point they were held at, so a reading put to another point, lost or doubled is seen in the file.

Seeds: 10; SEEDS=200 for a night of them."""
import concurrent.futures, csv, os, random, re, select, shutil, subprocess, sys, tempfile, threading, time
from instrument import Instrument, PROGRAM, SLOW, equal

PROFILES = ["carom-sk-284", "pool-wpa-9ft", "snooker-wpbsa"]


REFUSED = "not understood|damaged|no reading came|out of range|counting display|no value such|overload"


class World:
    """Where the person holds what: the number of the step, and what lies on the balance."""

    def __init__(self, seed):
        self.random, self.step, self.load, self.stopped = random.Random(seed), 0, None, False
        self.late, self.over, self.unit = 0.04, 0.06, 0.04


def length_of(step):
    return b"+" + ("%07.2f" % (step + 0.25)).encode()


class Gauge(threading.Thread):
    """Asked with ?; answers with the place it was held at when it was asked, sometimes after its time."""

    def __init__(self, world, line):
        super().__init__(daemon=True)
        self.world, self.line = world, line
        self.start()

    def run(self):
        while not self.world.stopped:
            try:
                got = self.line.heard(0.05)
                for _ in range(got.count(b"?")):
                    answer, chance = length_of(self.world.step), self.world.random.random()
                    if chance < self.world.over:
                        answer = b"ERR3"
                    elif chance < self.world.over + self.world.late:
                        time.sleep(1.3)
                    self.line.send(answer + b"\r")
            except (OSError, ValueError):
                time.sleep(0.02)


class Scale(threading.Thread):
    def __init__(self, world, line):
        super().__init__(daemon=True)
        self.world, self.line = world, line
        self.start()

    def answer(self):
        load, chance = self.world.load, self.world.random.random()
        if load is None:
            return b"S S %10s g\r\n" % b"0.00"
        if chance < self.world.over:
            return b"S +\r\n"
        if chance < self.world.over + self.world.unit:
            return b"S S %10s PCS\r\n" % b"12"
        state = b"D" if chance > 0.8 else b"S"
        return b"S %s %10s g\r\n" % (state, ("%.2f" % (200 + load / 100)).encode())

    def run(self):
        while not self.world.stopped:
            try:
                for _ in range(self.line.heard(0.05, 4).count(b"SI\r\n")):
                    self.line.send(self.answer())
            except (OSError, ValueError):
                time.sleep(0.02)


class Meter(threading.Thread):
    """Sends by itself; now and then in foot-candles."""

    def __init__(self, world, line):
        super().__init__(daemon=True)
        self.world, self.line = world, line
        self.start()

    def run(self):
        while not self.world.stopped:
            try:
                over = self.world.random.random() < self.world.unit
                self.line.send(b"\x02411501%08d\r" % (10 * (500 + self.world.step)) if not over else b"\x0241150199999999\r")
            except (OSError, ValueError):
                pass
            time.sleep(0.06)


class Day:
    """One session from its first step to the file that holds them all."""

    def __init__(self, profile, seed, folder, instruments):
        self.world = World(seed)
        self.file, self.profile = os.path.join(folder, "t.csv"), profile
        self.words = ["measure", "-p", profile, "-t", "T", "-o", self.file, "--resume"]
        self.kills = 0 if not instruments else 3
        self.lines = {}
        if instruments:
            self.lines = {n: Instrument(folder, n) for n in ("gauge", "scale", "meter")}
            path = os.path.join(folder, "i.yaml")
            open(path, "w").write(
                "instruments:\n"
                "  - {id: gauge, driver: sylvac, unit: mm, port: %s, quantity: length}\n"
                "  - {id: scale, driver: mt-sics, port: %s}\n"
                "  - {id: meter, driver: lutron, port: %s, quantity: illuminance}\n" % tuple(self.lines[n].port for n in ("gauge", "scale", "meter")))
            self.words += ["-i", path]
            self.threads = [Gauge(self.world, self.lines["gauge"]), Scale(self.world, self.lines["scale"]), Meter(self.world, self.lines["meter"])]

    def open(self):
        self.process = subprocess.Popen([PROGRAM, *self.words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env=dict(os.environ, NO_COLOR="1"))
        self.rest = b""

    def line(self, seconds):
        """The next line the program prints; None when none comes, "" at its end."""
        end = time.monotonic() + seconds
        while b"\n" not in self.rest:
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                return ""
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def say(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def mischief(self, step):
        """Pulls a plug, or ends the program where it stands."""
        r = self.world.random.random()
        if self.lines and r < 0.02:
            line = self.lines[self.world.random.choice(sorted(self.lines))]
            line.unplug()
            line.plug()
        if self.kills and r > 0.97:
            self.kills -= 1
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.open()
            return True
        return False

    def act(self, step, how):
        self.world.step = step
        if "yes or no" in how:
            self.say("yes")
        elif "press" in how or "Enter takes a reading" in how:
            self.say("")
        elif "put it on" in how:
            self.world.load = None
            time.sleep(0.3 * SLOW)
            self.world.load = step
        elif "not connected" in how:
            time.sleep(0.2)
            return False
        else:
            self.say("%d.25 mm" % step if " mm" in how or " cm" in how or "(in m," in how else "%d" % (20 + step))
        return True

    def run(self):
        self.open()
        step = how = None
        end = time.monotonic() + 120 * SLOW
        while time.monotonic() < end:
            line = self.line(1.5 * SLOW)
            if line == "":
                break
            found = re.match(r"\[(\d+) of (\d+)\]", line or "")
            if found:
                step, how = int(found[1]), self.line(2 * SLOW)
                if self.mischief(step):
                    step = None
                    continue
                self.act(step, how)
            elif step and line is None and ("put it on" in how or "scale is not connected" in how):
                self.act(step, "put it on")           # nothing happens: taken off and put on again
            elif step and line and "put it on" not in how and re.search(REFUSED, line):
                self.act(step, how.replace("not connected", "press"))
            elif step and line and " connected (" in line and "not connected" in how and how.split()[0] in line:
                how = "put it on" if "scale" in how else "Enter takes a reading"
                self.act(step, how)
        self.process.stdin.close()
        status = self.process.wait(10 * SLOW)
        self.process.stdout.close()
        self.world.stopped = True
        for l in self.lines.values():
            l.close()
        return status

    def rows(self):
        return list(csv.DictReader(open(self.file, newline="")))


def step_of(row):
    """Which step the value of a row was shown at; questions and typed room values name none."""
    v = float(row["value"]) if row["value"] not in ("yes", "no") else None
    if v is None:
        return None
    if row["instrument"] == "scale":
        return round((v - 200) * 100)
    if row["instrument"] == "meter":
        return round(v - 500)
    return round(v - 0.25) if row["instrument"] == "gauge" else None


def one(profile, seed):
    folder = tempfile.mkdtemp(prefix="tablecert-")
    try:
        day = Day(profile, seed, folder, True)
        status = day.run()
        rows = day.rows()
        assert status in (0, 3), "%s seed %d: exit %s after %d rows" % (profile, seed, status, len(rows))
        places = {}
        for row in rows:
            key = (row["item"], row["point"])
            assert key not in places, "%s seed %d: %s twice" % (profile, seed, key)
            places[key] = step_of(row)
        order = WALKS[profile]
        assert set(places) == set(order), "%d of %d points, the last %s" % (len(places), len(order), rows[-1:] and rows[-1]["item"])
        for key, step in places.items():
            if step is not None and order[step - 1] != key:
                raise AssertionError("%s seed %d: the reading of %s was put to %s" % (profile, seed, order[step - 1], key))
        measured = sum(s is not None for s in places.values())
        assert measured > len(places) // 3, "only %d readings came from instruments" % measured
        return ""
    except Exception as e:  # noqa: BLE001
        return "%s seed %d: %s: %s" % (profile, seed, type(e).__name__, e)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


WALKS = {}


def find_walk(profile):
    """The order of the walk with these instruments, from a session in which nothing goes wrong."""
    folder = tempfile.mkdtemp(prefix="tablecert-")
    day = Day(profile, 1, folder, True)
    day.kills, day.world.late, day.world.over, day.world.unit = 0, 0, 0, 0
    day.mischief = lambda step: False
    status = day.run()
    rows = [(r["item"], r["point"]) for r in day.rows()]
    shutil.rmtree(folder, ignore_errors=True)
    assert status in (0, 3) and len(rows) > 60, (profile, status, len(rows))
    return rows


def main():
    seeds = int(os.environ.get("SEEDS", "10"))
    with concurrent.futures.ThreadPoolExecutor(max_workers=10) as pool:
        WALKS.update(zip(PROFILES, pool.map(find_walk, PROFILES)))
        failed = [r for r in pool.map(lambda s: one(PROFILES[s % len(PROFILES)], s), range(1, seeds + 1)) if r]
    print("\n".join(failed + ["%d passed, %d failed" % (seeds - len(failed), len(failed))]))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

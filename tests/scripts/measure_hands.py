#!/usr/bin/env python3
"""The guided session as hands use it: on a terminal, with keyboards that type by themselves, slow instruments, balls left on
the pan. The session is a real one on a pty; run it with TABLECERT=build/asan/tablecert for the sanitizers."""
import os, time
from measure_session import Balance, Session, Terminal, count, say, wait_for
from instrument import Answering, Instrument, SLOW, equal, run_all

WHITE, LEFT, RIGHT = "white", "left", "right"


def settle():
    time.sleep(0.3 * SLOW)


def blanks_and_ends(folder):
    """Blanks, signs, tabs, CR, LF and both around a typed value: the value, once, and no Enter left over."""
    s = Session(folder)
    t = Terminal(s)
    t.keys("", "Length")
    t.keys("   284.10\r\n", "left: 284.1")
    t.keys("+ 284.2 cm\t\r", "right: 284.2")
    t.keys("\t  208.10 g\r\r", "white: 208.1")
    t.keys("-208\x7f\x7f\x7f\x7f208.20\n\n", "yellow: 208.2")
    settle()
    t.keys("q\r", "T1.csv")
    equal(t.end(), 3)
    equal([(r["point"], r["value"]) for r in s.rows()], [(LEFT, "284.10"), (RIGHT, "284.2"), (WHITE, "208.10"), ("yellow", "208.20")])


def slow_typist(folder):
    """A wedge's letters, one by one and slowly, are no commands; what they stand before is refused and quoted."""
    s = Session(folder)
    t = Terminal(s)
    t.keys("", "Length")
    for text in ("S  284.1 cm\r", "q284.1\r", "N  284.2 cm\r", "b 284.3\r", "ST,GS, 284.4 cm\r"):
        for c in text[:-1]:
            os.write(t.master, c.encode())
            time.sleep(0.03)
        t.keys(text[-1], "'%s'" % " ".join(text.split()) if "  " not in text else "letter before")
    equal(count(s), 0, "nothing was put down")
    t.keys("n: 284.5\r", "note for the next reading: 284.5")
    t.keys("284.0\r", "left: 284.0")
    t.keys("q\r", "T1.csv")
    equal(t.end(), 3)
    equal([(r["point"], r["value"], r["note"]) for r in s.rows()], [(LEFT, "284.0", "284.5")])


def impatient(folder):
    """Enter, Enter, Enter at a slow laser is one request and one reading; what comes late is shown, never taken."""
    laser = Instrument(folder, "laser")
    s = Session(folder, ["{id: laser, driver: dls, port: %s}" % laser.port])
    t = Terminal(s)
    t.keys("", "laser connected")
    t.keys("\r", "waiting")
    equal(laser.heard(2 * SLOW, 5), b"s0g\r\n")
    os.write(t.master, b"\r\r\r")
    equal(laser.heard(0.5 * SLOW, 1), b"", "one request at a time")
    laser.send(b"g0g+00028411\r\n")
    wait_for(lambda: count(s) == 1)
    settle()
    equal(count(s), 1)
    laser.send(b"g0g+00028499\r\n")                # nobody asked for it
    t.keys("", "not taken")
    equal(count(s), 1)
    t.keys("q\r", "T1.csv")
    t.end()
    equal([(r["point"], r["value"]) for r in s.rows()], [(LEFT, "2841.1")])
    laser.close()


def always_late(folder):
    """A gauge that answers after its time, so that it is asked again: the answers that are still to come belong to the first
    point, are shown at the second, and never taken for it."""
    gauge = Instrument(folder, "gauge")
    asked = []

    def answer(n, request):
        asked.append(count(s))                     # how many points were done when this was asked
        time.sleep(1.7)
        return b"+1%03d.0\r" % n

    s = Session(folder, ["{id: gauge, driver: sylvac, unit: mm, port: %s}" % gauge.port])
    shots = Answering(gauge, b"?\r", answer)
    t = Terminal(s)
    t.keys("", "gauge connected")
    t.keys("\r", "waiting")
    wait_for(lambda: count(s) == 1, 6 * SLOW)
    t.keys("\r", "waiting")
    t.keys("", "not taken")
    wait_for(lambda: count(s) == 2, 12 * SLOW)
    rows = s.rows()
    equal([r["point"] for r in rows], [LEFT, RIGHT])
    equal(rows[0]["value"], "1001.0")
    assert int(rows[1]["value"][1:4]) > 2, rows
    t.keys("q\r", "T1.csv")
    t.end()
    shots.stop()
    gauge.close()


def old_ball(folder):
    """Enter with the ball just weighed still on the pan asks; a second Enter insists; a new ball needs none."""
    b = Balance(folder)
    s = Session(folder, ["{id: scale, driver: mt-sics, port: %s}" % b.line.port])
    t = Terminal(s)
    t.keys("", "scale connected")
    b.put(b"0.00")
    t.keys("", "0.00 g")
    b.put(b"208.10")
    wait_for(lambda: count(s) == 1)
    settle()
    t.keys("\r", "weighed last")
    settle()
    equal(count(s), 1, "the old ball is not the next one")
    b.put(b"0.00")
    settle()
    b.put(b"208.10")                               # another one of the same weight
    wait_for(lambda: count(s) == 2)
    settle()
    t.keys("\r", "weighed last")
    settle()
    t.keys("\r", "3 of 10")                        # insisted
    equal([r["point"] for r in s.rows()], [WHITE, "yellow", "red"])
    t.keys("q\r", "T1.csv")
    t.end()
    b.close()


def half_typed(folder):
    """A value half typed is not sent off at the next point because a ball was weighed meanwhile."""
    b = Balance(folder)
    s = Session(folder, ["{id: scale, driver: mt-sics, port: %s}" % b.line.port])
    t = Terminal(s)
    t.keys("", "scale connected")
    b.put(b"0.00")
    t.keys("20", "> 20")
    b.put(b"210.10")
    settle()
    equal(count(s), 0, "the person is typing")
    t.keys("9.5\r", "white: 209.5")
    t.keys("q\r", "T1.csv")
    t.end()
    equal(s.values(), ["209.5"])
    b.close()


def wrong_quantity(folder):
    """A meter of many quantities is not offered for lengths, nor for light before it has shown light."""
    lux = Instrument(folder, "lux")
    s = Session(folder, ["{id: lux, driver: lutron, port: %s}" % lux.port])
    t = Terminal(s)
    t.keys("", "no instrument")                    # the length: nothing fits
    for line in ("284", "284", "208", "208"):
        t.keys(line + "\r", "> ")
    t.keys("208\r", "no instrument")               # the light: it has shown nothing yet
    lux.send(b"\x0241010100000231\r")              # 23.1 degrees
    settle()
    t.keys("\r", "no connected instrument")
    lux.send(b"\x0241150100005231\r")
    settle()
    t.keys("i\r", "lux: Enter takes")
    t.keys("\r", "waiting")
    lux.send(b"\x0241010100000231\r")
    t.keys("", "this is not what")
    lux.send(b"\x0241150100005232\r")
    wait_for(lambda: count(s) == 6)
    t.keys("q\r", "T1.csv")
    t.end()
    equal(s.values()[-1], "523.2")
    lux.close()


def stale(folder):
    """Messages carry their time, count, and go when they no longer hold; 18 rows are enough."""
    import fcntl, re, struct, termios
    s = Session(folder, ["{id: laser, driver: dls, port: %s}" % os.path.join(folder, "laser")])
    t = Terminal(s)
    fcntl.ioctl(t.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 18, 80, 0, 0))
    t.keys("", "laser (")
    t.keys("x\r", "'x'")
    t.keys("x\r", "(2×)")
    laser = Instrument(folder, "laser")
    t.keys("", "laser connected")
    t.keys("284\r", "left: 284")
    t.keys("284\r", "right: 284")
    last = t.screen.split(b"\x1b[H")[-1].decode()
    assert "'x'" not in last and "no such" not in last, last
    assert re.search(r"\d\d:\d\d:\d\d  laser connected", t.screen.decode()), t.screen
    assert last.count("\n") <= 17, last.count("\n")
    t.keys("q\r", "T1.csv")
    t.end()
    laser.close()


def bell(folder):
    """One ring for a reading, three for one that fails, none with --quiet."""
    for words, want in (([], (1, 4)), (["--quiet"], (0, 0))):
        s = Session(folder)
        s.words += words
        if os.path.exists(s.file):
            os.unlink(s.file)
        t = Terminal(s)
        t.keys("", "Length")
        t.keys("284.0\r", "left: 284.0")
        settle()
        t.keys("x\r", "'x'")
        equal(t.screen.count(b"\a"), want[0])
        t.keys("290\r", "FAIL")
        time.sleep(0.7 * SLOW)
        t.keys("x\r", "'x'")
        equal(t.screen.count(b"\a"), want[1])
        t.keys("q\r", "T1.csv")
        t.end()


if __name__ == "__main__":
    run_all([blanks_and_ends, slow_typist, impatient, always_late, old_ball, half_typed, wrong_quantity, stale, bell])

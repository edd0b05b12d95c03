#!/usr/bin/env python3
"""tablecert read against instruments on ptys: pacing, pieces, echo, late answers, silence, stale bytes, unplugging,
interrupts, and every way a port does not open."""
import json, os, signal, socket, subprocess, time
from instrument import Answering, Instrument, PROGRAM, Program, SLOW, equal, run_all

SICS = b"S S     %s g\r\n"


def readings(out):
    return [(r["value"], r["state"]) for r in map(json.loads, out.splitlines())]


def read(port, driver, *more):
    return Program("read", "--driver", driver, "--port", port, "-f", "jsonl", *more)


def pieces(folder):
    """One reading in three pieces, two in one; the tail is dropped at the time-out, with a note (A08)."""
    i = Instrument(folder)
    p = read(i.port, "and", "--timeout", str(2 * SLOW))
    p.wait_open(i)
    i.heard(2 * SLOW, 3)
    for piece in (b"ST,+002", b"08", b".34  g\r", b"\nST,+00208.36  g\r\nST,+0020"):
        i.send(piece, 0.12)
    status, out, err = p.end()
    equal(readings(out), [("208.34", "ok"), ("208.36", "ok")], "readings")
    equal(status, 0, err)
    assert "begun frame" in err, err
    i.close()


def byte_by_byte(folder):
    i = Instrument(folder)
    p = read(i.port, "lutron", "-n", "3")
    p.wait_open(i)
    for value in (b"5231", b"5240", b"5250"):
        i.send(b"\x024115010000" + value + b"\r", 0.004, 1)
    status, out, err = p.end()
    equal((status, readings(out)), (0, [("523.1", "ok"), ("524.0", "ok"), ("525.0", "ok")]), err)
    i.close()


def stale(folder):
    """What lay in the buffer before the port was opened, and before a request, is nobody's answer (A04)."""
    i = Instrument(folder)
    i.send(SICS % b"201.00")
    p = read(i.port, "mt-sics", "-n", "2")
    p.wait_open(i)
    equal(i.heard(2 * SLOW, 4), b"SI\r\n", "request")
    i.send(SICS % b"208.50")
    equal(i.heard(2 * SLOW, 4), b"SI\r\n", "request")
    i.send(SICS % b"208.60")
    status, out, err = p.end()
    equal((status, readings(out)), (0, [("208.50", "ok"), ("208.60", "ok")]), err)
    i.close()


def echo(folder):
    """An RS-485 adapter sends the request back first."""
    i = Instrument(folder)
    a = Answering(i, b"SI\r\n", lambda n, r: SICS % (b"208.%02d" % n), echo=True)
    status, out, err = read(i.port, "mt-sics", "-n", "5").end()
    equal((status, readings(out)), (0, [("208.%02d" % n, "ok") for n in range(1, 6)]), err)
    a.stop()
    i.close()


def late(folder):
    """An answer after its time-out is not taken for the answer to the next request."""
    i = Instrument(folder)
    p = read(i.port, "mt-sics", "-n", "1", "--timeout", str(15 * SLOW))
    p.wait_open(i)
    i.heard(2 * SLOW, 4)                          # the request that is answered late
    equal(i.heard(4 * SLOW, 4), b"SI\r\n", "asked again")
    i.send(SICS % b"111.11")                      # the late answer to the first
    i.send(SICS % b"222.22")                      # the answer to the second
    status, out, err = p.end()
    equal((status, readings(out)), (0, [("222.22", "ok")]), err)
    i.close()


def switched_on_later(folder):
    """An instrument that was off while it was asked is read all the same once it is on."""
    i = Instrument(folder)
    a = Answering(i, b"SI\r\n", lambda n, r: SICS % b"208.50" if n > 3 else None)
    status, out, err = read(i.port, "mt-sics", "-n", "2", "--timeout", str(30 * SLOW)).end(40)
    equal((status, readings(out)), (0, [("208.50", "ok")] * 2), err)
    a.stop()
    i.close()


def silence(folder):
    i = Instrument(folder)
    started = time.monotonic()
    status, out, err = read(i.port, "lutron", "--timeout", "1").end()
    equal((status, out), (3, ""), err)
    assert 0.9 < time.monotonic() - started < 3 * SLOW
    assert "DTR" in err or "nothing came" in err, err
    i.close()


def parity(folder):
    """7E1 read as 8N1 is told as such (A09 d)."""
    i = Instrument(folder)
    p = read(i.port, "mt-sics", "--timeout", str(2 * SLOW))
    p.wait_open(i)
    line = b"S S     208.34 g\r\n"
    i.send(bytes(b | 0x80 if bin(b).count("1") % 2 else b for b in line) * 3)
    status, out, err = p.end()
    equal(status, 3, err)
    assert all(state == "error" for _, state in readings(out)), out
    assert "7e1" in err.lower() or "parity" in err.lower(), err
    i.close()


def first_partial(folder):
    """A number without a header that came first may be the tail of one (A09 a)."""
    i = Instrument(folder)
    p = read(i.port, "line", "--unit", "m", "--timeout", str(1.5 * SLOW))
    p.wait_open(i)
    i.send(b"840 m\r\n2.840 m\r\n")
    status, out, err = p.end()
    equal((status, readings(out)), (0, [("2.840", "ok")]), err)
    i.close()


def banners(folder):
    """A greeting with a version number and a modem's answer are no readings (A09 b, c)."""
    raw = os.path.join(folder, "raw")
    for banner in (b"LDM v1.42 ready\r\n", b"AT\r\n?ERR 0.000\r\n"):
        open(raw, "wb").write(banner + b"2.840 m\r\n")
        status, out, err = read("replay:" + raw, "line", "--unit", "m").end()
        equal([r for r in readings(out) if r[1] == "ok"], [("2.840", "ok")], out + err)
        assert "1.42" not in [v for v, _ in readings(out)] and "0.000" not in [v for v, _ in readings(out)], out


def unplugged(folder):
    """In mid-frame: an error within 1 s, no value of the half frame, hardly any processor time (A05)."""
    i = Instrument(folder)
    p = read(i.port, "lutron", "--timeout", "60")
    p.wait_open(i)
    i.send(b"\x024115010000052")
    time.sleep(0.3)
    started = time.monotonic()
    i.unplug()
    status, out, err = p.end()
    assert time.monotonic() - started < 1.0 * SLOW, "not noticed within 1 s"
    equal((status, out), (4, ""), err)
    assert i.port in err and "gone" in err, err


def unplugged_after_readings(folder):
    i = Instrument(folder)
    p = read(i.port, "lutron", "--timeout", "60")
    p.wait_open(i)
    i.send(b"\x0241150100005231\r")
    time.sleep(0.3)
    i.unplug()
    status, out, err = p.end()
    equal((status, readings(out)), (4, [("523.1", "ok")]), err)


def idle_costs_nothing(folder):
    i = Instrument(folder)
    p = read(i.port, "lutron", "--timeout", "60")
    p.wait_open(i)
    before = p.cpu()
    time.sleep(1.5)
    assert p.cpu() - before <= 0.05 * SLOW, "waiting burns the processor"
    p.process.send_signal(signal.SIGINT)
    equal(p.end()[0], 130)
    i.close()


def interrupted(folder):
    """SIGINT ends a wait at once; the readings so far stand, the recording is whole (A06)."""
    i = Instrument(folder)
    tape = os.path.join(folder, "tape")
    p = read(i.port, "lutron", "--timeout", "60", "--record", tape)
    p.wait_open(i)
    i.send(b"\x0241150100005231\r")
    time.sleep(0.3)
    started = time.monotonic()
    p.process.send_signal(signal.SIGINT)
    status, out, err = p.end()
    assert time.monotonic() - started < 1.0 * SLOW, "not at once"
    equal((status, readings(out)), (130, [("523.1", "ok")]), err)
    assert "= 1 523.1 lx not stated ok" in open(tape).read(), open(tape).read()
    i.close()


def recorded_and_replayed(folder):
    i = Instrument(folder)
    tape = os.path.join(folder, "tape")
    a = Answering(i, b"SI\r\n", lambda n, r: SICS % (b"208.%02d" % n) if n % 2 else b"S I\r\n")
    status, out, err = read(i.port, "mt-sics", "-n", "3", "--record", tape).end()
    equal(status, 0, err)
    a.stop()
    i.close()
    text = open(tape).read()
    assert text.startswith("# tablecert capture 1\n# driver: mt-sics\n"), text
    assert "# serial: 9600/8n1/dtr=1/rts=1" in text and "> 53 49 0d 0a\tSI.." in text, text
    status, again, err = read("replay:" + tape, "mt-sics").end()
    equal((status, again), (0, out), err)


def damaged_capture(folder):
    tape = os.path.join(folder, "tape")
    open(tape, "w").write("# tablecert capture 1\n0.000 > 53\n0.1 < 5x\n")
    status, out, err = read("replay:" + tape, "mt-sics").end()
    equal((status, out), (2, ""), err)
    assert tape + ":3:1: error" in err, err


def over_tcp(folder):
    """A serial device server: its connection, its end, nobody there."""
    server = socket.create_server(("127.0.0.1", 0))
    port = "tcp:127.0.0.1:%d" % server.getsockname()[1]
    p = read(port, "mt-sics", "--timeout", "20")
    line, _ = server.accept()
    for n in range(2):
        equal(line.recv(10), b"SI\r\n", "request")
        line.sendall(SICS % (b"20%d.50" % n))
    line.recv(10)
    line.close()
    status, out, err = p.end()
    equal((status, readings(out)), (4, [("200.50", "ok"), ("201.50", "ok")]), err)
    server.close()
    status, out, err = read(port, "mt-sics").end()
    equal(status, 4, err)
    assert "no connection" in err and "refused" in err, err
    equal(read("tcp:nowhere", "mt-sics").end()[0], 2)


def second_user(folder):
    i = Instrument(folder)
    p = read(i.port, "lutron", "--timeout", "60")
    p.wait_open(i)
    status, out, err = read(i.port, "lutron").end()
    equal(status, 4, err)
    assert "busy" in err and "process %d (tablecert)" % p.process.pid in err, err
    p.process.send_signal(signal.SIGINT)
    p.end()
    status, out, err = read(i.port, "lutron", "--timeout", "0.2").end()
    equal(status, 3, "free again: " + err)
    i.close()


def refusals(folder):
    """Each way of failing to open has its own words (A07)."""
    dangling, plain = os.path.join(folder, "by-id"), os.path.join(folder, "file")
    os.symlink(os.path.join(folder, "ttyUSB9"), dangling)
    open(plain, "w").close()
    for port, words in ((os.path.join(folder, "none"), "no such device"), (dangling, "is a link to"),
                        (folder, "is a folder"), (plain, "is a file"), ("/dev/null", "not a serial device"),
                        ("../../etc/passwd/x", "no such device"), ("replay:" + folder + "/none", "cannot be read")):
        status, out, err = read(port, "mt-sics").end()
        equal((status, out), (4, ""), port + err)
        assert words in err, (port, err)
        equal(err.count("error:"), 1, err)


def permission(folder):
    """A device of a group: the message names it."""
    if os.geteuid():
        return
    i = Instrument(folder)
    os.chmod(folder, 0o755)
    os.chown(i.device, 0, 20)
    os.chmod(i.device, 0o660)
    run = subprocess.run([PROGRAM, "read", "--driver", "mt-sics", "--port", i.device], capture_output=True, text=True,
                         user=65534, group=65534, extra_groups=[])
    equal(run.returncode, 4, run.stderr)
    assert "no permission" in run.stderr and "dialout" in run.stderr and "usermod" in run.stderr, run.stderr
    i.close()


def probing(folder):
    """Which driver understands what arrives; a polled instrument is asked only where the user names its driver."""
    lux, scale = Instrument(folder, "lux"), Instrument(folder, "scale")
    asked = Answering(scale, b"SI\r\n", lambda n, r: SICS % b"208.50")
    p = Program("instruments", "probe", "--port", lux.port)
    p.wait_open(lux)
    lux.send(b"\x0241150100005231\r" * 3)
    status, out, err = p.end()
    equal(status, 0, err)
    line = [l.split() for l in out.splitlines() if l.split()[0] == "lutron"]
    equal(line[0][:3], ["lutron", "3", "0"], out)
    status, out, err = Program("instruments", "probe", "--port", scale.port, "--serial", "9600/8n1").end()
    equal((status, asked.count), (3, 0), out)
    assert "0 bytes" in out and "--driver" in out, out
    status, out, err = Program("instruments", "probe", "--port", scale.port, "--driver", "mt-sics").end()
    equal(status, 0, out + err)
    assert asked.count and "208.50 g stable ok" in out, out
    status, out, err = Program("instruments", "probe", "--port", folder + "/none").end()
    equal((status, out, err.count("error")), (4, "", 1))
    equal(Program("instruments", "probe").end()[0], 2)
    asked.stop()
    lux.close()
    scale.close()


def listed(folder):
    status, out, err = Program("instruments", "ports").end()
    equal(status, 0, err)
    assert "/dev/tty" in out or "no serial device" in err, out + err


run_all([pieces, byte_by_byte, stale, echo, late, switched_on_later, silence, parity, first_partial, banners, unplugged,
         unplugged_after_readings, idle_costs_nothing, interrupted, recorded_and_replayed, damaged_capture, over_tcp,
         second_user, refusals, permission, probing, listed])

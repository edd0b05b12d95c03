"""An instrument at the far end of a pty, for the end-to-end tests of read and measure: it paces, splits, echoes, keeps
silent, answers late and pulls its own plug. The slave end is raw and kept open, as real lines are."""
import os, pathlib, pty, select, shutil, signal, subprocess, tempfile, termios, threading, time, tty

PROGRAM = os.environ.get("TABLECERT", str(pathlib.Path(__file__).resolve().parents[2] / "build" / "tablecert"))
SLOW = 5 if "asan" in PROGRAM else 1


class Instrument:
    """port: a link to the slave's device, so that a replugged instrument comes back under the same name."""

    def __init__(self, folder, name="instrument"):
        self.port = os.path.join(folder, name)
        self.plug()

    def plug(self):
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.device = os.ttyname(self.slave)
        if os.path.islink(self.port):
            os.unlink(self.port)
        os.symlink(self.device, self.port)

    def unplug(self):
        os.unlink(self.port)
        os.close(self.slave)
        os.close(self.master)
        self.master = self.slave = -1

    def send(self, data, pause=0.0, size=0):
        """size: bytes a piece (0: all at once), pause: seconds after each."""
        size = size or len(data) or 1
        for i in range(0, len(data), size):
            os.write(self.master, data[i:i + size])
            time.sleep(pause)

    def heard(self, seconds, enough=1):
        """The bytes that the program sends within so many seconds, until there are enough."""
        got, until = b"", time.monotonic() + seconds
        while len(got) < enough and time.monotonic() < until:
            if select.select([self.master], [], [], max(0, until - time.monotonic()))[0]:
                got += os.read(self.master, 4096)
        return got

    def close(self):
        if self.master >= 0:
            self.unplug()


class Answering(threading.Thread):
    """Answers every request with what `answer(number, request)` returns: bytes, or None for silence."""

    def __init__(self, instrument, request, answer, echo=False):
        super().__init__(daemon=True)
        self.instrument, self.request, self.answer, self.echo = instrument, request, answer, echo
        self.count, self.stopped = 0, False
        self.start()

    def run(self):
        got = b""
        while not self.stopped:
            try:
                got += self.instrument.heard(0.05)
                while self.request in got:
                    got = got.split(self.request, 1)[1]
                    self.count += 1
                    if self.echo:
                        self.instrument.send(self.request)
                    data = self.answer(self.count, self.request)
                    if data:
                        self.instrument.send(data)
            except (OSError, ValueError):
                time.sleep(0.02)

    def stop(self):
        self.stopped = True
        self.join(5)


class Program:
    def __init__(self, *words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=None):
        self.process = subprocess.Popen([PROGRAM, *words], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
                                        env=dict(os.environ, NO_COLOR="1", **(env or {})))

    def wait_open(self, instrument, seconds=5 * SLOW):
        until = time.monotonic() + seconds
        folder = "/proc/%d/fd" % self.process.pid
        while time.monotonic() < until:
            try:
                if any(os.readlink(os.path.join(folder, n)) == instrument.device for n in os.listdir(folder)):
                    time.sleep(0.05 * SLOW)
                    return
            except OSError:
                pass
            if self.process.poll() is not None:
                return
            time.sleep(0.005)
        raise AssertionError("the port was not opened")

    def cpu(self):
        fields = open("/proc/%d/stat" % self.process.pid).read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, seconds=20):
        """(exit status, standard output, standard error)"""
        out, err = self.process.communicate(timeout=seconds * SLOW)
        return self.process.returncode, out.decode(), err.decode()


def run_all(tests):
    """Runs functions that take a folder of their own; tells which failed."""
    failed = 0
    for test in tests:
        folder = tempfile.mkdtemp(prefix="tablecert-")
        try:
            test(folder)
        except Exception as e:  # noqa: BLE001: a test that breaks is a test that failed
            failed += 1
            print("FAILED %s: %s: %s" % (test.__name__, type(e).__name__, e))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print("%d passed, %d failed" % (len(tests) - failed, failed))
    raise SystemExit(1 if failed else 0)


def equal(got, want, what=""):
    if got != want:
        raise AssertionError("%s: got %r, want %r" % (what, got, want))

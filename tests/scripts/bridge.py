#!/usr/bin/env python3
"""A bridge for instruments that speak only Bluetooth LE: notifications come in, lines go out on a TCP port that tablecert opens
as tcp:HOST:PORT. Here the peripheral is emulated, so that the bridge is tested without a radio; with one, `notifications` is what
bleak's start_notify delivers (characteristic value: float32 metres, little endian), the rest stays as it is.

Run as a test it reads three distances through `tablecert read`."""
import queue, socket, struct, subprocess, threading, time
from instrument import PROGRAM, SLOW, equal


def to_line(value):
    """A notification as a line of text; nothing for what is no distance."""
    if len(value) != 4:
        return b""
    metres = struct.unpack("<f", value)[0]
    return b"%.4f m\r\n" % metres if 0 < metres < 200 else b"-- m\r\n"


def serve(notifications, listener):
    """Passes on what comes, to whoever is connected, until None comes."""
    client, _ = listener.accept()
    with client:
        while (value := notifications.get()) is not None:
            client.sendall(to_line(value))


def main():
    notifications = queue.Queue()                      # the emulated peripheral writes here
    listener = socket.create_server(("127.0.0.1", 0))
    bridge = threading.Thread(target=serve, args=(notifications, listener), daemon=True)
    bridge.start()
    port = "tcp:127.0.0.1:%d" % listener.getsockname()[1]
    run = subprocess.Popen([PROGRAM, "read", "--driver", "line", "--port", port, "-n", "3", "--timeout", str(5 * SLOW)],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for metres in (9.0, 2.5412, 2.5413, float("nan"), 1.42):  # the first may be a tail: it is dropped
        time.sleep(0.4 * SLOW)                         # a port forgets what came before it was opened
        notifications.put(struct.pack("<f", metres))
    notifications.put(b"\x01")
    out, err = run.communicate(timeout=20 * SLOW)
    notifications.put(None)
    equal(run.returncode, 0, err)
    heard = [line.split(",")[3:5] for line in out.splitlines() if ",ok," in line]
    sent = [["9.0000", "m"], ["2.5412", "m"], ["2.5413", "m"], ["1.4200", "m"]]
    equal(heard, sent[0:3] if heard[0] == sent[0] else sent[1:], out)  # on a slow machine the first comes after opening


if __name__ == "__main__":
    main()

"""A desk for the tests: started on a free port in a folder of its own, asked over plain HTTP."""
import atexit, http.client, json, os, pathlib, re, shutil, subprocess, tempfile, time, urllib.parse

root = pathlib.Path(__file__).resolve().parent.parent.parent
program = os.environ.get("TABLECERT", str(root / "build" / "tablecert"))

def fresh_folder():
    """A folder that is gone when the test is."""
    folder = tempfile.mkdtemp(prefix="desk-")
    atexit.register(shutil.rmtree, folder, True)
    return folder

class Desk:
    def __init__(self, *options, folder=None, state=None):
        self.folder = pathlib.Path(folder or fresh_folder())
        self.state = state or fresh_folder()
        self.options = options
        self.start()

    def start(self):
        env = dict(os.environ, XDG_STATE_HOME=self.state, HOME=self.state)
        self.process = subprocess.Popen([program, "desk", "--port", "0", *self.options, str(self.folder)],
                                        stdout=subprocess.PIPE, stderr=None if os.environ.get("DESK_SHOW") else subprocess.PIPE, text=True, env=env)
        self.first = self.process.stdout.readline()
        found = re.search(r"(https?)://(\[[^\]]+\]|[^:/\s]+):(\d+)/(?:\?key=(\S+))?", self.first)
        assert found, f"no address in {self.first!r}: {self.process.poll()} {self.process.stderr.read() if self.process.poll() is not None else ''}"
        self.scheme, self.host, self.port, self.key = found[1], found[2], int(found[3]), found[4]
        self.address = f"{self.scheme}://127.0.0.1:{self.port}"

    def kill(self):
        self.process.kill()
        self.process.communicate()

    def stop(self):
        self.process.terminate()
        return self.process.communicate(timeout=10)

    def raw(self, method, path, body=None, headers=None, timeout=20):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        sent = {} if body is None else {"Content-Type": "application/json"}
        sent.update(headers or {})
        connection.request(method, path, body, {k: v for k, v in sent.items() if v is not None})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def ask(self, method, path, body=None, headers=None):
        status, _, text = self.raw(method, path, None if body is None else json.dumps(body), headers)
        return status, json.loads(text) if text[:1] in b"{[" else text

    def match(self, name, more=""):
        return "/api/match/" + urllib.parse.quote(name) + more

def wait_for(what, seconds=10, step=0.02):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (got := what()):
            return got
        time.sleep(step)
    raise AssertionError(f"nothing came within {seconds} s")

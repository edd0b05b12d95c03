"""What the benches share: processor seconds (user and system) of whole programs on one core, the least of several
rounds in which ours and the bare library take turns, so that a machine's mood touches both."""
import os, pathlib, subprocess, sys

root = pathlib.Path(__file__).resolve().parent.parent.parent
build = pathlib.Path(os.environ.get("BUILD", root / "build")).resolve()
tablecert = os.environ.get("TABLECERT", str(build / "tablecert"))
folder = build / "bench"
folder.mkdir(parents=True, exist_ok=True)
core = str(min(os.sched_getaffinity(0)))


def compile_bare(name, *libraries):
    """A program of tests/bench that does the bare library's part."""
    out = str(folder / name)
    subprocess.run([os.environ.get("CC", "gcc"), "-O2", "-o", out, str(root / f"tests/bench/{name}.c"), *libraries], check=True)
    return out


def run(argv, codes=(0, 1)):
    """(processor seconds, MB resident) of one run on one core."""
    environment = dict(os.environ, HOME=str(folder), XDG_CONFIG_HOME=str(folder))
    with open(folder / "messages", "w+b") as messages:
        child = subprocess.Popen(["taskset", "-c", core, *argv], stdout=subprocess.DEVNULL, stderr=messages, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
        messages.seek(0)
        if os.waitstatus_to_exitcode(status) not in codes:
            sys.exit(f"{' '.join(argv)}: exit {os.waitstatus_to_exitcode(status)}\n{messages.read(2000).decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def least(rounds, *commands, before=lambda: None):
    """For each command its least seconds and its largest size, the commands in turn."""
    seconds, sizes = [float("inf")] * len(commands), [0.0] * len(commands)
    for _ in range(rounds):
        for i, command in enumerate(commands):
            before()
            took, size = run(command)
            seconds[i], sizes[i] = min(seconds[i], took), max(sizes[i], size)
    return seconds, sizes


def within(what, figure, most, unit=""):
    """Prints a figure beside its bound. False when it is beyond."""
    good = figure <= most
    print(f"  {what}: {figure:.2f}{unit} (at most {most}{unit}){'' if good else '   BEYOND'}")
    return good

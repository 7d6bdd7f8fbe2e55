#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Changes real files of every format at random and gives them to the command line.

    run.py --bin build/release/bin --out build/mutations [--count 5000] [--seed 1] [--only onnx,keras] [--jobs 2]
           [--program 0.02] [FOLDER…]

Takes the models of resources/samples, of tests/fuzz/seeds, of the folders `oracles` and `faults` (NERVURE_ORACLES,
NERVURE_FAULTS) and of FOLDERs, and makes COUNT files of each format out of them (mutators.py). Each is shown by `info`,
and a share is run on the reference, drawn, or edited and read again; values, projects and weights go through the
commands that read them (seeds.py). Wanted of each: exit status 0 or 1, no signal, at most 5 s of processor time and
1 GB (but for runs of models whose own size asks for more), and where it is 1, lines of error that a person can read.

The share --program goes through nervure-cli itself, the others through forked_cli, which is the same without the
start. What is not so is kept in OUT/problems with a line in OUT/problems.txt; counts are added up in OUT/totals.json
over all runs into that folder. A case depends on seed, format and number alone: --only onnx --first 17 --count 1 makes
number 17 again. Exit status: 0 where there was no problem, 1 else.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import warnings

import mutators
import seeds

warnings.filterwarnings("ignore")  # of zipfile, about what is done on purpose
SECONDS = 5
MEBIBYTES = 1024
MUCH = 200 * 10 ** 6
MOST_KEPT = 30  # files of each format with the same fault
# What a person cannot read: words of the C++ library, of parsers, of crashes, bytes that are no text.
UNREADABLE = ["std::", "bad_alloc", "basic_string", "vector::", "map::at", "json.exception", "stoll", "stoi", "what()",
              "Assertion", "terminate", "HDF5-DIAG", "not suffice", "crash", "\ufffd", "exception"]


def shapes_wrong(answer):
    """The reason why an answer is not as it should be, or nothing."""
    if answer["signal"] == 9 and answer.get("is_large"):
        return None
    if answer["signal"] is not None:
        return "took too long" if answer["signal"] == 9 else f"signal {answer['signal']}"
    if answer["exit"] == 2 and any(words in answer["err"] for words in ("there is no node '#0'", "has no variable")):
        return None  # the command line names what the changed file no longer has
    if answer["exit"] not in (0, 1):
        return f"exit status {answer['exit']}"
    if answer.get("is_large"):
        return None
    if answer["cpu_ms"] > SECONDS * 1000:
        return f"{answer['cpu_ms'] / 1000:.1f} s"
    if answer["rss_mb"] > MEBIBYTES:
        return f"{answer['rss_mb']} MB"
    lines = answer["err"].splitlines()
    errors = [line for line in lines if line.startswith("nervure") and " warning: " not in line and " note: " not in line]
    if answer["exit"] == 1 and not errors:
        return "no line of error"
    if answer["exit"] == 1 and len(errors) > 30:
        return f"{len(errors)} lines of error"
    for line in lines:
        if len(line) > 700:
            return "a line of " + str(len(line))
        found = next((word for word in UNREADABLE if word in line), None)
        if found and not any(found in word for word in answer["words"]):
            return f"an unreadable line: {found}"
    return None


def asks_for_much(shown):
    """Whether a model that was changed really computes that long, or that much, by what `info` counts."""
    counts = {key: int(value) for key, value in re.findall(r'"(macs|activation_bytes|param_bytes)": (\d+)', shown["head"])}
    return counts.get("macs", 0) > MUCH or sum(counts.values()) > MUCH


class Runner:
    """One forked_cli, and the program itself."""

    def __init__(self, folder):
        self.folder = folder
        self.forked = self.start()

    def start(self):
        if not (self.folder / "forked_cli").exists():
            return None
        return subprocess.Popen([self.folder / "forked_cli"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, words, by_program):
        if by_program or not self.forked:
            answer = self.by_program(words)
        else:
            self.forked.stdin.write("\t".join([str(SECONDS * 4000), str(MEBIBYTES * 4), *words]) + "\n")
            self.forked.stdin.flush()
            line = self.forked.stdout.readline()
            if not line:
                self.forked = self.start()
                return {"exit": None, "signal": -1, "err": "forked_cli ended", "words": words, "cpu_ms": 0, "rss_mb": 0}
            answer = json.loads(line)
        answer["words"] = words
        return answer

    def by_program(self, words):
        limited = f"ulimit -c 0; ulimit -v {MEBIBYTES * 4096}; exec \"$@\""
        with tempfile.TemporaryFile() as out, subprocess.Popen(
                ["bash", "-c", limited, "sh", self.folder / "nervure-cli", *words], stdin=subprocess.DEVNULL,
                stdout=out, stderr=subprocess.PIPE, start_new_session=True) as child:
            timer = threading.Timer(SECONDS * 4, lambda: os.killpg(child.pid, 9))
            timer.start()
            text = child.stderr.read()
            _, status, used = os.wait4(child.pid, 0)
            timer.cancel()
            child.returncode = 0
            out.seek(0)
            head = out.read(2000000)
        return {"exit": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
                "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None, "rss_mb": used.ru_maxrss // 1024,
                "cpu_ms": (used.ru_utime + used.ru_stime) * 1000, "err": text[:3000].decode(errors="replace"), "head": head.decode(errors="replace")}


class Totals:
    """What was found, shared by the threads."""

    def __init__(self, out):
        self.out = out
        self.lock = threading.Lock()
        self.files = collections.Counter()
        self.commands = collections.Counter()
        self.problems = collections.Counter()
        self.kinds = collections.Counter()
        self.slowest = (0, "")
        self.largest = (0, "")
        (out / "problems").mkdir(parents=True, exist_ok=True)

    def add(self, name, number, content, suffix, answers):
        with self.lock:
            self.files[name] += 1
            for answer in answers:
                words = " ".join(answer["words"])
                self.commands[f"{name} {answer['words'][0]} {answer['exit']}"] += 1
                self.slowest = max(self.slowest, (answer["cpu_ms"], words))
                self.largest = max(self.largest, (answer["rss_mb"], words))
                wrong = shapes_wrong(answer)
                if wrong:
                    self.problems[name] += 1
                    self.kinds[(name, wrong)] += 1
                    if self.kinds[(name, wrong)] > MOST_KEPT:
                        continue
                    kept = self.out / "problems" / f"{name}-{number}{suffix}"
                    kept.write_bytes(content)
                    with open(self.out / "problems.txt", "a", encoding="utf-8") as out:
                        out.write(f"{wrong}: {kept}: {words}: {answer['err'][:400]!r}\n")

    def save(self):
        path = self.out / "totals.json"
        kept = json.loads(path.read_text()) if path.exists() else {}
        for key in ("files", "commands", "problems"):
            kept[key] = dict(collections.Counter(kept.get(key, {})) + getattr(self, key))
        path.write_text(json.dumps(kept, indent=1, sort_keys=True))
        return kept


def cases_of(name, form, arguments):
    """(format's name, format, number) of all cases of a format."""
    return ((name, form, number) for number in range(arguments.first, arguments.first + arguments.count))


def do_case(runner, totals, arguments, folder, case):
    name, form, number = case
    chance = random.Random(f"{arguments.seed}:{name}:{number}")
    seed = chance.choice(form.seeds)
    other = chance.choice(form.seeds)
    content = mutators.mutate(chance, seed.content, other.content, form.mutators)
    path = folder / f"changed{seed.suffix}"
    path.write_bytes(content)
    by_program = chance.random() < arguments.program
    answers = []
    for words in form.commands(seed, path, chance):
        answers.append(runner.ask(words, by_program))
        if words[0] == "run" and (answers[-1]["signal"] or answers[-1]["rss_mb"] > MEBIBYTES
                                  or answers[-1]["cpu_ms"] > SECONDS * 1000):
            answers[-1]["is_large"] = asks_for_much(runner.ask(["info", words[1], "--json"], True))
        if answers[-1]["exit"] != 0:
            break
    totals.add(name, number, content, seed.suffix, answers)


def work(cases, lock, totals, arguments, until):
    runner = Runner(arguments.bin)
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=base) as folder:
        while time.monotonic() < until:
            with lock:
                case = next(cases, None)
            if case is None:
                break
            do_case(runner, totals, arguments, pathlib.Path(folder), case)
    if runner.forked:
        runner.forked.stdin.close()
        runner.forked.wait()


def interleaved(sequences):
    """One of each by turns, so that a run that is ended early has seen all formats."""
    waiting = collections.deque(sequences)
    while waiting:
        one = waiting.popleft()
        item = next(one, None)
        if item is not None:
            waiting.append(one)
            yield item


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--program", type=float, default=0.02)
    parser.add_argument("--seconds", type=float, default=1e9, help="ends then")
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.bin = arguments.bin.resolve()
    arguments.out.mkdir(parents=True, exist_ok=True)
    runner = Runner(arguments.bin)
    forms = seeds.formats(runner, arguments.out / "seeds", arguments.folders)
    only = set(filter(None, arguments.only.split(",")))
    forms = {name: form for name, form in forms.items() if not only or name in only}
    for name, form in forms.items():
        print(f"{name}: {len(form.seeds)} seeds", flush=True)
    totals, lock = Totals(arguments.out), threading.Lock()
    cases = interleaved([cases_of(name, form, arguments) for name, form in forms.items() if form.seeds])
    until = time.monotonic() + arguments.seconds
    threads = [threading.Thread(target=work, args=(cases, lock, totals, arguments, until)) for _ in range(arguments.jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = totals.save()
    for name in forms:
        print(f"{name}: {totals.files[name]} files, {totals.problems[name]} problems; {kept['files'].get(name, 0)} in all")
    print(f"{sum(totals.files.values())} files, {sum(totals.commands.values())} commands, "
          f"{sum(totals.problems.values())} problems; most processor time {totals.slowest[0] / 1000:.2f} s "
          f"({totals.slowest[1]}), most memory {totals.largest[0]} MB ({totals.largest[1]})")
    sys.exit(1 if totals.problems else 0)


if __name__ == "__main__":
    main()

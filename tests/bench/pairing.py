# SPDX-License-Identifier: Apache-2.0
"""Our run times beside another program's, paired in time.

A round is some runs of theirs and as many of ours, which of them first by turns; its figure is the
ratio of their medians. Rounds in which their own least and median time are too far apart are
thrown out: their threads had no core of their own then, which says nothing of kernels. Results
have the medians of all rounds left, and the least and greatest ratio.

Ours are whole runs without event times, input upload to output read (`unprofiled_wall_ms` of
`nervure-cli profile`).
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
WARMUP = 3
# A median this many times the least time: the other program was disturbed.
MOST_SPREAD = 1.25


class Failed(Exception):
    """Something that ends the comparison, as one line."""


def cli(options, *words):
    """What nervure-cli answers, as JSON."""
    try:
        done = subprocess.run([options.cli, *map(str, words), "--json"], capture_output=True,
                              text=True, check=False)
    except OSError as error:
        raise Failed(f"{options.cli}: {error.strerror}") from error
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise Failed(f"{options.cli} {words[0]} ended with {done.returncode}: {lines[-1]}")
    return json.loads(done.stdout)


def summary(times):
    return {"min": min(times), "median": statistics.median(times)}


def timed(run, repeat):
    """Times of `repeat` runs of theirs, in ms, after some that do not count."""
    times = []
    for i in range(WARMUP + repeat):
        start = time.perf_counter()
        run()
        if i >= WARMUP:
            times.append((time.perf_counter() - start) * 1e3)
    return summary(times)


def time_ours(options, model, *words):
    """The least and the median time of `nervure-cli profile`, in ms."""
    profile = cli(options, "profile", model, *words, "--device", options.device, "--warmup", WARMUP,
                  "--repeat", options.repeat)
    wall = profile["unprofiled_wall_ms"]
    return {"min": wall["min"], "median": wall["median"]}


def is_disturbed(theirs):
    return theirs["median"] > MOST_SPREAD * theirs["min"]


def paired_rounds(rounds, time_ours, time_theirs):
    """Both times of each round; who is first changes from round to round."""
    pairs = []
    for i in range(rounds):
        if i % 2 == 0:
            ours, theirs = time_ours(), time_theirs()
        else:
            theirs, ours = time_theirs(), time_ours()
        pairs.append((ours, theirs))
    return pairs


def compared(pairs, theirs_key):
    """What the rounds say together, theirs as `theirs_key`; without a quiet round there are no
    figures."""
    kept = [pair for pair in pairs if not is_disturbed(pair[1])]
    result = {"rounds": len(pairs), "kept": len(kept)}
    if kept:
        ratios = [ours["median"] / theirs["median"] for ours, theirs in kept]
        result["ours_ms"] = statistics.median(ours["median"] for ours, _ in kept)
        result[theirs_key] = statistics.median(theirs["median"] for _, theirs in kept)
        result["ratio"] = {"median": statistics.median(ratios), "low": min(ratios),
                           "high": max(ratios)}
    return result


def row(name, result, theirs_key):
    """A line of the table that `heading` begins."""
    if not result["kept"]:
        return f"{name:20} no round of {result['rounds']} was quiet enough to compare"
    ratio = result["ratio"]
    return (f"{name:20} {result['ours_ms']:9.2f} {result[theirs_key]:9.2f} "
            f"{ratio['median']:7.2f}  [{ratio['low']:.2f}-{ratio['high']:.2f}]  "
            f"{result['kept']}/{result['rounds']}")


def heading():
    return f"{'network':20} {'ours ms':>9} {'theirs ms':>9} {'ratio':>7}  spread  rounds"


def compare(options, names, network_of, theirs):
    """Times (or with --check compares) each network and prints as it goes: the whole takes minutes.
    `network_of(name)` is a context that gives one; `theirs` is (title, module's name, version, key of
    their times)."""
    title, module, version, key = theirs
    results = {}
    if not options.json:
        print(f"{title} {version}, {options.threads} threads; "
              f"medians of {options.repeat} runs a round; ratio: ours / theirs")
        if not options.check:
            print(heading())
    for name in options.network or names:
        with network_of(name) as network:
            if options.check:
                results[name] = {"relative_difference": network.difference()}
                line = f"{name:20} relative difference {results[name]['relative_difference']:.2g}"
            else:
                results[name] = compared(paired_rounds(options.rounds, network.time_ours,
                                                       network.time_theirs), key)
                line = row(name, results[name], key)
        if not options.json:
            print(line, flush=True)
    if options.json:
        print(json.dumps({module: version, "networks": results}, indent=1))


def parsed(words, description, networks, extend=lambda parser: None):
    """The options that all comparisons have; --network is one of `networks`. `extend` adds more."""
    def positive(text):
        if int(text) < 1:
            raise ValueError
        return int(text)

    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--cli", default=str(ROOT / "build/release/bin/nervure-cli"))
    parser.add_argument("--device", default="pocl")
    parser.add_argument("--rounds", type=positive, default=8)
    parser.add_argument("--repeat", type=positive, default=20)
    parser.add_argument("--threads", type=positive, default=2)
    parser.add_argument("--network", action="append", help=", ".join(networks))
    parser.add_argument("--check", action="store_true", help="compare results, not times")
    parser.add_argument("--json", action="store_true")
    extend(parser)
    return parser.parse_args(words)


def fail(program, error):
    print(f"{program}: {error}", file=sys.stderr)
    return 1

# SPDX-License-Identifier: Apache-2.0
"""The files that run.py starts from, by format, and the command lines that it gives a changed one to."""
import dataclasses
import io
import json
import os
import pathlib
import re
import shutil
import struct
import zipfile

import mutators

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_BYTES = 96 * 1024
MOST_VALUES = 512 * 1024
MOST_SEEDS = 400
QUICK_MS = 400


@dataclasses.dataclass
class Seed:
    content: bytes
    suffix: str
    path: pathlib.Path
    is_quick: bool = False   # runs on the reference at once
    model: pathlib.Path = None   # that a file of values belongs to


@dataclasses.dataclass
class Format:
    seeds: list
    mutators: list
    commands: callable


def model_commands(seed, path, chance):
    yield ["info", str(path)]
    if seed.is_quick and chance.random() < 0.3:
        yield ["run", str(path), "--device", "reference"]
    if chance.random() < 0.08:
        yield ["render", str(path), "-o", str(path.with_name("picture.svg"))]
    if chance.random() < 0.1:
        edited = path.with_name("edited" + seed.suffix)
        edited.unlink(missing_ok=True)
        yield ["edit", str(path), "--rename", "#0=renamed", "-o", str(edited)]
        yield ["info", str(edited)]


def params_commands(seed, path, _):
    yield ["weights", str(path)]
    if seed.model:
        yield ["info", str(seed.model), "--params", str(path)]
    if seed.is_quick:
        yield ["run", str(seed.model), "--params", str(path), "--device", "reference"]


def input_commands(seed, path, _):
    name = f"x={path}" if seed.suffix == ".npy" else str(path)
    yield ["run", str(seed.model), "--input", name, "--device", "reference"]


def weights_commands(seed, path, chance):
    """Darknet's weights lie beside its .cfg."""
    model = path.with_suffix(".cfg")
    shutil.copy(seed.model, model)
    yield ["info", str(model)]
    yield ["weights", str(model)]
    if seed.is_quick and chance.random() < 0.3:
        yield ["run", str(model), "--device", "reference"]
    model.unlink()


def project_commands(seed, path, chance):
    yield ["info", str(path)]
    yield ["runs", str(path)]
    if chance.random() < 0.2:
        yield ["convert", str(path), str(path.with_name("converted.json"))]


def inner_of_project(name):
    return mutators.BYTES if name.endswith(".params") else mutators.DOCUMENT + mutators.TEXT + mutators.BYTES[:3]


def inner_of_keras(name):
    return mutators.HDF5 + mutators.BYTES[:3] if name.endswith(".h5") else mutators.DOCUMENT + mutators.TEXT


def folder_of(variable, name):
    return pathlib.Path(os.environ.get(variable, ROOT.parent / "shared" / name))


def files_of(folders):
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and 0 < path.stat().st_size <= MOST_BYTES and "results" not in path.parts:
                yield path


def few(found):
    """At most MOST_SEEDS of them, from all along the list."""
    step = max(len(found) / MOST_SEEDS, 1)
    return [found[int(i * step)] for i in range(int(len(found) / step))]


def npy(array_type, shape, data):
    header = f"{{'descr': '{array_type}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * ((64 - (len(header) + 11) % 64) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def identity_model(folder, shape, kind):
    path = folder / f"identity_{kind}_{len(shape)}.json"
    nodes = [{"op": "null", "name": "x", "attrs": {"__shape__": str(tuple(shape)), "__dtype__": str(kind)}, "inputs": []},
             {"op": "relu", "name": "r", "inputs": [[0, 0, 0]]}]
    path.write_text(json.dumps({"nodes": nodes, "arg_nodes": [0], "heads": [[1, 0, 0]]}))
    return path


def array_seeds(folder):
    """NumPy's files, and the archives of them, for models that take them."""
    arrays, archives = [], []
    kinds = {"<f4": 0, "<f8": 1, "<f2": 2, "|u1": 3, "<i4": 4, "|i1": 5, "<i8": 6}
    for descr, kind in kinds.items():
        for shape in [[1], [2, 3], [1, 3, 8, 8], [64, 64]]:
            count = 1
            for size in shape:
                count *= size
            content = npy(descr, tuple(shape), bytes(range(256)) * (count * int(descr[2]) // 256 + 1))
            content = content[:content.index(b"\n") + 1 + count * int(descr[2])]
            model = identity_model(folder, shape, kind)
            arrays.append(Seed(content, ".npy", folder, True, model))
            for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                out = io.BytesIO()
                with zipfile.ZipFile(out, "w", method) as archive:
                    archive.writestr("x.npy", content)
                archives.append(Seed(out.getvalue(), ".npz", folder, True, model))
    return arrays, archives


SUFFIXES = {".onnx": "onnx", ".pb": "tensorflow", ".pbtxt": "tensorflow", ".mlmodel": "coreml", ".cfg": "darknet",
            ".h5": "keras-h5", ".keras": "keras-zip", ".net": "net"}
FAMILIES = {"nnvm": "nnvm", "lightnet": "lightnet", "mxnet": "mxnet", "keras": "keras-json", "tvm": "tvm",
            "tvm-debug": "tvm"}


def kind_of(path, head):
    """The format of a file from its suffix, or the beginning of what `info --json` says."""
    found = re.search(r'"format": "([^"]*)"', head)
    return SUFFIXES.get(path.suffix) or FAMILIES.get(found.group(1) if found else "")


def model_seeds(runner, folders):
    """Seeds by format, of all files that `info` reads."""
    found = {}
    candidates = {}
    for path in files_of(folders):
        if path.suffix in SUFFIXES or path.suffix == ".json":
            candidates.setdefault((path.suffix, path.parent), []).append(path)
    for paths in candidates.values():
        for path in few(paths):
            shown = runner.ask(["info", str(path), "--json"], False)
            if shown["exit"] != 0:
                continue
            kind = kind_of(path, shown["head"])
            if kind:
                found.setdefault(kind, []).append(Seed(path.read_bytes(), path.suffix, path))
    return {kind: few(seeds) for kind, seeds in found.items()}


def time_them(runner, found, folder):
    """Which run at once; known from the run before where there was one."""
    file = folder / "quick.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    for seeds in found.values():
        for seed in seeds:
            key = str(seed.path)
            if key not in known:
                answer = runner.ask(["run", key, "--device", "reference"], False)
                known[key] = answer["exit"] is not None and answer["cpu_ms"] < QUICK_MS and answer["rss_mb"] < 500
            seed.is_quick = known[key]
    file.write_text(json.dumps(known))


def beside(found, kind, suffix, wanted):
    """The files of values that lie beside models of a kind."""
    seeds = []
    for seed in found.get(kind, []):
        path = seed.path.with_suffix(suffix)
        if not path.exists() and kind == "mxnet":
            path = next(iter(sorted(seed.path.parent.glob(seed.path.stem.replace("-symbol", "") + "*.params"))), path)
        if path.exists() and path.stat().st_size <= MOST_VALUES:
            seeds.append(Seed(path.read_bytes(), wanted, path, seed.is_quick, seed.path))
    return seeds


def projects(runner, folder, found):
    seeds = []
    for kind in ("nnvm", "lightnet", "onnx", "mxnet", "keras-json", "darknet", "coreml", "tensorflow"):
        for i, seed in enumerate(found.get(kind, [])[:12]):
            path = folder / f"{kind}{i}.nervure"
            edits = ["--rename", "#0=first", "--graph-note", "a note"]
            if not path.exists():
                runner.ask(["edit", str(seed.path), *edits, "-o", str(path)], False)
            if path.exists():
                seeds.append(Seed(path.read_bytes(), ".nervure", path))
    return seeds


def nets(runner, folder, found):
    for i, seed in enumerate(found.get("lightnet", [])[:80]):
        path = folder / f"{i}.net"
        if not path.exists():
            runner.ask(["convert", str(seed.path), str(path)], False)


def formats(runner, folder, more):
    folder.mkdir(parents=True, exist_ok=True)
    folders = [ROOT / "resources/samples", ROOT / "tests/fuzz/seeds", folder_of("NERVURE_ORACLES", "oracles"),
               folder_of("NERVURE_FAULTS", "faults"), *more]
    found = model_seeds(runner, folders)
    nets(runner, folder, found)
    found.setdefault("net", []).extend(model_seeds(runner, [folder]).get("net", []))
    time_them(runner, found, folder)
    text, message = mutators.TEXT, mutators.MESSAGE
    both = mutators.DOCUMENT + text + mutators.BYTES[:4]
    ways = {"nnvm": both, "lightnet": both, "mxnet": both, "tvm": both, "keras-json": both,
            "net": text * 2 + mutators.BYTES[:4], "darknet": text * 2 + mutators.BYTES[:4],
            "onnx": message + mutators.BYTES, "tensorflow": message + mutators.BYTES, "coreml": message + mutators.BYTES,
            "keras-h5": mutators.HDF5 + mutators.BYTES,
            "keras-zip": [mutators.change_archive(inner_of_keras)]}
    result = {kind: Format(found.get(kind, []), way, model_commands) for kind, way in ways.items()}
    arrays, archives = array_seeds(folder)
    result["npy"] = Format(arrays, mutators.BYTES + text, input_commands)
    result["npz"] = Format(archives, [mutators.change_archive(lambda name: mutators.BYTES + text)], input_commands)
    for kind, suffix, names in (("params", ".params", ["params", "nnvm"]), ("mxnet-params", ".params", ["mxnet_params"]),
                                ("wts", ".wts", ["wts", "lightnet"])):
        alone = [Seed(path.read_bytes(), suffix, path) for path in files_of(folders)
                 if path.suffix == suffix and path.relative_to(path.parents[2]).parts[-2] in names]
        result[kind] = Format(alone, mutators.BYTES, params_commands)
    result["mxnet-params"].seeds += beside(found, "mxnet", ".params", ".params")
    result["darknet-weights"] = Format(beside(found, "darknet", ".weights", ".weights"), mutators.BYTES, weights_commands)
    result["project"] = Format(projects(runner, folder, found), [mutators.change_archive(inner_of_project)],
                               project_commands)
    return result

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Edits ONNX's own models and compares what is saved with what `onnx` makes of the same edit.

    onnx_edits.py --cli build/release/bin/nervure-cli --work build/onnx-edits [FILE.onnx …]

The models are those of the Python package `onnx` (node, simple, light and pytorch sets), of the oracles
(NERVURE_ORACLES) and the files named. Each is saved as it is: the same bytes. Then one attribute, the name of
one operator and one edge are changed, where a model has one: the result has to be the model that `onnx` makes of
the same edit. `onnx.checker` with full check and, where it is there, ONNX Runtime have to take it wherever they take
the original; after a new edge shapes need not fit, and they are not asked. Then the first size of the first input is
doubled, and gets a name: what is declared of values has to follow, so that both take the result, or `info` has to
report a finding about it. Then an operator is extracted, one is duplicated, the model is merged into itself, and an
initializer gets typed values: both have to take the results, and what is extracted computes what it computes in the
model. What the command line refuses with a reason counts as refused. Exit status: 0 where all is as it should be, 77
where Python has no onnx.
"""
import argparse
import collections
import json
import math
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

try:
    import numpy
    import onnx
    from onnx.backend.test.case.node import collect_testcases
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)
try:
    import onnxruntime
    onnxruntime.set_default_logger_severity(4)
except ImportError:
    onnxruntime = None

def models(arguments):
    """The paths of all models."""
    folder = pathlib.Path(onnx.__file__).parent / "backend" / "test" / "data"
    found = sorted(folder.rglob("*.onnx"))
    # Newer packages make those of the node set themselves.
    for case in collect_testcases(None) if not arguments.files else []:
        if case.model is not None:
            path = arguments.work / f"{case.name}.onnx"
            path.write_bytes(case.model.SerializeToString())
            found.append(path)
    oracles = pathlib.Path(os.environ.get("NERVURE_ORACLES", "../shared/oracles")) / "onnx" / "models"
    return [pathlib.Path(file) for file in arguments.files] or found + sorted(oracles.rglob("*.onnx"))


def takes(path):
    """What takes the model: names of programs."""
    taken = set()
    try:
        onnx.checker.check_model(str(path), full_check=True)
        taken.add("onnx.checker with full check")
    except Exception:  # whatever it does not like
        pass
    if onnxruntime is not None:
        try:
            onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
            taken.add("ONNX Runtime")
        except Exception:
            pass
    return taken


def first_operator(model):
    """The place of the first operator in the order in which nodes are named, as #7."""
    names = dict.fromkeys([value.name for value in model.graph.input]
                          + [value.name for value in model.graph.initializer]
                          + [value.values.name for value in model.graph.sparse_initializer])
    return len(names)


def edits(model):
    """(what, options of `edit`, function that does the same to a model)."""
    first = first_operator(model)
    if model.graph.node:
        def rename(changed):
            changed.graph.node[0].name = "renamed by a test"
        yield "name", ["--rename", f"#{first}=renamed by a test"], rename
    for i, node in enumerate(model.graph.node):
        attribute = next((a for a in node.attribute if a.type == onnx.AttributeProto.FLOAT and not a.ref_attr_name),
                         None)
        if attribute is not None:
            key = attribute.name

            def change(changed, i=i, key=key):
                next(a for a in changed.graph.node[i].attribute if a.name == key).f = 0.5
            yield "attribute", ["--set", f"#{first + i}.{key}=0.5"], change
            break
    for i, node in enumerate(model.graph.node):
        # An operator with two inputs that are defined reads the first one twice.
        if len(node.input) == 2 and all(node.input) and node.input[0] != node.input[1] and not is_body(node):
            source = source_of(model, node.input[0], first)
            if source is not None:
                def rewire(changed, i=i):
                    changed.graph.node[i].input[1] = changed.graph.node[i].input[0]
                yield "edge", ["--rewire", f"#{first + i}:1={source}"], rewire
                break


def sizes(model):
    """(what, options of `edit`) that change the first size of the first input that is no initializer."""
    given = {value.name for value in model.graph.initializer}
    for i, value in enumerate(model.graph.input):
        shape = value.type.tensor_type.shape.dim
        if value.name in given or not shape or not all(size.HasField("dim_value") for size in shape):
            continue
        rest = "".join(f",{size.dim_value}" for size in shape[1:])
        yield "size", ["--type", f"#{i}={2 * shape[0].dim_value}{rest}"]
        yield "name of a size", ["--type", f"#{i}=batch{rest}"]
        return


def structural_edits(model, path):
    """(what, options of `edit`) whose results have to be models that others take."""
    first = first_operator(model)
    if model.graph.node:
        middle = len(model.graph.node) // 2
        yield "extract", ["--extract", f"#{first + middle}"]
        yield "duplicate", ["--duplicate", f"#{first + middle}"]
    yield "merge", ["--merge", str(path)]
    names = list(dict.fromkeys([v.name for v in model.graph.input] + [v.name for v in model.graph.initializer]))
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT and 0 < math.prod(tensor.dims) <= 64:
            values = ", ".join(["0.25"] * math.prod(tensor.dims))
            yield "values", ["--values",
                             f"#{names.index(tensor.name)}=float32[{', '.join(map(str, tensor.dims))}] {values}"]
            break


def random_inputs(session):
    """Values for the inputs of a model; None where their types are others than of tensors of numbers."""
    generator = numpy.random.default_rng(1)
    types = {"tensor(float)": numpy.float32, "tensor(double)": numpy.float64, "tensor(float16)": numpy.float16,
             "tensor(int64)": numpy.int64, "tensor(int32)": numpy.int32, "tensor(bool)": numpy.bool_}
    values = {}
    for value in session.get_inputs():
        if value.type not in types:
            return None
        shape = [size if isinstance(size, int) else 1 for size in value.shape]
        values[value.name] = (generator.random(shape) * 2).astype(types[value.type])
    return values


def other_values(model, part_path):
    """What of a part computes something else than in its model; None where it could not be compared."""
    part = onnx.load(str(part_path))
    try:
        whole = onnx.ModelProto()
        whole.CopyFrom(model)
        known = {value.name for value in whole.graph.output}
        given = {value.name for value in whole.graph.input} | {value.name for value in whole.graph.initializer}
        wanted = [value.name for value in list(part.graph.input) + list(part.graph.output)]
        wanted = [name for name in wanted if name not in given]
        whole.graph.output.extend(onnx.ValueInfoProto(name=name) for name in wanted if name not in known)
        session = onnxruntime.InferenceSession(whole.SerializeToString(), providers=["CPUExecutionProvider"])
        inputs = random_inputs(session)
        if inputs is None:
            return None
        computed = dict(zip(wanted, session.run(wanted, inputs)))
        part_session = onnxruntime.InferenceSession(str(part_path), providers=["CPUExecutionProvider"])
        fed = {value.name: computed.get(value.name, inputs.get(value.name)) for value in part_session.get_inputs()}
        outputs = [value.name for value in part_session.get_outputs()]
        found = part_session.run(outputs, fed)
    except Exception:  # a model that ONNX Runtime does not run
        return None
    for name, value in zip(outputs, found):
        if name not in computed:
            return f"{name} is no value of the model"
        expected = computed[name]
        if isinstance(value, numpy.ndarray) and value.dtype.kind in "fiub" and not numpy.allclose(
                value, expected, rtol=1e-4, atol=1e-5, equal_nan=True):
            return f"{name} is another one"
    return ""


def is_body(node):
    return any(a.type in (onnx.AttributeProto.GRAPH, onnx.AttributeProto.GRAPHS) for a in node.attribute)


def source_of(model, value, first):
    """The value as the command line names it."""
    for i, node in enumerate(model.graph.node):
        if value in node.output:
            return f"#{first + i}:{list(node.output).index(value)}"
    names = list(dict.fromkeys([v.name for v in model.graph.input] + [v.name for v in model.graph.initializer]))
    return f"#{names.index(value)}:0" if value in names else None


def without_types(model):
    """The model without the types that it declares for values: a new edge makes others of them."""
    bare = onnx.ModelProto()
    bare.CopyFrom(model)
    del bare.graph.value_info[:]
    for value in bare.graph.output:
        value.ClearField("type")
    return bare


class Checker:
    def __init__(self, arguments):
        self.cli = arguments.cli
        self.work = arguments.work

    def save(self, path, to, options):
        run = subprocess.run([self.cli, "edit" if options else "convert", str(path), *options]
                             + (["-o", str(to)] if options else [str(to)]), capture_output=True, text=True)
        return run.stderr.strip() if run.returncode else None, "is no longer known" in run.stderr

    def has_findings(self, path):
        run = subprocess.run([self.cli, "info", str(path), "--json"], capture_output=True, text=True)
        try:
            return any(finding.get("severity") != "note" for finding in json.loads(run.stdout).get("diagnostics", []))
        except ValueError:
            return True

    def check(self, number, path):
        """(what was done, what is wrong) of one model."""
        original = path.read_bytes()
        model = onnx.ModelProto()
        model.ParseFromString(original)
        to = self.work / f"edited_{number}.onnx"
        error, _ = self.save(path, to, [])
        yield "saved", error or ("" if to.read_bytes() == original else "the bytes differ")
        before = None
        for what, options, change in edits(model):
            # Shapes need not fit after a new edge.
            error, loses_sizes = self.save(path, to, options + (["--allow-errors"] if what == "edge" else []))
            if error:
                yield what, error
                continue
            expected = onnx.ModelProto()
            expected.CopyFrom(model)
            change(expected)
            found = onnx.ModelProto()
            found.ParseFromString(to.read_bytes())
            before = takes(path) if before is None else before
            lost = before - takes(to) if what != "edge" else set()
            if what == "edge" or loses_sizes: # which is reported
                found, expected = without_types(found), without_types(expected)
            if found != expected:
                yield what, "the model is not what onnx makes of the same edit"
            elif lost:
                yield what, f"{', '.join(sorted(lost))} takes the original, not the result"
            else:
                yield what, ""
        for what, options in sizes(model):
            error, _ = self.save(path, to, options)
            before = takes(path) if before is None else before
            lost = before - takes(to) if not error else set()
            yield what, error or (f"{', '.join(sorted(lost))} takes the original, not the result"
                                  if lost and not self.has_findings(to) else "")
        for what, options in structural_edits(model, path):
            to.unlink(missing_ok=True)
            error, _ = self.save(path, to, options)
            if error:
                # With an error finding nothing is written; anything else of the kind has its reason too.
                yield what + " refused", "" if not to.exists() and "nervure" in error else error
                continue
            before = takes(path) if before is None else before
            lost = before - takes(to)
            problem = f"{', '.join(sorted(lost))} takes the original, not the result" if lost else ""
            yield what, problem
            if what == "extract" and not problem and "ONNX Runtime" in before:
                other = other_values(model, to)
                if other is not None:
                    yield "extract by value", other
        to.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    checker = Checker(arguments)
    paths = models(arguments)
    done, wrong = collections.Counter(), []
    with ThreadPoolExecutor(max_workers=2) as pool:
        for path, results in zip(paths, pool.map(lambda job: list(checker.check(*job)), enumerate(paths))):
            for what, problem in results:
                done[what] += 1
                if problem:
                    wrong.append(f"wrong: {path}: {what}: {problem}")
    print("\n".join(wrong))
    runtime = "" if onnxruntime is not None else "; without ONNX Runtime, which is not there"
    print(f"{len(paths)} models: " + ", ".join(f"{what} {count}" for what, count in done.items())
          + f"; {len(wrong)} wrong{runtime}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

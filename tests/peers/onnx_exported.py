#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs models that exporters make on the spot and compares what they compute with ONNX Runtime, by value.

    onnx_exported.py --cli build/release/bin/nervure-cli --work build/onnx-exported [--device D]… [--only WORDS]
                     [--no-edits]

exported_models.py makes them; those of groups of packaging/peers that this Python does not have are named and left
out. A model passes where each output is within SHARE of its spread (greatest minus smallest element) of ONNX
Runtime's, one quantum for quantized models; a model whose output is constant would show nothing, and fails. A model
that does not run is named with our line that says why, which is no failure where it is a refusal. Edits that change no
value (edits_of) are made of each model, too: ONNX Runtime has to take what comes of them, and to compute the same.
Prints a table: model, nodes, greatest error by spread on each device, verdict. Exit status: 0 where nothing is wrong,
77 where Python has none of the exporters.

Without instructions for products of bytes (VNNI) ONNX Runtime saturates sums of products of uint8 and int8. Its answer
to 64 products of 255 and 127 is asked for first, and told: where it is not exact, ONNX Runtime is asked to be precise,
and where that does not help, quantized models whose values differ are not judged.
"""
import argparse
import logging
import os
import pathlib
import sys
import traceback
import warnings

try:
    import numpy
    import onnx
    import onnxruntime
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)
import exported_models
from our_runs import Ours, SHARE, shapes_of

EXACT_PRODUCTS = 64 * 255 * 127


def quiet():
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    onnxruntime.set_default_logger_severity(4)


def make(name, function, folder):
    """Writes a model and its inputs unless they are there; gives the inputs by name."""
    done = folder / "inputs.npz"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        home = os.getcwd()
        os.chdir(folder)
        try:
            with open(folder / "exporter.log", "w", encoding="utf-8") as log:
                out, sys.stdout = sys.stdout, log
                try:
                    inputs = function(folder)
                finally:
                    sys.stdout = out
        finally:
            os.chdir(home)
        names = [value.name for value in session(folder / "model.onnx").get_inputs()]
        if set(names) != set(inputs):  # the exporter has its own
            inputs = dict(zip(names, inputs.values()))
        numpy.savez(done, **inputs)
    with numpy.load(done) as archive:
        return {key: archive[key] for key in archive.files}


class Peer:
    """How ONNX Runtime is to compute here."""
    is_asked_to_be_precise = False
    saturates = False


def session(path):
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.x64quantprecision", str(int(Peer.is_asked_to_be_precise)))
    model = path if isinstance(path, bytes) else str(path)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def products_of_bytes():
    """The sum of 64 products of 255 and 127 as ONNX Runtime computes it."""
    weights = onnx.numpy_helper.from_array(numpy.full((64, 16), 127, numpy.int8), "w")
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("MatMulInteger", ["x", "w"], ["y"])], "products",
        [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.UINT8, [16, 64])],
        [onnx.helper.make_tensor_value_info("y", onnx.TensorProto.INT32, [16, 16])], [weights])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 13)], ir_version=8)
    result, = session(model.SerializeToString()).run(None, {"x": numpy.full((16, 64), 255, numpy.uint8)})
    return int(result.min())


def ask_peer_of_products():
    """Finds out whether quantized models can be judged here, and says so."""
    usual = found = products_of_bytes()
    if usual != EXACT_PRODUCTS:
        Peer.is_asked_to_be_precise = True
        found = products_of_bytes()
        Peer.saturates = found != EXACT_PRODUCTS
    told = "exact" if usual == EXACT_PRODUCTS else f"{usual:,} usually, {found:,} where it is asked to be precise"
    judged = ", quantized models are not judged" if Peer.saturates else ""
    print(f"ONNX Runtime's 64 products of 255 and 127, {EXACT_PRODUCTS:,}: {told}{judged}")


def is_quantized(model):
    return any(word in node.op_type for node in model.graph.node for word in ("Quantize", "QLinear", "Integer"))


def run_peer(path, inputs):
    running = session(path)
    return dict(zip([value.name for value in running.get_outputs()], running.run(None, inputs)))


def quantum_of(model, spread):
    """The step of the last quantization, as a share of the spread; nothing for models without any."""
    values = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    kinds = {node.op_type for node in model.graph.node}
    if kinds & {"DynamicQuantizeLinear", "DynamicQuantizeLSTM"}:
        return 1 / 255
    last = next((node for node in reversed(model.graph.node) if node.op_type == "DequantizeLinear"), None)
    if last is None or last.input[1] not in values:
        return None
    return float(values[last.input[1]].max()) / spread * 1.001


def compare(found, expected, model):
    """(greatest error by spread, what is wrong)."""
    worst, wrong = 0.0, ""
    for name, wanted in expected.items():
        if name not in found:
            return worst, f"there is no output {name}"
        value = found[name]
        if value.shape != wanted.shape:
            return worst, f"{name} is {value.shape}, expected {wanted.shape}"
        if value.dtype != wanted.dtype:
            wrong = f"{name} is {value.dtype}, expected {wanted.dtype}"
        spread = float(numpy.ptp(wanted.astype(numpy.float64))) if wanted.size else 0.0
        if spread == 0:
            return worst, f"{name} is constant"
        error = float(numpy.abs(value.astype(numpy.float64) - wanted.astype(numpy.float64)).max()) / spread
        worst = max(worst, error) if error == error else float("nan")
        if not error <= (quantum_of(model, spread) or SHARE):
            wrong = wrong or f"{name} is off by {error:.1e} of its spread"
    return worst, wrong


def edits_of(model):
    """(what, options): edits that change no value."""
    first = len(dict.fromkeys([value.name for value in model.graph.input]
                              + [tensor.name for tensor in model.graph.initializer]))
    last = first + len(model.graph.node) - 1
    yield "rename", ["--rename", f"#{first}=renamed by a test"]
    yield "duplicate", ["--duplicate", f"#{first}"]
    reader = next(((i, j) for i, node in enumerate(model.graph.node) for j, value in enumerate(node.input)
                   if any(value in other.output for other in model.graph.node[:i])
                   and node.op_type not in ("If", "Loop", "Scan")), None)
    if reader:
        yield "insert", ["--insert", f"#{first + reader[0]}:{reader[1]}=Identity"]
        yield "insert and bridge", ["--insert", f"#{first + reader[0]}:{reader[1]}=between=Identity",
                                    "--delete-bridge", "between"]
    yield "output", ["--output", f"#{first}:0"]
    yield "output and not", ["--output", f"#{first}:0", "--no-output", f"#{first}:0"] if first != last else []
    yield "extract all", ["--extract", ",".join(f"#{i}" for i in range(first, last + 1))]
    if model.graph.initializer:  # shapes are inferred from small ones, which have to stay in the model
        name = max(model.graph.initializer, key=lambda tensor: tensor.ByteSize()).name
        yield "move values out", ["--move-out", f"{name}=values.bin"]
        yield "values out and in", ["--move-out", f"{name}=values.bin", "--embed", name]


def check_edits(ours, path, inputs, expected, folder):
    """(done, refused, what is wrong of each)."""
    model = onnx.load(path, load_external_data=False)
    done, refused, wrong = 0, 0, []
    for what, options in edits_of(model):
        if not options:
            continue
        to = folder / "edited.onnx"
        to.unlink(missing_ok=True)
        (folder / "values.bin").unlink(missing_ok=True)
        called = ours.call("edit", path, *options, "-o", to)
        if called.returncode != 0:
            refused += 1
            print(f"refused: {folder.name}: {what}: {called.stderr.strip()[:200]}", file=sys.stderr)
            if called.returncode != 1:
                wrong.append(f"{what}: exit status {called.returncode}: {called.stderr[-200:].strip()}")
            continue
        done += 1
        try:
            computed = run_peer(to, inputs)
        except Exception as error:  # whatever ONNX Runtime does not like
            wrong.append(f"{what}: ONNX Runtime does not take it: {str(error).splitlines()[0][:200]}")
            continue
        bad = [name for name in expected if name not in computed
               or not numpy.array_equal(computed[name], expected[name], equal_nan=expected[name].dtype.kind == "f")]
        if bad:
            wrong.append(f"{what}: {bad[0]} is not as it was")
    return done, refused, wrong


def check(name, function, arguments, ours):
    """(row of the table, whether a value is wrong)."""
    folder = arguments.work / name.replace(" ", "-").replace(",", "")
    try:
        inputs = make(name, function, folder)
        expected = run_peer(folder / "model.onnx", inputs)
    except ImportError as error:
        return [name, "", "", f"left out: {error}"], False
    except Exception as error:  # the peers' own trouble
        traceback.print_exc(file=sys.stderr)
        return [name, "", "", f"left out: {type(error).__name__}: {str(error).splitlines()[0][:100]}"], False
    model = onnx.load(folder / "model.onnx", load_external_data=False)
    errors, verdicts, is_wrong = [], [], False
    for device in arguments.device or ["reference"]:
        found, why = ours.run(folder / "model.onnx", inputs, device, folder, shapes_of(inputs))
        if found is None:
            errors.append("-")
            verdicts.append(f"does not run: {why}")
            is_wrong = is_wrong or "exit status" in why
            continue
        worst, wrong = compare(found, expected, model)
        errors.append(f"{worst:.1e}")
        is_judged = not (Peer.saturates and is_quantized(model))
        verdicts.append("right" if not wrong else f"wrong: {wrong}" if is_judged else f"not judged: {wrong}")
        is_wrong = is_wrong or (bool(wrong) and is_judged)
    verdict = verdicts[0] if len(set(verdicts)) == 1 else "; ".join(
        f"{device}: {text}" for device, text in zip(arguments.device, verdicts))
    if arguments.edits:
        done, refused, wrong = check_edits(ours, folder / "model.onnx", inputs, expected, folder)
        verdict += f"; {done} edits, {refused} refused" + "".join(f"; wrong: {text}" for text in wrong)
        is_wrong = is_wrong or bool(wrong)
    return [name, str(len(model.graph.node)), " ".join(errors), verdict], is_wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--device", action="append", default=[])
    parser.add_argument("--only", default="", help="models whose names have one of these words, with commas between")
    parser.add_argument("--no-edits", dest="edits", action="store_false")
    arguments = parser.parse_args()
    arguments.work = arguments.work.resolve()
    os.environ["YOLO_CONFIG_DIR"] = str(arguments.work)
    quiet()
    ours, failed, rows, left = Ours(arguments.cli), 0, 0, 0
    only = [word for word in arguments.only.split(",") if word]
    ask_peer_of_products()
    print("| model | nodes | error by spread | verdict |\n| --- | --- | --- | --- |")
    for name, _, function in exported_models.MODELS:
        if only and not any(word in name for word in only):
            continue
        row, is_wrong = check(name, function, arguments, ours)
        print("| " + " | ".join(row) + " |", flush=True)
        rows += 1
        left += row[3].startswith("left out")
        failed += is_wrong
    print(f"{rows - left} models, {failed} wrong, {left} left out")
    is_incomplete = left > 0 and os.environ.get("NERVURE_REQUIRE_PEERS", "0") != "0"
    sys.exit(77 if left == rows else 1 if failed or is_incomplete else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the declarations of ONNX's operators with those of the Python package `onnx`.

    onnx_declarations.py --cli build/release/bin/nervure-cli [OPERATOR …]

Every version of every operator of ai.onnx: attributes with kind, default and whether they are required, inputs and
outputs with names, element types, optional and variadic ones. Exit status 77 where Python has no onnx.
"""
import argparse
import json
import subprocess
import sys

try:
    import numpy
    from onnx import defs, helper
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

KINDS = {"FLOAT": "number", "INT": "integer", "FLOATS": "number tuple", "INTS": "integer tuple"}
# Defaults that the package writes wrongly: its own description says "forward".
MISPRINTS = {"foward": "forward"}
TYPES = {"float": "float32", "double": "float64"}


def default_text(attribute):
    if not attribute.default_value.type:
        return ""
    value = helper.get_attribute_value(attribute.default_value)
    if isinstance(value, bytes):
        return MISPRINTS.get(value.decode(), value.decode())
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, list) and value and isinstance(value[0], bytes):
        return json.dumps([item.decode() for item in value], separators=(",", ":"))
    return str(value)


def number_text(value):
    return repr(float(str(numpy.float32(value))))


def is_same_default(ours, theirs, kind):
    if kind == "number" and ours and theirs:
        return numpy.float32(ours) == numpy.float32(theirs)
    return ours == theirs


def type_names(schema, type_text):
    texts = next((c.allowed_type_strs for c in schema.type_constraints if c.type_param_str == type_text), [type_text])
    names = [text[len("tensor("):-1] for text in texts if text.startswith("tensor(")]
    return sorted(TYPES.get(name, name) for name in names)


def values(schema, formals):
    return [{"name": formal.name.rstrip("."), "types": type_names(schema, formal.type_str),
             "optional": formal.option.name == "Optional", "variadic": formal.option.name == "Variadic"}
            for formal in formals]


def differences(schema, ours):
    found = []
    attributes = {attribute["name"]: attribute for attribute in ours["attrs"]}
    for name, attribute in schema.attributes.items():
        our = attributes.pop(name, None)
        if our is None:
            found.append(f"attribute {name} is missing")
            continue
        kind = KINDS.get(attribute.type.name, "text")
        if our["kind"] != kind and not (our["kind"] == "choice" and kind == "text"):
            found.append(f"{name} is {our['kind']}, expected {kind}")
        if our["required"] != attribute.required:
            found.append(f"{name}: required is {our['required']}")
        if not attribute.required and not is_same_default(our["default"], default_text(attribute), kind):
            found.append(f"{name}: default is {our['default']}, expected {default_text(attribute)}")
        if not our["help"]:
            found.append(f"{name} has no help")
    found += [f"attribute {name} is too much" for name in attributes]
    if ours["deprecated"] != schema.deprecated:
        found.append(f"deprecated is {ours['deprecated']}")
    if schema.deprecated:
        return found
    for side, formals in (("inputs", schema.inputs), ("outputs", schema.outputs)):
        our = [{**value, "types": sorted(value["types"])} for value in ours["signature"][side]]
        expected = values(schema, formals)
        if our != expected:
            found.append(f"{side} are {[v for v in our if v not in expected]}, "
                         f"expected {[v for v in expected if v not in our]}")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--work", help="not used: nothing is written")
    parser.add_argument("operators", nargs="*")
    arguments = parser.parse_args()
    answer = subprocess.run([arguments.cli, "ops", "--dialect", "onnx", "--all-versions", "--json"],
                            capture_output=True, text=True, check=True)
    ours = {(op["name"], op["since"]): op for op in json.loads(answer.stdout)["ops"]}
    schemas = [s for s in defs.get_all_schemas_with_history() if s.domain == ""
               and (not arguments.operators or s.name in arguments.operators)]
    wrong, missing = 0, []
    for schema in sorted(schemas, key=lambda s: (s.name, s.since_version)):
        declared = ours.pop((schema.name, schema.since_version), None)
        if declared is None:
            missing.append(f"{schema.name} {schema.since_version}")
            continue
        found = differences(schema, declared)
        wrong += bool(found)
        for text in found:
            print(f"{schema.name} {schema.since_version}: {text}")
    if not arguments.operators:
        for name, since in ours:
            print(f"{name} {since}: no such version")
            wrong += 1
    if missing:
        print("not declared: " + ", ".join(missing))
    print(f"{len(schemas) - wrong - len(missing)} of {len(schemas)} versions as declared there")
    sys.exit(0 if not wrong and not missing else 1)


if __name__ == "__main__":
    main()

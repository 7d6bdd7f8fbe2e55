// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Operators that nobody has but this file, in the three dialects.
namespace nervure::tests {

inline constexpr const char *ownOperators = R"json({
  "nervure_operators": 1,
  "comment": "what a compiler of our own makes",
  "operators": [
    {
      "name": "scaled_dense",
      "summary": "alpha * (data * weight^T + bias)",
      "category": "convolution",
      "inputs": [
        "data",
        {"name": "weight", "shape": "[units, data.shape[-1]]", "parameter": true},
        {"name": "bias", "when": "use_bias", "shape": "[units]", "parameter": true}
      ],
      "outputs": [{"name": "result", "shape": "data.shape[:-1] + [units]"}],
      "attributes": [
        {"name": "units", "type": "integer", "required": true, "minimum": 1, "help": "features that come out"},
        {"name": "alpha", "type": "number", "default": 1.0, "help": "what the result is multiplied with"},
        {"name": "use_bias", "type": "boolean", "default": true, "help": "whether there is a bias"}
      ],
      "require": [
        {"that": "data.rank == 2", "message": "data has {data.rank} dimensions, expected 2 with {units} units"}
      ],
      "macs": "product(result.shape) * data.shape[-1]",
      "lowering": [
        {
          "when": "use_bias",
          "nodes": [
            {"name": "dense", "op": "dense", "inputs": ["data", "weight", "bias"], "attrs": {"units": "{units}"}},
            {"name": "scale", "op": "__mul_scalar__", "inputs": ["dense"], "attrs": {"scalar": "{alpha}"}}
          ],
          "outputs": ["scale"]
        },
        {
          "nodes": [
            {"name": "dense", "op": "dense", "inputs": ["data", "weight"], "attrs": {"units": "{units}", "use_bias": false}},
            {"name": "scale", "op": "__mul_scalar__", "inputs": ["dense"], "attrs": {"scalar": "{alpha}"}}
          ],
          "outputs": ["scale"]
        }
      ]
    },
    {
      "name": "soft_clip",
      "summary": "between 0 and a limit",
      "category": "activation",
      "inputs": ["data"],
      "outputs": [{"name": "output", "shape": "data.shape"}],
      "attributes": [{"name": "limit", "type": "number", "default": 6, "minimum": 0}],
      "inplace": [["data", "output"]],
      "lowering": [{
        "nodes": [{"name": "clip", "op": "clip", "inputs": ["data"], "attrs": {"a_min": 0, "a_max": "{limit}"}}],
        "outputs": ["clip"]
      }]
    },
    {
      "name": "pack",
      "summary": "values side by side, as another type",
      "inputs": [{"name": "parts", "variadic": true}],
      "outputs": [{
        "name": "output",
        "shape": "parts[0].shape[:axis] + [total(parts, axis)] + parts[0].shape[axis + 1:]",
        "type": "if narrow then 'int8' else parts[0].type"
      }],
      "attributes": [
        {"name": "axis", "type": "integer", "default": 1, "minimum": 0},
        {"name": "narrow", "type": "boolean", "default": false}
      ],
      "require": [
        {"that": "parts.count > 0", "message": "there is nothing to pack"},
        {"that": "parts[0].type != 'float64'", "message": "parts are {parts[0].type}, expected another type"}
      ]
    },
    {
      "name": "OwnClip",
      "dialect": "mxnet",
      "inputs": ["data"],
      "outputs": [{"name": "output", "shape": "data.shape"}],
      "lowering": [{
        "nodes": [{"name": "clip", "op": "clip", "inputs": ["data"], "attrs": {"a_min": 0, "a_max": 1}}],
        "outputs": ["clip"]
      }]
    },
    {
      "name": "own.domain:Halve",
      "dialect": "onnx",
      "category": "pooling",
      "inputs": ["X", {"name": "B", "optional": true}],
      "outputs": [{"name": "Y", "shape": "X.shape[:-1] + [X.shape[-1] // 2]", "type": "X.type"}],
      "attributes": [{"name": "factor", "type": "number", "default": 0.5}],
      "lowering": [{
        "nodes": [
          {"name": "half", "op": "split", "inputs": ["X"], "attrs": {"indices_or_sections": 2, "axis": "{X.rank - 1}"}},
          {"name": "scale", "op": "__mul_scalar__", "inputs": ["half:0"], "attrs": {"scalar": "{factor}"}}
        ],
        "outputs": ["scale"]
      }]
    }
  ]
})json";

} // namespace nervure::tests

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/execution/tensor.h"

#include <map>
#include <string>
#include <vector>

namespace nervure::tests {

/// A LightNet document run operator by operator through the references, in file order.
struct LightNetRun {
    std::string error; ///< the first thing that failed; empty when all ran
    std::string printed;
    TensorMap tensors; ///< all that were defined, by name
};

[[nodiscard]] LightNetRun runLightNet(const std::string &json, const Builtins &builtins,
                                      Semantics semantics = Semantics::Fixed);

/// A document of a create operator for each tensor and one operator reading them:
///     oneOp("slice", {{"src", "[2,3]", "[1,2,3,4,5,6]"}}, "axis:1,start:0,len:2")
struct LightNetInput {
    std::string role;
    std::string dims;
    std::string data;
    std::string dtype = "TL_FLOAT";
};
[[nodiscard]] std::string oneOp(const std::string &optype, const std::vector<LightNetInput> &inputs,
                                const std::vector<std::pair<std::string, std::string>> &params,
                                const std::vector<std::string> &outputs = {"dst"});

/// Elements of an output of a oneOp() document; none if there is no such tensor.
[[nodiscard]] std::vector<double> resultOf(const LightNetRun &run, const std::string &role = "dst");

/// Compares what fixed semantics compute with LightNet's recorded values for every corpus file whose
/// name starts so: operators whose two semantics agree. Exact semantics are the runner's business.
/// What depends on an operator that LightNet leaves empty is not compared, nor are random elements.
struct OracleComparison {
    int files = 0;
    int tensors = 0;
    std::vector<std::string> differences;
};
[[nodiscard]] OracleComparison compareWithLightNet(const std::string &prefix,
                                                   const Builtins &builtins);

} // namespace nervure::tests

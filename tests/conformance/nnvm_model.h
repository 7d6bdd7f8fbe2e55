// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace nervure::conformance {

/// A graph of the corpus that a record names, and what its oracle gives its inputs.
struct NnvmModel {
    Graph graph;
    InputFacts facts;
};

/// The record's `model`. Nothing, with a finding in the report, when it is not in this folder or
/// is refused.
[[nodiscard]] std::optional<NnvmModel> readModel(const NnvmContext &context,
                                                 const nlohmann::json &record, FileReport &report);

} // namespace nervure::conformance

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/conformance/lightnet_context.h"

#include <optional>

namespace nervure::conformance {

/// A document as far as loading and inference come, in exact semantics.
struct LightNetDocument {
    std::optional<Graph> graph; ///< nothing when it was refused
    PassRun inferred;
    Diagnostics found; ///< by loading and inference

    [[nodiscard]] const Diagnostic *firstError() const;
};

[[nodiscard]] LightNetDocument openLightNet(const LightNetContext &context,
                                            const std::string &text);

/// Operators in the order in which they stand: name, optype, names of tensors.
[[nodiscard]] nlohmann::json operatorsJson(const Graph &graph);

/// Every tensor of an inferred document by name: dtype, dims, len, bytes.
[[nodiscard]] nlohmann::json tensorsJson(const PassRun &inferred);

/// LightNet's name of a type.
[[nodiscard]] std::string lightNetTypeName(DType type);

/// Where an error should be: empty when one of the errors is at the operator that LightNet's
/// message names, or it names none.
[[nodiscard]] std::string comparePlace(const Diagnostics &found, const std::string &complaint);

} // namespace nervure::conformance

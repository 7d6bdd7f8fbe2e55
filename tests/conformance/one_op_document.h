// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace nervure::conformance {

/// A tensor that is created for an operator to read.
struct OneOpInput {
    std::string role; ///< the tensor's name too
    std::string dtype;
    nlohmann::json dims;
    nlohmann::json data;
    nlohmann::json range = {0, 0}; ///< random elements between these, instead of the data
};

/// A LightNet document of one operator and what it reads.
struct OneOpDocument {
    std::vector<OneOpInput> inputs;
    nlohmann::json params; ///< by name

    /// The document's text. Outputs are named by their roles.
    [[nodiscard]] std::string text(const std::string &optype,
                                   const std::vector<std::string> &outputs) const;
};

} // namespace nervure::conformance

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/id.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nervure {

/// How one of the values that contradict each other at a node came there: rule by rule, from where it was
/// given.
struct ValueTrail {
    /// A node, and what its rule made of the value before; the first was given it.
    struct Step {
        NodeId node;
        std::string name;
        std::string value; ///< "1×64×56×56"
    };

    std::string what;        ///< the value at the node, in its own words: "data is 1×256"
    std::vector<Step> steps; ///< never empty; the last made the value that the node sees
};

/// The steps that a reader needs: the first, the last, and those between that change the value, of which
/// at most six are kept, the last ones.
struct TellingSteps {
    std::vector<ValueTrail::Step> steps;
    std::size_t leftOut = 0; ///< behind the first
};

[[nodiscard]] TellingSteps tellingSteps(const ValueTrail &trail);

/// "data is 1×256: 1×3×8×8 from 'x', 1×4×8×8 by 'conv0', 1×256 by 'flatten0'".
[[nodiscard]] std::string trailText(const ValueTrail &trail);

} // namespace nervure

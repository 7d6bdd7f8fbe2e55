// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/proof_steps.h"
#include "core/proof/proved_steps.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// How steps are compared.
struct BisectOptions {
    std::optional<double> tolerance; ///< relative; nothing: that of rounding, by type
    std::size_t heldBytes = ValueTrace::usualBytes; ///< of the values of a graph
    bool goesOn = false;                            ///< behind the first step that differs, too
    /// How many seeds make the values that nobody gave: a step differs where an output does with one of them.
    std::size_t seeds = 3;
    /// This step alone, and where its graph cannot be run those behind it until one can.
    std::optional<std::size_t> only{};
    /// Each step beside the first graph, instead of the one before it: small errors add up.
    bool isAgainstFirst = false;
};

/// "first" or "before".
[[nodiscard]] std::string_view againstName(bool isAgainstFirst);

/// Runs the graph before and after each step on the same values, up to the first step after which an output is another
/// one beyond the tolerance (BisectOptions). Values that nobody gave are made from several seeds. A graph that cannot
/// be run is passed over, and the next is compared with the one before it: see ProofVerdict::Joined and NotRun. Operators
/// that nothing here computes are cut out where both graphs have them. Fails where the first graph cannot be run,
/// where a pass fails, and with "device-…" and "cancelled".
[[nodiscard]] Result<Bisection> bisect(const ProofSteps &steps, const BisectOptions &options,
                                       const ProofContext &context);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/proof_steps.h"
#include "core/proof/value_comparison.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What was found out about a step.
enum class ProofVerdict : std::uint8_t {
    Unchanged, ///< the graph is the one before
    Same,      ///< all values are, within the tolerance, but for what is made good behind
    Joined, ///< the graph cannot be run, but that of a later step can: it was compared with that one
    Differs,  ///< a value is another one
    Broken,   ///< the graph cannot be run any more, or what is said of it is not so
    Open,     ///< it could not be found out
    NotAsked, ///< nobody wanted to know: BisectOptions::only
    Unread, ///< its file is no model that could be run; the next one is compared with the one before
};
/// "unchanged", "same", "joined", "differs", "broken", "open", "not asked", "unread".
[[nodiscard]] std::string_view verdictName(ProofVerdict verdict);
/// The one that is called so.
[[nodiscard]] std::optional<ProofVerdict> verdictOfName(std::string_view name);

/// A step with its graph run beside the one before.
struct ProvedStep {
    std::string name;
    ProofVerdict verdict = ProofVerdict::Unchanged;
    std::string remark{}; ///< why it is open, broken or unread
    std::size_t compared = 0;
    std::size_t madeGood =
        0;               ///< of them values that are others on purpose, see core/proof/README.md
    TensorError worst{}; ///< the greatest of each kind, of all others
    /// The first node that makes what is no number, where none did before.
    std::optional<NonFiniteSource> nonFinite{};
    std::vector<ComparedValue> values{}; ///< all that were looked at
};

/// The first pass after which a value is another one, and the first such value.
struct FirstDifference {
    std::size_t step = 0; ///< in Bisection::steps
    std::string node;     ///< whose value it is, or which cannot be computed; may be empty
    std::optional<ComparedValue> value{}; ///< nothing: the graph is broken
    std::string reason{};                 ///< the pass's own words about the node
    std::vector<std::string> from{};      ///< the nodes before that it came from
};

/// What running the graph after each step shows.
struct Bisection {
    std::vector<ProvedStep> steps; ///< up to the first that differs, unless more was asked for
    std::optional<FirstDifference> found;
    bool isAgainstFirst = false; ///< as BisectOptions have it

    [[nodiscard]] std::size_t countOf(ProofVerdict verdict) const;
};

/// How steps are compared.
struct BisectOptions {
    std::optional<double> tolerance; ///< relative; nothing: that of rounding, by type
    std::size_t heldBytes = ValueTrace::usualBytes; ///< of the values of a graph
    bool goesOn = false;                            ///< behind the first step that differs, too
    /// This step alone, and where its graph cannot be run those behind it until one can.
    std::optional<std::size_t> only{};
    /// Each step beside the first graph, instead of the one before it: small errors add up.
    bool isAgainstFirst = false;
};

/// "first" or "before".
[[nodiscard]] std::string_view againstName(bool isAgainstFirst);

/// Runs the graph before and after each step on the same values, up to the first step that changes one of
/// them beyond the tolerance (BisectOptions). A graph that cannot be run is passed over if a later one can: only together with the passes behind it
/// does such a step make sense. Fails where the first graph cannot be run, where a pass fails, and with
/// "device-…" and "cancelled".
[[nodiscard]] Result<Bisection> bisect(const ProofSteps &steps, const BisectOptions &options,
                                       const ProofContext &context);

} // namespace nervure

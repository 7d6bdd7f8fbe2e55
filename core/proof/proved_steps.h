// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/value_comparison.h"
#include "core/proof/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// A step with its graph run beside the one before.
struct ProvedStep {
    std::string name;
    ProofVerdict verdict = ProofVerdict::Identical;
    std::string remark{}; ///< why it is broken or was not run
    std::size_t compared = 0;
    std::size_t madeGood = 0; ///< of them inner values that differ, where no output does
    TensorError worst{};      ///< the greatest of each kind, of all others
    /// The first node that makes what is no number, where none did before.
    std::optional<NonFiniteSource> nonFinite{};
    std::vector<ComparedValue> values{}; ///< all that were looked at
    bool isUnreadable = false;           ///< not run: its file is no model, or a damaged one
    /// Operators that nothing here computes: both graphs have them, and what they compute was taken to be equal.
    std::vector<std::string> assumed{};
    std::size_t seeds = 0;               ///< how many seeds it was compared with; 0: it was not run
    std::optional<std::uint64_t> seed{}; ///< the first with which an output differs
    std::vector<std::string> notRunBefore{}; ///< the steps before it that it was compared across
};

/// The first pass after which a value is another one, and the first such value.
struct FirstDifference {
    std::size_t step = 0; ///< in Bisection::steps
    std::string node;     ///< whose value it is, or which cannot be computed; may be empty
    std::optional<ComparedValue> value{}; ///< nothing: the graph is broken
    std::string reason{};                 ///< the pass's own words about the node
    std::vector<std::string> from{};      ///< the nodes before that it came from
};

/// The results of running the graph after each step.
struct Bisection {
    std::vector<ProvedStep> steps; ///< up to the first that differs, unless more was asked for
    std::optional<FirstDifference> found;
    bool isAgainstFirst = false; ///< as BisectOptions have it
    /// Variables whose values nobody gave: they are made from seeds.
    std::vector<std::string> invented{};

    [[nodiscard]] std::size_t countOf(ProofVerdict verdict) const;
    /// Of all steps together: Different if one differs or is broken, else NotRun if one was not run or there is
    /// none, else Identical or Equal.
    [[nodiscard]] ProofVerdict verdict() const;
    [[nodiscard]] bool hasUnreadable() const;
    /// How many steps a verdict was asked of, and of how many there is one.
    [[nodiscard]] std::size_t asked() const;
    [[nodiscard]] std::size_t decided() const { return asked() - countOf(ProofVerdict::NotRun); }
};

/// The operators that any of its verdicts takes to be equal, each once.
[[nodiscard]] std::vector<std::string> assumedIn(const Bisection &bisection);
/// "different", "incomplete", "identical" or "equal".
[[nodiscard]] std::string_view proofWord(const Bisection &bisection);

} // namespace nervure

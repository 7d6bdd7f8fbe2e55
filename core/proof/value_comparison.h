// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/cut_operators.h"
#include "core/proof/value_pairs.h"
#include "core/proof/value_trace.h"

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// Two values beside each other.
struct ComparedValue {
    NodeId before;
    std::string beforeName; ///< of its node; outputs behind the first "split0[1]"
    NodeId after;
    std::string name; ///< the same of the graph after
    /// Numbers of the nodes in the indexed graphs, and which of their outputs they are.
    std::uint32_t beforePlace = 0;
    std::uint32_t beforeOutput = 0;
    std::uint32_t place = 0;
    std::uint32_t output = 0;
    std::string op;
    Shape shape; ///< of the graph after
    DType type = DType::Unknown;
    std::optional<std::size_t> result; ///< the number of the result that it is
    bool isBoundary = false;           ///< an operator that was cut out of both graphs reads it
    double tolerance = 0;              ///< relative
    TensorError error;
    /// Why they could not be compared, or what was done for it; a result that cannot be compared differs.
    std::string remark{};
    bool isCompared = true;
    /// It differs, leads to an output that does, and nothing that it is computed of differs: a difference begins here.
    bool isOrigin = false;

    [[nodiscard]] bool differs() const { return error.relative > tolerance; }
    /// A verdict rests on it: it is a result, or what an operator that was cut out reads.
    [[nodiscard]] bool isOutput() const { return result || isBoundary; }
};

/// The names of those that are origins, in their order.
[[nodiscard]] std::vector<std::string> originNames(const std::vector<ComparedValue> &values);

/// The values of two graphs that ought to be equal.
struct ValueComparison {
    std::vector<ComparedValue> values; ///< in the order of the graph after
    /// The first that is an origin: parallel branches may have one each. What is otherwise on purpose (a scale that moved into
    /// weights) and changes no output is not meant: without an output that differs there is none.
    std::optional<std::size_t> first;
    std::size_t resultsBefore = 0;
    std::size_t resultsAfter = 0;
    std::optional<NonFiniteSource> nonFiniteBefore;
    std::optional<NonFiniteSource> nonFiniteAfter;

    /// An output differs, or there are not as many results.
    [[nodiscard]] bool resultsDiffer() const;
    /// Every result of both was looked at, be it that it could not be compared: there is at least one.
    [[nodiscard]] bool coversResults() const;
    /// The value of the greatest relative error, or null.
    [[nodiscard]] const ComparedValue *worst() const;
};

/// A graph with the values that it computes. The trace may be over more: calls of kernels that were put in
/// words.
struct TracedGraph {
    const IndexedGraph &index;
    const Analyses *analyses = nullptr; ///< for layouts; may be null
    ValueTrace &trace;
    const CutOperators *cuts = nullptr; ///< that were cut out of it; null: none

    /// The number of its heads that are its own results.
    [[nodiscard]] std::size_t resultCount() const;
};

/// Which heads of two graphs belong together: results by number, what was cut by its key.
[[nodiscard]] PairedHeads pairedHeads(const TracedGraph &before, const TracedGraph &after);

/// Runs both for their outputs alone. Says whether one differs, or there are not as many. Fails where one cannot
/// be run.
[[nodiscard]] Result<bool> outputsDiffer(const TracedGraph &before, const TracedGraph &after,
                                         std::optional<double> tolerance,
                                         const ProofContext &context);

/// Runs both and compares. Without `tolerance` each type has that of rounding. `provenance` says where the nodes after came from. Fails where one
/// cannot be run.
[[nodiscard]] Result<ValueComparison> compareValues(const TracedGraph &before,
                                                    const TracedGraph &after,
                                                    const Provenance &provenance,
                                                    std::optional<double> tolerance,
                                                    const ProofContext &context);

} // namespace nervure

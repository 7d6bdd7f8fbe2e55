// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/entry_readers.h"
#include "core/passes/pass_spec.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace nervure {

/// What inference of one value per entry left behind, when its first sweep found all of them.
template <typename Traits>
struct SweepState {
    using Value = typename Traits::Value;
    /// No node settled the value: it was given.
    static constexpr std::uint32_t given = 0;

    std::shared_ptr<const IndexedGraph> index;
    std::vector<Value> start;             ///< by entry, before the sweep
    std::vector<Value> values;            ///< by entry, all known
    std::vector<std::uint32_t> settledBy; ///< by entry: 1 + the node whose step found the value
};

/// An entry that is not as it was.
template <typename Value>
struct SweepChange {
    std::uint32_t entry = 0;
    Value before;
};

/// What a sweep did.
struct SweepReport {
    std::size_t steps = 0;
    std::vector<bool> isChanged; ///< by entry: not what the state before had, or new
};

/// Repeats NNVM's inference (attribute_inference.h) where a changed graph makes it come out another
/// way. As long as one sweep finds everything, every entry changes once, at the step of the node
/// that settles it. So a step comes out as before if its node is as before and each of its entries
/// has the same value, settled on the same side of the step. Only the other steps are done again; what
/// they change makes the later steps at the same entries be done, too. Wherever one sweep would not do,
/// or a rule fails, there is no result, and the whole inference has to decide.
///
/// `old` may be null: then every step is done. `start` are the values before the sweep. For
/// ShapeTraits and TypeTraits.
template <typename Traits>
[[nodiscard]] std::optional<SweepState<Traits>> sweepAgain(
    const PassContext &context, const EntryReaders &readers, const SweepState<Traits> *old,
    std::vector<typename Traits::Value> start, SweepReport &report);

/// The same where the wiring is as before (IndexedGraph::sharesWiringWith), without a look at what the
/// edit does not reach: brings `state` up to date in place. `touched` are the nodes that were edited,
/// `starts` the values before the sweep that are others than before. Gives what changed, in the order
/// of the entries; nothing where there is no result, and then `state` is of no more use.
template <typename Traits>
[[nodiscard]] std::optional<std::vector<SweepChange<typename Traits::Value>>> sweepTouched(
    const PassContext &context, const EntryReaders &readers, std::span<const std::uint32_t> touched,
    std::span<const SweepChange<typename Traits::Value>> starts, SweepState<Traits> &state,
    std::size_t &steps);

} // namespace nervure

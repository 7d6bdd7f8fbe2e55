// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/entry_uses.h"
#include "core/graph/indexed/node_index_map.h"
#include "core/passes/pass_spec.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace nervure {

/// What inference of one value per entry left behind, when its first sweep found all of them.
template <typename Traits>
struct SweepState {
    using Value = typename Traits::Value;
    /// No node settled the value: it was given, and was known before the sweep.
    static constexpr std::uint32_t given = 0;

    std::vector<Value> values;            ///< by entry, all known
    std::vector<std::uint32_t> settledBy; ///< by entry: 1 + the node whose step found the value
    /// What was given of other entries, and was not all: by entry, such as a shape with a 0.
    std::map<std::uint32_t, Value> partly;
};

/// An entry that is not as it was.
template <typename Value>
struct SweepChange {
    std::uint32_t entry = 0;
    Value before;
};

/// What an edit did, as far as a sweep has to know.
template <typename Traits>
struct SweepEdit {
    std::span<const std::uint32_t> touched; ///< nodes that were edited, or are new
    /// What is given of these entries, where it is not as before or the entry is new.
    std::span<const SweepChange<typename Traits::Value>> starts;
    const NodeIndexMap *nodeIndexMap = nullptr; ///< null: the wiring is as before
};

/// NNVM's inference (attribute_inference.h), such that an edited graph can be followed: one sweep over
/// all nodes, with what it leaves behind. `start` are the values before the sweep. Nothing where one
/// sweep would not do, or a rule fails; then the whole inference has to decide. For ShapeTraits and
/// TypeTraits.
template <typename Traits>
[[nodiscard]] std::optional<SweepState<Traits>> sweepAll(const PassContext &context,
                                                         const EntryUses &readers,
                                                         std::vector<typename Traits::Value> start,
                                                         std::size_t &steps);

/// Repeats it where an edit makes it come out another way. As long as one sweep finds everything, every
/// entry changes once, at the step of the node that settles it. So a step comes out as before if its
/// node is as before and each of its entries has the same value, settled on the same side of the step.
/// Only the other steps are done again; what they change makes the later steps at the same entries be
/// done, too.
///
/// Brings `state` up to date. Gives the entries that were there and now have other values, in their
/// order; nothing where there is no result, and then `state` is of no more use.
template <typename Traits>
[[nodiscard]] std::optional<std::vector<SweepChange<typename Traits::Value>>> sweepTouched(
    const PassContext &context, const EntryUses &readers, const SweepEdit<Traits> &edit,
    SweepState<Traits> &state, std::size_t &steps);

} // namespace nervure

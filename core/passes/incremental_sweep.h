// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <memory>
#include <optional>
#include <vector>

namespace nervure {

/// What inference of one value per entry left behind, when its first sweep found all of them.
template <typename Traits>
struct SweepState {
    using Value = typename Traits::Value;
    /// No node settled the value: it was given.
    static constexpr std::uint32_t given = 0xFFFFFFFF;

    std::shared_ptr<const IndexedGraph> index;
    std::vector<Value> start;             ///< by entry, before the sweep
    std::vector<Value> values;            ///< by entry, all known
    std::vector<std::uint32_t> settledBy; ///< by entry: the node whose step found the value
    std::vector<bool> isChanged;          ///< by entry: not what the state before had, or new
};

/// Repeats NNVM's inference (attribute_inference.h) where a changed graph makes it come out another
/// way. As long as one sweep finds everything, every entry changes once, at the step of the node
/// that settles it. So a step comes out as before if its node is as before and each of its entries
/// has the same value, settled on the same side of the step. Only the other steps are done again; what
/// they change makes the later steps at the same entries be done, too. Wherever one sweep would not do,
/// or a rule fails, there is no result, and the whole inference has to decide.
///
/// `old` may be null: then every step is done. `start` are the values before the sweep. `steps` is how
/// many steps were done. For ShapeTraits and TypeTraits.
template <typename Traits>
[[nodiscard]] std::optional<SweepState<Traits>> sweepAgain(
    const PassContext &context, const SweepState<Traits> *old,
    std::vector<typename Traits::Value> start, std::size_t &steps);

} // namespace nervure

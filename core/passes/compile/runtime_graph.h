// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/fused_groups.h"
#include "core/passes/pass_spec.h"

#include <unordered_map>

namespace nervure {

/// The graph attributes that GraphCompile reads, over the snapshot of the pass.
struct CompiledGroups {
    const Shapes &shapes;
    const DTypes &types;
    const std::vector<std::int64_t> &roots;
    const std::vector<std::int64_t> &masters;
    const std::vector<std::int64_t> &patterns;
    const FusedGroups &fused;

    /// Fails when one is missing or has not a value for every node or entry.
    static Result<CompiledGroups> of(const PassContext &context);

    [[nodiscard]] std::uint32_t rootOf(std::uint32_t id) const
    {
        return static_cast<std::uint32_t>(roots[id]);
    }
};

/// How an _assign is run. Its result is its variable: they share storage.
enum class AssignMode : std::uint8_t {
    Copy,    ///< the value is copied into the variable
    InPlace, ///< what computes the value writes it there, and nothing is left to do
};

/// What became of the graph.
struct RuntimeGraph {
    std::shared_ptr<const IndexedGraph> index; ///< of the new graph
    std::unordered_map<NodeId, AssignMode> assigns;
};

/// Makes NNVM's runtime graph of the pass's graph, in its place: the variables, and one tvm_op for
/// each group under the id of its root. Tells the provenance. Fails where a value is read that no
/// group stores.
[[nodiscard]] Result<RuntimeGraph> makeRuntimeGraph(PassContext &context,
                                                    const CompiledGroups &groups);

} // namespace nervure

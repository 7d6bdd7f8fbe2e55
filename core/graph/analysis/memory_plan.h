// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/indexed/indexed_graph.h"

#include <optional>
#include <string>
#include <vector>

namespace nervure {

/// One value that lives in a storage, from the step that makes it to the last that reads it.
struct StorageTenant {
    NodeId node;
    std::string name;
    std::uint32_t output = 0;
    std::uint32_t entry = 0; ///< its id in the indexed graph
    std::int64_t bytes = 0;
    std::int64_t offset = -1;    ///< bytes from the start of the arena, where the plan has one
    std::uint32_t firstStep = 0; ///< steps are nodes of the indexed graph, in its order
    std::uint32_t lastStep = 0;
    bool inPlace = false; ///< it took over its input's storage
};

/// One storage of a memory plan with its tenants, in order of time.
struct StorageBlock {
    std::int64_t id = 0;
    std::int64_t bytes = 0; ///< the largest tenant
    std::vector<StorageTenant> tenants;

    [[nodiscard]] std::uint32_t firstStep() const;
    [[nodiscard]] std::uint32_t lastStep() const;
};

/// A memory plan, laid open: who shares what, and what sharing saves. Variables have no part in it:
/// their memory is there before the run, whatever number a compiled graph gives it.
struct MemoryPlanView {
    std::vector<StorageBlock> blocks; ///< by id
    bool hasOffsets = false;          ///< one arena, as LightNet's and ours, not blocks as NNVM's
    std::int64_t plannedBytes = 0;    ///< of the arena, or the sum over the blocks
    std::int64_t naiveBytes = 0;      ///< sum over all its values, were nothing shared
    std::int64_t notAllocated = 0;    ///< values whose size is unknown (storage_num_not_allocated)
    std::uint32_t stepCount = 0;
};

/// Bytes an element has in NNVM's plan, whatever its type.
inline constexpr std::int64_t plannedElementBytes = 4;

/// Reads `storage_id`, `storage_offset`, `shape` and `storage_inplace_index` over `index`; nothing
/// when there is no plan. Without offsets sizes follow NNVM: four bytes an element. With them, in graphs of
/// TVM's runtime (which have `dltype`) and of values that have a ValueType, they are what the type takes.
[[nodiscard]] std::optional<MemoryPlanView> memoryPlanView(const IndexedGraph &index,
                                                           const Analyses &analyses);

/// The bytes that are in use at each step: of each storage that holds a value then, what the largest of these
/// takes. A value that took over its input's storage counts once. No plan of these values takes less than the most
/// of them.
[[nodiscard]] std::vector<std::int64_t> bytesInUse(const MemoryPlanView &plan);
/// The most bytes that are in use at one time.
[[nodiscard]] std::int64_t peakBytes(const MemoryPlanView &plan);
/// The values that are alive at a step, the largest first; of `plan`.
[[nodiscard]] std::vector<const StorageTenant *> aliveAt(const MemoryPlanView &plan,
                                                         std::uint32_t step);

/// The bytes that a plan takes for the values it holds: what the planner says, else the sum over the
/// storages (compiled graphs bring a plan without one). Nothing without a plan, and where the plan
/// leaves values out whose size is unknown.
[[nodiscard]] std::optional<std::int64_t> plannedBytes(const IndexedGraph &index,
                                                       const Analyses &analyses);

struct PlanBytes {
    std::optional<std::int64_t> planned; ///< plannedBytes()
    std::optional<std::int64_t> peak;    ///< peakBytes()
};
/// The peak looks at every value, which takes a while in large graphs.
[[nodiscard]] PlanBytes planBytes(const IndexedGraph &index, const Analyses &analyses,
                                  bool withPeak = true);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/analysis/inherited_facts.h"
#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

namespace nervure {

/// What a model holds and costs, for every part of the program that tells it. Nothing stands where a
/// shape, a type or a rule is unknown: a part is never told as if it were all.
struct GraphTotals {
    std::optional<std::int64_t> parameters;     ///< elements of all parameters (findParameters())
    std::optional<std::int64_t> parameterBytes; ///< their bytes
    std::optional<std::int64_t> macs;           ///< multiply-accumulates of one run
    /// Of all values that operators compute in a run, in their true types, as if none shared memory.
    /// Inputs, parameters and what LightNet makes once are no such values.
    std::optional<std::int64_t> activationBytes;
    std::optional<std::int64_t> plannedBytes; ///< of the memory plan (planBytes())
    std::optional<std::int64_t> peakBytes;    ///< of it, the most that is in use at one time
};

/// What single nodes and values of a snapshot cost; `analyses` are vectors over it. Both must outlive
/// this. Nothing stands where a shape, a type or a rule is unknown.
class NodeCosts {
public:
    /// `kernels` says what passes know of calls of kernels; it must outlive this, too. Null: nothing.
    NodeCosts(const IndexedGraph &index, const Analyses &analyses, Semantics semantics,
              const KernelMacs *kernels = nullptr)
        : m_index(index),
          m_shapes(analyses.find(keys::shape, index)),
          m_types(analyses.find(keys::dtype, index)),
          m_values(analyses.find(keys::valueType, index)),
          m_semantics(semantics),
          m_kernels(kernels)
    {}

    /// Of a value, by its entry id.
    [[nodiscard]] std::optional<std::int64_t> elements(std::uint32_t entry) const;
    [[nodiscard]] std::optional<std::int64_t> bytes(std::uint32_t entry) const;
    /// Multiply-accumulates of one run of a node, by its id in the snapshot.
    [[nodiscard]] std::optional<std::int64_t> macs(std::uint32_t id) const;

private:
    [[nodiscard]] const Shape *known(std::uint32_t entry) const;

    const IndexedGraph &m_index;
    const Shapes *m_shapes;
    const DTypes *m_types;
    const ValueTypes *m_values; ///< of ONNX graphs
    Semantics m_semantics;
    const KernelMacs *m_kernels;
};

/// The totals of a snapshot that is followed by others: what a node adds is kept, so that only what has
/// changed is added up again. The memory plan is no sum over nodes and stays open here.
class RunningTotals {
public:
    RunningTotals() = default;
    /// Adds all up. `analyses` are vectors over the snapshot; `isParameter` says of nodes what
    /// findParameters() finds.
    RunningTotals(const IndexedGraph &index, const Analyses &analyses,
                  const std::function<bool(NodeId)> &isParameter, Semantics semantics,
                  const KernelMacs *kernels = nullptr);

    /// For a snapshot that numbers the nodes otherwise: `before` are their numbers so far, `none` for nodes
    /// that are new, which add nothing yet and are no parameters. What is gone adds nothing any more.
    void renumber(std::span<const std::uint32_t> before);
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    /// What it adds is another thing then.
    void setParameter(std::uint32_t node, bool isParameter) { m_isParameter[node] = isParameter; }
    /// Adds these nodes up again.
    void update(const IndexedGraph &index, const Analyses &analyses, Semantics semantics,
                std::span<const std::uint32_t> nodes);
    [[nodiscard]] GraphTotals totals() const;

private:
    /// An amount, or that it is not known.
    static constexpr std::int64_t unknown = -1;
    struct Part {
        std::int64_t parameters = 0;
        std::int64_t bytes = 0;
        std::int64_t macs = 0;
        std::int64_t activations = 0; ///< bytes
    };
    /// A sum that parts can be taken out of again, whatever its size.
    struct Sum {
        void add(std::int64_t amount, int sign);
        [[nodiscard]] std::optional<std::int64_t> value() const;

        std::int64_t low = 0;  ///< below 2^62
        std::int64_t high = 0; ///< times 2^62
        std::int64_t unknowns = 0;
    };

    [[nodiscard]] Part partOf(const IndexedGraph &index, const NodeCosts &costs,
                              std::uint32_t id) const;
    void add(const Part &part, int sign);

    std::vector<Part> m_parts;       ///< by node
    std::vector<bool> m_isParameter; ///< by node: its outputs are parameters
    Sum m_parameters;
    Sum m_bytes;
    Sum m_macs;
    Sum m_activations;
};

/// Adds up over the snapshot, as RunningTotals, and reads the memory plan.
[[nodiscard]] GraphTotals graphTotals(const IndexedGraph &index, const Analyses &analyses,
                                      const std::unordered_set<NodeId> &parameters,
                                      Semantics semantics, const KernelMacs *kernels = nullptr);

} // namespace nervure

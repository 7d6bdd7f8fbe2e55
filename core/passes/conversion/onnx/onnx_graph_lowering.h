// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/deciding_values.h"
#include "core/graph/analysis/onnx_scope.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/passes/conversion/held_variables.h"
#include "core/passes/conversion/lowered_graph.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nervure {

/// What is known of a graph of ONNX's that is lowered, and where what it becomes goes.
struct OnnxPart {
    PassContext &context;
    const IndexedGraph &index;
    std::vector<ValueType> values; ///< by entry
    Graph &graph;                  ///< receives the nodes
    Provenance *provenance = nullptr;
    NodeId origin{};      ///< what all nodes come from, where it is not what each is made of
    std::string prefix{}; ///< of the names of nodes
    const OnnxScope *outer = nullptr; ///< of a body: the values around it
    int depth = 0;                    ///< of a body within others
    HeldVariables *held = nullptr;    ///< those of `graph`; never null where a graph is lowered
    std::string stored{};      ///< names of the graph's weights (formats/weights) begin with it
    std::set<NodeId> called{}; ///< of a function: nodes with attributes that are the call's
};

/// Lowers one graph, operator by operator: those whose values somebody needs.
class OnnxGraphLowering {
public:
    explicit OnnxGraphLowering(OnnxPart part);

    /// Says where the value of a variable is.
    void place(NodeId variable, const Entry &entry);
    /// Lowers what the heads need.
    Status run();
    /// After run().
    [[nodiscard]] Result<Entry> head(std::size_t i) const;
    /// Where a value is in the new graph. Fails where it is none that was lowered.
    [[nodiscard]] Result<Entry> entryOf(const IndexedEntry &value) const;
    [[nodiscard]] Result<Entry> entryNamed(std::string_view name) const;
    /// Adds a variable that holds what is known before the model runs.
    [[nodiscard]] Entry hold(HeldVariable variable, std::string name) const;
    [[nodiscard]] const OnnxPart &part() const { return m_part; }
    [[nodiscard]] const OnnxScope &scope() const { return m_scope; }
    [[nodiscard]] const ValueType &valueOf(const IndexedEntry &entry) const
    {
        return m_part.values[m_part.index.entryId(entry)];
    }

private:
    [[nodiscard]] bool isNeeded(std::uint32_t id) const;
    [[nodiscard]] bool isKnown(std::uint32_t id) const;
    void findNeeded();
    void needInputs(const IndexedNode &node);
    Status lowerNode(std::uint32_t id);
    /// By output; none where it is not needed.
    using Outputs = Result<std::vector<Entry>>;
    [[nodiscard]] Outputs constants(std::uint32_t id, const RewriteCall &call) const;
    Outputs lowerOperator(std::uint32_t id, const RewriteCall &call);
    Outputs lowerByRule(const IndexedNode &node, const RewriteCall &call);
    [[nodiscard]] Outputs constantOf(const IndexedNode &node, const ValueType &value) const;

    OnnxPart m_part;
    LoweredGraph m_lowered;
    OnnxScope m_scope;
    std::vector<Entry> m_entries; ///< by entry: where its value is; none: it is not lowered
    std::vector<bool> m_isNeeded; ///< by entry
    std::unordered_map<std::string_view, std::uint32_t>
        m_numbers; ///< of entries, by name of the value
};

/// Why a value cannot be computed with; empty: it can.
[[nodiscard]] std::string refusalOf(const ValueType &value);
/// All elements of a value, where they are known to the bit: not-a-number has many, and is none that inference tells.
[[nodiscard]] std::optional<Tensor> knownTensor(const ValueType &value);
/// Whether it knows what becomes of that input, which has no elements: nothing is computed from it.
[[nodiscard]] bool takesNothing(const IndexedNode &node, std::size_t place, const ValueType &value);

} // namespace nervure

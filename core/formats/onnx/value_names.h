// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nervure::onnx {

/// The names of a graph's values, with names for those of operators that no file has.
class ValueNames {
public:
    /// The graph has to outlive this.
    explicit ValueNames(const Graph &graph);

    /// The name; empty for a value that the graph does not have.
    [[nodiscard]] std::string name(const Entry &entry) const;
    /// The value that is read by that name at the end of the graph; not one of the graphs around it.
    [[nodiscard]] std::optional<Entry> find(std::string_view name) const;
    /// All of the graph's own values by name.
    [[nodiscard]] const std::unordered_map<std::string, Entry> &values() const { return m_values; }

    /// The inputs of an operator as a NodeProto lists them: "" where one is left out.
    [[nodiscard]] std::vector<std::string> inputs(const Node &node) const;
    /// Its outputs likewise.
    [[nodiscard]] std::vector<std::string> outputs(NodeId id) const;

private:
    void nameNewValues();

    const Graph &m_graph;
    std::unordered_map<std::string, Entry> m_values;
    std::unordered_map<NodeId, std::vector<std::string>> m_newOutputs;
};

/// The operators of a graph, each after those whose values it reads, else in the graph's order. Where that
/// cannot be (a cycle), in the graph's order.
[[nodiscard]] std::vector<NodeId> inOrderOfUse(const Graph &graph);

} // namespace nervure::onnx

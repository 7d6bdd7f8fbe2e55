// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nervure::onnx {

/// The names of a graph's values, with names for those of operators that no file has.
class ValueNames {
public:
    /// `outerNames`: what the graph is to call values that it takes from those around it, by the names of
    /// its variables. The graph has to outlive this.
    ValueNames(const Graph &graph, std::map<std::string, std::string> outerNames);

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
    std::map<std::string, std::string> m_outerNames;
    std::unordered_map<std::string, Entry> m_values;
    std::unordered_map<NodeId, std::vector<std::string>> m_newOutputs;
};

/// Whether a graph, or one inside it, takes the value of that name from those around it.
[[nodiscard]] bool usesOuter(const Graph &graph, std::string_view name);

/// The operators of a graph, each after those whose values it reads, else in the graph's order. Where that
/// cannot be (a cycle), in the graph's order.
[[nodiscard]] std::vector<NodeId> inOrderOfUse(const Graph &graph);

} // namespace nervure::onnx

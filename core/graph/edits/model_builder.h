// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Composes operators into a Graph as NNVM's Symbol does: an operator's missing inputs become
/// variables named NODE_INPUT that carry a copy of the operator's attributes, nodes without a name
/// are called after their operator and a running number, and an input that the operator changes
/// is used under a new version of its variable.
///
///     ModelBuilder model(ops);
///     Entry x = model.variable("data");
///     x = model.apply("dense", {x}, {{"units", "10"}}, "fc1"); // makes fc1_weight and fc1_bias
///     Result<Graph> graph = model.finish({model.apply("softmax", {x})});
///
/// The first mistake is kept and given by finish(); what is composed after it means nothing.
class ModelBuilder {
public:
    explicit ModelBuilder(const OpRegistry &ops, Dialect dialect = Dialect::Nnvm);

    Entry variable(std::string name, AttrDict attrs = {});

    /// A node of operator `op` (a name or an alias); gives its first output. Others are
    /// {entry.node, index}.
    Entry apply(std::string_view op, std::vector<Entry> inputs, AttrDict attrs = {},
                std::string name = {});

    /// The graph with these heads.
    [[nodiscard]] Result<Graph> finish(std::vector<Entry> heads);

private:
    [[nodiscard]] std::string nameFor(std::string_view op);
    void addMissingInputs(Node &node, const std::vector<std::string> &names);
    void updateVersions(Node &node, const OpSpec &spec);
    Entry fail(std::string message, const std::string &node);

    const OpRegistry &m_ops;
    Graph m_graph;
    std::map<std::string, int, std::less<>> m_nextNumber; ///< per operator
    std::map<NodeId, std::uint32_t> m_version;            ///< of variables that were changed
    Diagnostics m_problems;
};

} // namespace nervure

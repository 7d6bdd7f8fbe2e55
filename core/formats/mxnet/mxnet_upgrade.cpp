// SPDX-License-Identifier: Apache-2.0
#include "core/formats/mxnet/mxnet_upgrade.h"

#include "core/graph/op/hidden_keys.h"
#include "core/graph/op/op_facts.h"
#include "core/graph/traversal.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace nervure {

namespace {

constexpr std::int64_t versionWithoutKey = 800;    ///< 0.8.0
constexpr std::int64_t firstWithAuxiliary = 900;   ///< 0.9.0
constexpr std::int64_t firstWithInitializer = 904; ///< 0.9.4
constexpr std::int64_t firstWithoutAxis = 905;     ///< 0.9.5

class Upgrade {
public:
    Upgrade(Graph &graph, const OpRegistry &ops) : m_graph(graph), m_ops(ops) {}

    void run(std::int64_t version)
    {
        // New variables come behind all that are there.
        for (const NodeId id : postOrder(m_graph)) {
            moveHiddenKeys(id);
            renameActivations(id);
            if (version < firstWithAuxiliary) {
                addMissingInputs(id);
            }
            if (version < firstWithInitializer) {
                initializeInputs(id);
            }
            if (version < firstWithoutAxis) {
                dropLastAxis(id);
            }
        }
    }

private:
    [[nodiscard]] std::vector<std::string> inputNames(const Node &node) const
    {
        const OpSpec *spec = m_ops.find(node);
        if (!spec || !spec->inputNames) {
            return {};
        }
        Diagnostics ignored;
        const ParsedAttrs attrs =
            parseAttrs(spec->attrs, node.attrs, spec->name, node.name, ignored);
        return spec->inputNames({node, attrs, Semantics::Fixed});
    }

    /// Of an input that is a variable; null otherwise.
    [[nodiscard]] Node *variableAt(const Node &node, std::size_t input)
    {
        const Node *source =
            input < node.inputs.size() ? m_graph.find(node.inputs[input].node) : nullptr;
        return source && source->isVariable() ? &m_graph.edit(node.inputs[input].node) : nullptr;
    }

    void moveHiddenKeys(NodeId id)
    {
        const Node before = m_graph.node(id);
        for (const auto &[key, value] : before.attrs) {
            const auto hidden = oldMXNetHiddenKey(key);
            if (!hidden) {
                continue;
            }
            Node *target = hidden->input.empty() ? &m_graph.edit(id) : nullptr;
            if (!target && !before.isVariable()) {
                const auto names = inputNames(before);
                const auto named = std::find(names.begin(), names.end(), hidden->input);
                target = named == names.end()
                             ? nullptr
                             : variableAt(before, static_cast<std::size_t>(named - names.begin()));
            }
            if (target) {
                target->attrs.set(hidden->key, value);
                m_graph.edit(id).attrs.erase(key);
            }
        }
    }

    /// Up to 1.5 a fused convolution said of its activation that it is a relu.
    void renameActivations(NodeId id)
    {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 2> names{
            {{"with_relu", "with_act"}, {"with_postsum_relu", "with_postsum_act"}}};
        if (m_graph.node(id).op != "_sg_mkldnn_conv") {
            return;
        }
        for (const auto &[old, now] : names) {
            if (const std::string *value = m_graph.node(id).attrs.find(old)) {
                AttrDict &attrs = m_graph.edit(id).attrs;
                attrs.set(now, std::string(*value));
                attrs.erase(old);
            }
        }
    }

    /// The variables are named as MXNet names those that it makes, and get the operator's attributes.
    void addMissingInputs(NodeId id)
    {
        const auto names = inputNames(m_graph.node(id));
        for (std::size_t i = m_graph.node(id).inputs.size(); i < names.size(); ++i) {
            const Node &node = m_graph.node(id);
            Node variable;
            variable.dialect = Dialect::MXNet;
            variable.name = node.name.empty() ? names[i] : node.name + '_' + names[i];
            variable.attrs = node.attrs;
            const NodeId added = m_graph.add(std::move(variable));
            m_graph.edit(id).inputs.push_back({added, 0, 0});
        }
    }

    void initializeInputs(NodeId id)
    {
        const Node &node = m_graph.node(id);
        const auto initialize = [&](std::size_t input, const char *text) {
            Node *variable = variableAt(node, input);
            if (variable && !variable->attrs.find("__init__")) {
                variable->attrs.set("__init__", text);
            }
        };
        if (node.op == "BatchNorm" || node.op == "CuDNNBatchNorm") {
            initialize(3, "[\"zero\", {}]");
            initialize(4, "[\"one\", {}]");
        } else if (node.op == "LeakyReLU") {
            initialize(1, "[\"Constant\", {\"value\": 0.25}]");
        }
    }

    /// -1 stood for all axes.
    void dropLastAxis(NodeId id)
    {
        const Node &node = m_graph.node(id);
        const std::string *axis = node.attrs.find("axis");
        if ((node.op == "argmin" || node.op == "argmax") && axis && *axis == "-1") {
            m_graph.edit(id).attrs.erase("axis");
        }
    }

    Graph &m_graph;
    const OpRegistry &m_ops;
};

} // namespace

std::int64_t mxnetVersion(const Graph &graph)
{
    for (const GraphAttr &attr : graph.attrs()) {
        if (attr.name == "mxnet_version") {
            return parseInteger(attr.json).value_or(versionWithoutKey);
        }
    }
    return versionWithoutKey;
}

void upgradeMXNet(Graph &graph, const OpRegistry &ops)
{
    const std::int64_t version = mxnetVersion(graph);
    if (version < newestMXNet) {
        Upgrade(graph, ops).run(version);
    }
}

} // namespace nervure

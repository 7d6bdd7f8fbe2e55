// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/parameters.h"

#include "core/graph/kernel_calls.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/op/op_facts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace nervure {

std::string_view parameterSuffix(std::string_view name)
{
    constexpr std::array<std::string_view, 9> suffixes{
        "_weight",     "_bias",         "_gamma",       "_beta",      "_moving_mean",
        "_moving_var", "_running_mean", "_running_var", "_parameters"};
    const auto found =
        std::find_if(suffixes.begin(), suffixes.end(),
                     [name](std::string_view suffix) { return name.ends_with(suffix); });
    return found == suffixes.end() ? std::string_view() : *found;
}

bool holdsValues(const Node &node, const OpRegistry &ops)
{
    if (node.dialect != Dialect::LightNet || !node.inputs.empty() || node.isVariable()) {
        return node.isVariable();
    }
    const OpSpec *spec = ops.find(node);
    return spec && spec->isStatic;
}

RunningParameters::RunningParameters(const Graph &graph, const OpRegistry &ops,
                                     std::set<std::string, std::less<>> loaded)
    : m_ops(&ops),
      m_loaded(std::move(loaded)),
      m_reads(graph.idLimit()),
      m_isParameter(graph.idLimit(), false)
{
    OpTexts texts;
    std::vector<const OpSpec *> specs; // by number of the text
    std::vector<bool> isOwner(graph.idLimit());
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        isOwner[id.value] = holdsValues(node, ops);
        if (node.inputs.empty()) {
            continue;
        }
        const std::uint32_t number = texts.numberOf(node);
        if (number == specs.size()) {
            specs.push_back(specFor(node));
        }
        count(node, specs[number], 1);
    }
    for (const NodeId id : graph.nodes()) {
        m_isParameter[id.value] = isOwner[id.value] && isParameter(graph, id);
    }
}

std::vector<NodeId> RunningParameters::update(const Graph &before, const Graph &now)
{
    m_reads.resize(std::max(before.idLimit(), now.idLimit()));
    m_isParameter.resize(m_reads.size(), false);
    std::vector<NodeId> doubtful;
    for (const NodeId id : now.touchedSince(before)) {
        doubtful.push_back(id);
        for (const auto &[node, by] : {std::pair(before.find(id), ~std::uint32_t{0}), // minus 1
                                       std::pair(now.find(id), std::uint32_t{1})}) {
            if (node) {
                count(*node, specFor(*node), by);
                std::transform(node->inputs.begin(), node->inputs.end(),
                               std::back_inserter(doubtful),
                               [](const Entry &input) { return input.node; });
            }
        }
    }
    std::vector<NodeId> others;
    for (const NodeId id : doubtful) {
        const Node *node = now.find(id);
        const bool isOne = node && holdsValues(*node, *m_ops) && isParameter(now, id);
        if (id.value < m_isParameter.size() && isOne != contains(id)) {
            m_isParameter[id.value] = !m_isParameter[id.value];
            others.push_back(id);
        }
    }
    return others;
}

/// What a compiled kernel takes for what is not written anywhere.
const OpSpec *RunningParameters::specFor(const Node &reader) const
{
    return reader.isVariable() || isKernelCall(reader) ? nullptr : m_ops->find(reader);
}

void RunningParameters::count(const Node &reader, const OpSpec *spec, std::uint32_t by)
{
    for (std::size_t i = 0; i < reader.inputs.size(); ++i) {
        const std::uint32_t source = reader.inputs[i].node.value;
        if (source >= m_reads.size()) {
            continue; // there is no such node
        }
        Reads &reads = m_reads[source];
        if (!spec) {
            (i == 0 ? reads.otherwise : reads.byName) += by;
            continue;
        }
        const auto &inputs = spec->parameterInputs;
        const bool takesParameter = std::find(inputs.begin(), inputs.end(), i) != inputs.end();
        (takesParameter ? reads.asParameter : reads.otherwise) += by;
    }
}

bool RunningParameters::isParameter(const Graph &graph, NodeId id) const
{
    const Node &node = graph.node(id);
    if (storesValues(node.dialect) && node.attrs.find(onnx_variable::data)) {
        return true;
    }
    const Reads &reads = m_reads[id.value];
    const bool mayBe = reads.otherwise == 0 && (reads.asParameter != 0 || reads.byName != 0);
    if (mayBe && reads.byName == 0) {
        return true;
    }
    if (!mayBe && m_loaded.empty()) {
        return false;
    }
    const std::string &name = node.name;
    return (mayBe && !parameterSuffix(name).empty()) || m_loaded.count(name) != 0;
}

std::unordered_set<NodeId> findParameters(const Graph &graph, const OpRegistry &ops,
                                          const std::set<std::string, std::less<>> &loaded)
{
    const RunningParameters all(graph, ops, loaded);
    std::unordered_set<NodeId> parameters;
    for (const NodeId id : graph.nodes()) {
        if (all.contains(id)) {
            parameters.insert(id);
        }
    }
    return parameters;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/query/node_facts.h"

#include "core/graph/analysis/value_labels.h"

#include <utility>

namespace nervure {

NodeFacts::NodeFacts(QuerySource source, const OpRegistry &ops)
    : m_source(std::move(source)),
      m_ops(ops)
{
    const Graph &graph = this->graph();
    m_users.resize(graph.idLimit());
    m_positions.resize(graph.idLimit());
    const auto count = [&](NodeId id) {
        if (graph.contains(id)) {
            ++m_users[id.value];
        }
    };
    std::uint32_t position = 0;
    for (const NodeId id : graph.nodes()) {
        m_positions[id.value] = position++;
        const Node &node = graph.node(id);
        for (const Entry &input : node.inputs) {
            count(input.node);
        }
        for (const NodeId other : node.controlDeps) {
            count(other);
        }
    }
    std::vector<NodeId> heads;
    for (const Entry &head : graph.heads()) {
        heads.push_back(head.node);
        count(head.node);
    }
    m_isHead = nodeSet(graph, heads);
    m_isSelected = nodeSet(graph, m_source.selection);
    if (m_source.index) {
        m_costs.emplace(*m_source.index, m_source.analyses, m_source.semantics,
                        m_source.inherited ? &m_source.inherited->kernelMacs : nullptr);
    }
}

std::optional<std::uint32_t> NodeFacts::indexed(NodeId id) const
{
    return m_source.index ? m_source.index->find(id) : std::nullopt;
}

template <typename T>
const T *NodeFacts::entryValue(EntryKey<T> key, NodeId id) const
{
    const std::vector<T> *values = m_source.analyses.find(key, m_source.index);
    const auto at = values ? indexed(id) : std::nullopt;
    if (!at) {
        return nullptr;
    }
    const std::uint32_t entry = m_source.index->entryId(*at, 0);
    return entry < values->size() ? &(*values)[entry] : nullptr;
}

template <typename T>
const T *NodeFacts::nodeValue(NodeKey<T> key, NodeId id) const
{
    const std::vector<T> *values = m_source.analyses.find(key, m_source.index);
    const auto at = values ? indexed(id) : std::nullopt;
    return at && *at < values->size() ? &(*values)[*at] : nullptr;
}

std::vector<std::optional<Dimensions>> NodeFacts::shapes(NodeId id) const
{
    std::vector<std::optional<Dimensions>> result;
    const auto at = m_source.index ? indexed(id) : std::nullopt;
    if (!at) {
        return result;
    }
    const ValueLabels all(m_source.analyses, *m_source.index);
    const std::uint32_t first = m_source.index->entryId(*at, 0);
    for (std::uint32_t i = 0; i < m_source.index->node(*at).outputCount; ++i) {
        result.push_back(all.sizes(first + i));
    }
    return result;
}

std::vector<std::string> NodeFacts::shapeLabels(NodeId id) const
{
    std::vector<std::string> labels;
    const auto at = m_source.index ? indexed(id) : std::nullopt;
    if (!at) {
        return labels;
    }
    const ValueLabels all(m_source.analyses, *m_source.index);
    const std::uint32_t first = m_source.index->entryId(*at, 0);
    for (std::uint32_t i = 0; i < m_source.index->node(*at).outputCount; ++i) {
        std::string label = all.shape(first + i);
        if (!label.empty()) {
            labels.push_back(std::move(label));
        }
    }
    return labels;
}

void NodeFacts::dtypes(NodeId id, const TextSink &sink) const
{
    const auto at = m_source.index ? indexed(id) : std::nullopt;
    if (!at) {
        return;
    }
    const ValueLabels all(m_source.analyses, *m_source.index);
    const std::uint32_t first = m_source.index->entryId(*at, 0);
    for (std::uint32_t i = 0; i < m_source.index->node(*at).outputCount; ++i) {
        if (const std::string type = all.type(first + i); !type.empty()) {
            sink(type);
        }
    }
}

std::optional<std::string> NodeFacts::attribute(NodeId id, std::string_view name) const
{
    const Node &node = this->node(id);
    if (const std::string *text = node.attrs.find(name)) {
        return *text;
    }
    const OpSpec *op = spec(id);
    const AttrDecl *decl = op ? op->attrs.find(name) : nullptr;
    return decl && !decl->required ? std::optional(decl->defaultText) : std::nullopt;
}

std::optional<double> NodeFacts::device(NodeId id) const
{
    if (const std::int64_t *device = nodeValue(keys::device, id)) {
        return static_cast<double>(*device);
    }
    const std::int64_t *device = entryValue(keys::deviceIndex, id);
    return device ? std::optional(static_cast<double>(*device)) : std::nullopt;
}

std::optional<NodeId> NodeFacts::group(NodeId id) const
{
    const std::int64_t *root = nodeValue(keys::fusedGroup, id);
    root = root ? root : nodeValue(keys::groupRoot, id);
    if (!root || *root < 0 || *root >= m_source.index->nodeCount() || node(id).isVariable()) {
        return std::nullopt;
    }
    return m_source.index->node(static_cast<std::uint32_t>(*root)).source;
}

std::optional<double> NodeFacts::parameters(NodeId id) const
{
    if (!m_costs) {
        return std::nullopt;
    }
    if (node(id).isVariable() && !isParameter(id)) {
        return 0;
    }
    double sum = 0;
    const auto add = [&](NodeId parameter) {
        const auto at = indexed(parameter);
        const auto elements =
            at ? m_costs->elements(m_source.index->entryId(*at, 0)) : std::nullopt;
        sum += static_cast<double>(elements.value_or(0));
        return elements.has_value();
    };
    if (node(id).isVariable()) {
        return add(id) ? std::optional(sum) : std::nullopt;
    }
    for (const Entry &input : node(id).inputs) {
        if (isParameter(input.node) && !add(input.node)) {
            return std::nullopt;
        }
    }
    return sum;
}

std::optional<double> NodeFacts::bytes(NodeId id) const
{
    const auto at = m_costs ? indexed(id) : std::nullopt;
    if (!at) {
        return std::nullopt;
    }
    double sum = 0;
    for (std::uint32_t i = 0; i < m_source.index->node(*at).outputCount; ++i) {
        const auto part = m_costs->bytes(m_source.index->entryId(*at, i));
        if (!part) {
            return std::nullopt;
        }
        sum += static_cast<double>(*part);
    }
    return sum;
}

std::optional<double> NodeFacts::macs(NodeId id) const
{
    const auto at = m_costs ? indexed(id) : std::nullopt;
    const auto count = at ? m_costs->macs(*at) : std::nullopt;
    return count ? std::optional(static_cast<double>(*count)) : std::nullopt;
}

std::optional<double> NodeFacts::time(NodeId id) const
{
    const auto it = m_source.times.find(id);
    return it == m_source.times.end() ? std::nullopt : std::optional(it->second);
}

std::optional<NodeId> NodeFacts::timeOwner(NodeId id) const
{
    const auto it = m_source.timeOwners.find(id);
    const bool isThere = it != m_source.timeOwners.end() && graph().contains(it->second);
    return isThere ? std::optional(it->second) : std::nullopt;
}

std::optional<double> NodeFacts::index(NodeId id) const
{
    return node(id).sourceIndex.value_or(m_positions[id.value]);
}

std::optional<double> NodeFacts::outputs(NodeId id) const
{
    const auto at = indexed(id);
    return at ? std::optional<double>(m_source.index->node(*at).outputCount) : std::nullopt;
}

double NodeFacts::users(NodeId id) const
{
    return m_users[id.value];
}

std::optional<double> NodeFacts::storage(NodeId id) const
{
    const std::int64_t *storage = entryValue(keys::storageId, id);
    return storage && *storage >= 0 ? std::optional(static_cast<double>(*storage)) : std::nullopt;
}

} // namespace nervure

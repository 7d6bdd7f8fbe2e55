// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/change_details.h"

#include "core/graph/difference/body_comparison.h"
#include "core/graph/same_node.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

constexpr std::array<std::string_view, 10> detailNames{
    "name", "operator", "operator set", "attribute", "input", "control dependency",
    "body", "output",   "note",         "values"};

std::string nodeText(const Graph &graph, NodeId id)
{
    const Node *node = graph.find(id);
    return node ? node->name : "node " + std::to_string(id.value);
}

std::string operatorText(const Node &node, const Node &other)
{
    return node.dialect == other.dialect ? node.op
                                         : std::string(dialectName(node.dialect)) + ' ' + node.op;
}

std::string portText(const Port &port, const Port &other)
{
    return port.tensor == other.tensor ? port.role : port.tensor;
}

} // namespace

std::string_view detailName(DetailKind kind)
{
    return detailNames[static_cast<std::size_t>(kind)];
}

std::string canonicalValue(std::string_view text)
{
    static constexpr std::string_view joints = ",()[]";
    std::string canonical;
    bool isJoint = true; // the start is one
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t next = text.find_first_not_of(' ', i);
        const bool isLast =
            next == std::string_view::npos || joints.find(text[next]) != std::string_view::npos;
        if (text[i] == ' ' && (isJoint || isLast)) {
            continue;
        }
        isJoint = joints.find(text[i]) != std::string_view::npos;
        canonical += text[i] == '[' ? '(' : text[i] == ']' ? ')' : text[i];
    }
    return canonical;
}

std::string entryText(const Graph &graph, const Entry &entry)
{
    const std::string name = nodeText(graph, entry.node);
    return entry.index == 0 ? name : name + '[' + std::to_string(entry.index) + ']';
}

NodeComparison::NodeComparison(const Graph &before, const Graph &after,
                               const Provenance *provenance)
    : m_before(before),
      m_after(after),
      m_hasSharedIds(!provenance || provenance->hasSharedIds),
      m_isMatched(provenance && provenance->isMatched),
      m_origins(provenance ? after.idLimit() : 0)
{
    if (!provenance) {
        return;
    }
    for (const Provenance::Origin &origin : provenance->origins) {
        if (origin.node.value < m_origins.size()) {
            m_origins[origin.node.value] = &origin;
        }
    }
}

const Provenance::Origin *NodeComparison::originOf(NodeId after) const
{
    return after.value < m_origins.size() ? m_origins[after.value] : nullptr;
}

NodeId NodeComparison::stillIs(NodeId after) const
{
    const Provenance::Origin *origin = originOf(after);
    if (!m_hasSharedIds) {
        return origin && m_before.contains(origin->was) ? origin->was : NodeId();
    }
    if (!origin) {
        return m_before.contains(after) ? after : NodeId();
    }
    const std::vector<NodeId> &from = origin->from;
    if (std::find(from.begin(), from.end(), after) != from.end()) {
        return m_before.contains(after) ? after : NodeId();
    }
    const auto same = std::find_if(from.begin(), from.end(), [&](NodeId source) {
        const Node *old = m_before.find(source);
        return old && old->name == m_after.node(after).name;
    });
    return same == from.end() ? NodeId() : *same;
}

bool NodeComparison::follows(NodeId before, NodeId after) const
{
    const Provenance::Origin *origin = originOf(after);
    if (!origin) {
        return m_hasSharedIds && before == after;
    }
    return std::find(origin->from.begin(), origin->from.end(), before) != origin->from.end();
}

bool NodeComparison::follows(const Entry &before, const Entry &after) const
{
    if (!follows(before.node, after.node)) {
        return false;
    }
    const Node *old = m_before.find(before.node);
    const Node *now = m_after.find(after.node);
    const Provenance::Origin *origin = originOf(after.node);
    const bool isOne = !origin || origin->from.size() == 1;
    // What came of several, or of another operator, has outputs of its own.
    const bool isSuccessor = old && now && isOne && old->op == now->op;
    return !isSuccessor || (before.index == after.index && before.version == after.version);
}

ChangeDetails NodeComparison::details(NodeId before, NodeId after) const
{
    const Node &old = m_before.node(before);
    const Node &now = m_after.node(after);
    ChangeDetails details;
    if (old.name != now.name) {
        details.push_back({DetailKind::Name, {}, old.name, now.name});
    }
    compareOperators(old, now, details);
    compareAttributes(old.attrs, now.attrs, details);
    compareInputs(old, now, details);
    compareControlDeps(old, now, details);
    if (old.dialect == now.dialect) {
        comparePorts(old, now, details);
    }
    if (!sameBodies(old, now)) {
        compareBodies(old, now, m_isMatched, details);
    }
    if (!m_isMatched && old.note() != now.note()) {
        details.push_back({DetailKind::Note, {}, std::string(old.note()), std::string(now.note())});
    }
    return details;
}

void NodeComparison::compareOperators(const Node &before, const Node &after,
                                      ChangeDetails &details) const
{
    if (before.op != after.op || before.dialect != after.dialect) {
        details.push_back(
            {DetailKind::Operator, {}, operatorText(before, after), operatorText(after, before)});
    }
    if (before.opset != after.opset && before.dialect == after.dialect) {
        details.push_back({DetailKind::OperatorSet,
                           {},
                           std::to_string(before.opset),
                           std::to_string(after.opset)});
    }
}

void NodeComparison::compareAttributes(const AttrDict &before, const AttrDict &after,
                                       ChangeDetails &details) const
{
    if (before.isSame(after)) {
        return;
    }
    const auto first = static_cast<std::ptrdiff_t>(details.size());
    for (const auto &[key, value] : before) {
        const std::string *now = after.find(key);
        if (!now) {
            details.push_back({DetailKind::Attribute, key, value, {}});
        } else if (*now != value
                   && !(m_isMatched && canonicalValue(value) == canonicalValue(*now))) {
            details.push_back({DetailKind::Attribute, key, value, *now});
        }
    }
    for (const auto &[key, value] : after) {
        if (!before.find(key)) {
            details.push_back({DetailKind::Attribute, key, {}, value});
        }
    }
    // Writers put attributes in an order of their own.
    std::sort(details.begin() + first, details.end(),
              [](const ChangeDetail &a, const ChangeDetail &b) { return a.key < b.key; });
}

void NodeComparison::compareInputs(const Node &before, const Node &after,
                                   ChangeDetails &details) const
{
    const std::size_t count = std::max(before.inputs.size(), after.inputs.size());
    for (std::size_t i = 0; i < count; ++i) {
        const Entry *old = i < before.inputs.size() ? &before.inputs[i] : nullptr;
        const Entry *now = i < after.inputs.size() ? &after.inputs[i] : nullptr;
        if (old && now && follows(*old, *now)) {
            continue;
        }
        const bool isNowhere =
            old && now && !m_before.contains(old->node) && !m_after.contains(now->node);
        if (isNowhere) {
            continue; // a LightNet tensor that nobody defines; its port has the name
        }
        details.push_back({DetailKind::Input, std::to_string(i),
                           old ? entryText(m_before, *old) : std::string(),
                           now ? entryText(m_after, *now) : std::string()});
    }
}

void NodeComparison::compareControlDeps(const Node &before, const Node &after,
                                        ChangeDetails &details) const
{
    const std::size_t count = std::max(before.controlDeps.size(), after.controlDeps.size());
    for (std::size_t i = 0; i < count; ++i) {
        const bool isOld = i < before.controlDeps.size();
        const bool isNow = i < after.controlDeps.size();
        if (isOld && isNow && follows(before.controlDeps[i], after.controlDeps[i])) {
            continue;
        }
        details.push_back({DetailKind::ControlDependency, std::to_string(i),
                           isOld ? nodeText(m_before, before.controlDeps[i]) : std::string(),
                           isNow ? nodeText(m_after, after.controlDeps[i]) : std::string()});
    }
}

void NodeComparison::comparePorts(const Node &before, const Node &after,
                                  ChangeDetails &details) const
{
    const auto compare = [&details](DetailKind kind, const RareVector<Port> &old,
                                    const RareVector<Port> &now, auto &&counts) {
        const Port none;
        for (std::size_t i = 0; i < std::max(old.size(), now.size()); ++i) {
            const Port &was = i < old.size() ? old[i] : none;
            const Port &is = i < now.size() ? now[i] : none;
            if (was.role != is.role || (counts(i) && was.tensor != is.tensor)) {
                details.push_back({kind, std::to_string(i), portText(was, is), portText(is, was)});
            }
        }
    };
    compare(DetailKind::Output, before.outputPorts, after.outputPorts,
            [](std::size_t) { return true; });
    // The tensor's name only counts where nothing is connected.
    compare(DetailKind::Input, before.inputPorts, after.inputPorts, [&](std::size_t i) {
        return i < after.inputs.size() && !m_after.contains(after.inputs[i].node);
    });
}

} // namespace nervure

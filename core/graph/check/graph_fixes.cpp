// SPDX-License-Identifier: Apache-2.0
#include "core/graph/check/graph_fixes.h"

#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/names.h"
#include "core/graph/edits/new_operator.h"
#include "core/support/misspelling.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>
#include <vector>

namespace nervure {

namespace {

using Fix = std::optional<GraphFix>;
using Kind = GraphFix::Kind;

class Fixer {
public:
    Fixer(const Graph &graph, const OpRegistry &ops) : m_graph(graph), m_ops(ops) {}

    [[nodiscard]] Fix unknownAttribute(NodeId id, const std::string &key) const;
    [[nodiscard]] Fix invalidAttribute(NodeId id, const std::string &key) const;
    [[nodiscard]] Fix unknownOperator(NodeId id) const;
    [[nodiscard]] Fix duplicateName(const std::string &name) const;
    [[nodiscard]] Fix duplicateTensor(NodeId id) const;
    [[nodiscard]] Fix undefinedTensor(NodeId id) const;
    [[nodiscard]] Fix lostSource(NodeId id) const;
    [[nodiscard]] Fix wrongOutput(NodeId id) const;
    [[nodiscard]] Fix inputCount(NodeId id) const;
    [[nodiscard]] Fix wrongHeads() const;

private:
    [[nodiscard]] std::vector<std::string> inputNames(const Node &node) const;
    [[nodiscard]] std::size_t outputCount(const Node &node) const;
    [[nodiscard]] bool isValue(const Entry &entry) const;
    /// Of any operator.
    [[nodiscard]] bool isKnownAttribute(const std::string &key) const;
    [[nodiscard]] Fix withVariables(NodeId id, const std::vector<std::size_t> &inputs) const;

    const Graph &m_graph;
    const OpRegistry &m_ops;
};

Fix made(Kind kind, std::string subject, std::string with, Result<Edit> edit)
{
    if (!edit) {
        return std::nullopt;
    }
    return GraphFix{kind, std::move(subject), std::move(with), std::move(*edit)};
}

ParsedAttrs parsed(const OpSpec &spec, const Node &node)
{
    Diagnostics ignored;
    return parseAttrs(spec.attrs, node.attrs, spec.name, node.name, ignored);
}

std::vector<std::string> Fixer::inputNames(const Node &node) const
{
    const OpSpec *spec = m_ops.find(node);
    if (spec == nullptr || !spec->inputNames) {
        return {};
    }
    const ParsedAttrs attrs = parsed(*spec, node);
    return spec->inputNames({node, attrs});
}

std::size_t Fixer::outputCount(const Node &node) const
{
    const OpSpec *spec = m_ops.find(node);
    if (spec == nullptr) {
        return 1;
    }
    const ParsedAttrs attrs = parsed(*spec, node);
    return outputNamesOf(spec, {node, attrs}, 1).size();
}

/// Whether an attribute of that operator can have this value.
bool takes(const OpSpec &spec, const std::string &key, const std::string &value)
{
    const AttrDecl *decl = spec.attrs.find(key);
    const auto scratch = spec.attrs.makeDefault ? spec.attrs.makeDefault() : nullptr;
    return decl != nullptr && scratch && decl->parse(value, scratch.get()).ok();
}

bool Fixer::isKnownAttribute(const std::string &key) const
{
    const auto all = m_ops.all();
    return std::any_of(all.begin(), all.end(),
                       [&key](const OpSpec &spec) { return spec.attrs.find(key) != nullptr; });
}

/// Of unknown operators every output may be one.
bool Fixer::isValue(const Entry &entry) const
{
    const Node *node = m_graph.find(entry.node);
    if (node == nullptr) {
        return false;
    }
    const bool isKnown = node->isVariable() || m_ops.find(*node) != nullptr;
    return !isKnown || entry.index < outputCount(*node);
}

Fix Fixer::unknownAttribute(NodeId id, const std::string &key) const
{
    const Node &node = m_graph.node(id);
    const OpSpec *spec = m_ops.find(node);
    const std::string *value = node.attrs.find(key);
    if (spec == nullptr || value == nullptr) {
        return std::nullopt;
    }
    std::vector<std::string> free;
    for (const AttrDecl &decl : spec->attrs.decls) {
        if (node.attrs.find(decl.name) == nullptr) {
            free.push_back(decl.name);
        }
    }
    const Edit removal{RemoveAttribute{id, key}};
    const auto similar = misspeltFrom(key, free);
    if (similar && takes(*spec, *similar, *value)) {
        CompositeEdit both;
        both.edits = {removal, {SetAttribute{id, *similar, *value, {}}}};
        return made(Kind::RenameAttribute, key, *similar, Edit{std::move(both)});
    }
    // What means something elsewhere was meant to do something here.
    return similar || isKnownAttribute(key) ? std::nullopt
                                            : made(Kind::RemoveAttribute, key, {}, removal);
}

Fix Fixer::invalidAttribute(NodeId id, const std::string &key) const
{
    const Node &node = m_graph.node(id);
    const OpSpec *spec = m_ops.find(node);
    const AttrDecl *decl = spec == nullptr ? nullptr : spec->attrs.find(key);
    if (decl == nullptr || decl->required || node.attrs.find(key) == nullptr) {
        return std::nullopt;
    }
    return made(Kind::ResetAttribute, key, decl->defaultText, Edit{RemoveAttribute{id, key}});
}

/// The node itself stays, under its id and at its place.
Fix Fixer::unknownOperator(NodeId id) const
{
    Node node = m_graph.node(id);
    const auto similar = misspeltFrom(node.op, m_ops.names(node.dialect));
    if (!similar || m_ops.find(node) != nullptr) {
        return std::nullopt;
    }
    const std::string wrong = std::exchange(node.op, *similar);
    CompositeEdit both;
    both.edits = {{RemoveNode{id}}, {AddNode{std::move(node), id, positionOf(m_graph, id)}}};
    return made(Kind::RenameOperator, wrong, *similar, Edit{std::move(both)});
}

/// All but the first node of that name get another one.
Fix Fixer::duplicateName(const std::string &name) const
{
    FreshNames names(m_graph);
    CompositeEdit renames;
    std::string last;
    bool isFirst = true;
    for (const NodeId id : m_graph.nodes()) {
        if (m_graph.node(id).name == name && !std::exchange(isFirst, false)) {
            last = names.node(name);
            renames.edits.push_back({RenameNode{id, last}});
        }
    }
    if (renames.edits.empty()) {
        return std::nullopt;
    }
    return made(Kind::RenameNode, name, last, Edit{std::move(renames)});
}

Fix Fixer::duplicateTensor(NodeId id) const
{
    const auto &ports = m_graph.node(id).outputPorts;
    for (std::uint32_t at = 0; at < ports.size(); ++at) {
        for (const NodeId other : m_graph.nodes()) {
            if (other == id) {
                break; // only earlier ones count
            }
            const auto &earlier = m_graph.node(other).outputPorts;
            const bool isTaken = std::any_of(earlier.begin(), earlier.end(), [&](const Port &port) {
                return port.tensor == ports[at].tensor;
            });
            if (isTaken) {
                const std::string fresh = FreshNames(m_graph).tensor(ports[at].tensor);
                return made(Kind::RenameTensor, ports[at].tensor, fresh,
                            renameTensor(m_graph, Entry{id, at}, fresh));
            }
        }
    }
    return std::nullopt;
}

Fix Fixer::undefinedTensor(NodeId id) const
{
    const Node &node = m_graph.node(id);
    std::vector<std::string> names;
    std::vector<Entry> tensors;
    for (const NodeId other : m_graph.nodes()) {
        if (other == id) {
            break;
        }
        const auto &ports = m_graph.node(other).outputPorts;
        for (std::uint32_t at = 0; at < ports.size(); ++at) {
            names.push_back(ports[at].tensor);
            tensors.push_back(Entry{other, at});
        }
    }
    for (std::size_t at = 0; at < node.inputs.size() && at < node.inputPorts.size(); ++at) {
        if (m_graph.contains(node.inputs[at].node)) {
            continue;
        }
        if (const auto similar = misspeltFrom(node.inputPorts[at].tensor, names)) {
            const auto place = std::find(names.begin(), names.end(), *similar) - names.begin();
            EditDraft draft(m_graph);
            draft.setInput(id, at, tensors[static_cast<std::size_t>(place)]);
            return made(Kind::ConnectTensor, node.inputPorts[at].tensor, *similar, draft.finish());
        }
    }
    return std::nullopt;
}

Fix Fixer::withVariables(NodeId id, const std::vector<std::size_t> &inputs) const
{
    const Node &node = m_graph.node(id);
    if (inputs.empty() || node.dialect != Dialect::Nnvm) {
        return std::nullopt;
    }
    const std::vector<std::string> roles = inputNames(node);
    EditDraft draft(m_graph);
    SetInputs change = inputsOf(m_graph, id);
    for (const std::size_t at : inputs) {
        const std::string role = at < roles.size() ? roles[at] : fmt::format("input{}", at);
        const NodeId variable = draftVariable(draft, node.name + '_' + role, {}, DType::Unknown,
                                              positionOf(draft.graph(), id));
        if (change.inputs.size() <= at) {
            change.inputs.resize(at + 1);
        }
        change.inputs[at] = Entry{variable};
    }
    if (!draft.add({std::move(change)})) {
        return std::nullopt;
    }
    return made(Kind::AddVariables, node.name, {}, draft.finish());
}

Fix Fixer::lostSource(NodeId id) const
{
    const Node &node = m_graph.node(id);
    std::vector<std::size_t> lost;
    for (std::size_t at = 0; at < node.inputs.size(); ++at) {
        if (!m_graph.contains(node.inputs[at].node)) {
            lost.push_back(at);
        }
    }
    if (!lost.empty()) {
        return withVariables(id, lost);
    }
    SetInputs change = inputsOf(m_graph, id);
    const auto gone =
        std::erase_if(change.controlDeps, [this](NodeId dep) { return !m_graph.contains(dep); });
    return gone == 0 ? std::nullopt
                     : made(Kind::RemoveDependencies, node.name, {}, Edit{std::move(change)});
}

Fix Fixer::wrongOutput(NodeId id) const
{
    SetInputs change = inputsOf(m_graph, id);
    bool isAny = false;
    for (Entry &entry : change.inputs) {
        const bool isWrong = m_graph.contains(entry.node) && !isValue(entry);
        if (isWrong && outputCount(m_graph.node(entry.node)) == 1) {
            entry.index = 0;
            isAny = true;
        }
    }
    return isAny ? made(Kind::FirstOutput, m_graph.node(id).name, {}, Edit{std::move(change)})
                 : std::nullopt;
}

Fix Fixer::inputCount(NodeId id) const
{
    const Node &node = m_graph.node(id);
    const std::vector<std::string> roles = inputNames(node);
    if (node.dialect != Dialect::Nnvm || m_ops.find(node) == nullptr) {
        return std::nullopt;
    }
    if (node.inputs.size() > roles.size()) {
        SetInputs change = inputsOf(m_graph, id);
        change.inputs.resize(roles.size());
        return made(Kind::RemoveInputs, node.name, {}, Edit{std::move(change)});
    }
    std::vector<std::size_t> missing;
    for (std::size_t at = node.inputs.size(); at < roles.size(); ++at) {
        missing.push_back(at);
    }
    return withVariables(id, missing);
}

Fix Fixer::wrongHeads() const
{
    std::vector<Entry> heads = m_graph.heads();
    const auto gone = std::erase_if(heads, [this](const Entry &head) { return !isValue(head); });
    return gone == 0 ? std::nullopt
                     : made(Kind::RemoveOutputs, {}, {}, Edit{SetHeads{std::move(heads)}});
}

/// The first fix that one of the nodes of a name has: names may repeat.
template <typename Try>
Fix firstFix(const Graph &graph, const std::string &name, const Try &tryNode)
{
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).name == name) {
            if (Fix fix = tryNode(id)) {
                return fix;
            }
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<GraphFix> fixOf(const Graph &graph, const OpRegistry &ops, const Diagnostic &finding)
{
    const Fixer fixer(graph, ops);
    const std::string &code = finding.code;
    const std::string &key = finding.where.attribute;
    if (!finding.where.owners.empty()) {
        return std::nullopt; // edits do not reach into subgraphs
    }
    if (finding.where.node.empty()) {
        const bool isHead = code == "entry-node" || code == "entry-index";
        return isHead ? fixer.wrongHeads() : std::nullopt;
    }
    if (code == "name-duplicate") {
        return fixer.duplicateName(finding.where.node);
    }
    return firstFix(graph, finding.where.node, [&](NodeId id) -> Fix {
        if (code == "attr-unknown") {
            return fixer.unknownAttribute(id, key);
        }
        if (code == "attr-invalid") {
            return fixer.invalidAttribute(id, key);
        }
        if (code == "op-unknown") {
            return fixer.unknownOperator(id);
        }
        if (code == "tensor-duplicate") {
            return fixer.duplicateTensor(id);
        }
        if (code == "tensor-undefined") {
            return fixer.undefinedTensor(id);
        }
        if (code == "entry-node") {
            return fixer.lostSource(id);
        }
        if (code == "entry-index") {
            return fixer.wrongOutput(id);
        }
        return code == "input-count" ? fixer.inputCount(id) : std::nullopt;
    });
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/lightnet_document.h"

#include "core/passes/conversion/lightnet_names.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <set>
#include <unordered_set>

namespace nervure {

LightNetDocument::LightNetDocument(const OpRegistry &ops, std::uint32_t firstId)
    : m_ops(ops),
      m_builder(m_graph),
      m_inference(ops, Semantics::Fixed)
{
    m_graph.setDialect(Dialect::LightNet);
    m_graph.reserveIds(firstId);
}

/// Shapes and types of an operator by LightNet's own rules. Says what is wrong.
std::string LightNetDocument::infer(NodeId id)
{
    const Node &node = m_graph.node(id);
    const OpSpec *spec = m_ops.find(node);
    if (!spec || !spec->inferShape || !spec->inferType) {
        return "the operator " + node.op + " is unknown";
    }
    if (!m_inference.knowsInputs(node)) {
        return {}; // it reads something that was refused
    }
    Diagnostics problems;
    const Status status = m_inference.infer(id, node, problems);
    return !problems.empty() ? problems.front().message
           : status          ? std::string()
                             : status.error().message;
}

std::string LightNetDocument::accept(const Node &node, NodeId from, const std::string &reason,
                                     const std::vector<LightNetTensor> &outputs)
{
    std::unordered_map<NodeId, std::string> names;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const bool isOne = outputs.size() == 1 || i == 0;
        names.emplace(outputs[i].entry.node,
                      isOne ? node.name : fmt::format("{}_{}", node.name, i));
    }
    for (const NodeId id : m_builder.takeAdded()) {
        if (const std::string fault = infer(id); !fault.empty()) {
            return "LightNet refuses its " + m_graph.node(id).op + ": " + fault;
        }
        Draft &draft = m_drafts[id];
        const auto main = names.find(id);
        draft.isMain = main != names.end();
        draft.name = draft.isMain ? main->second : node.name + "_" + m_graph.node(id).op;
        draft.from = {from};
        draft.reason = reason;
        explainShared(m_graph.node(id), from);
    }
    return {};
}

/// Constants came from all that they are made for.
void LightNetDocument::explainShared(const Node &reader, NodeId from)
{
    for (const Entry &input : reader.inputs) {
        const auto found = m_drafts.find(input.node);
        if (found == m_drafts.end() || m_graph.node(input.node).op != "create") {
            continue; // what was refused is not there
        }
        Draft &source = found->second;
        if (!source.isMain && !source.from.empty() && source.from.back() != from) {
            source.from.push_back(from);
        }
    }
}

void LightNetDocument::dropUnaccepted()
{
    m_builder.dropAdded();
}

namespace {

/// LightNet's operator for NNVM's.
Node zerosLike(const Node &zeros)
{
    IntTuple sizes;
    DType type = DType::Float32;
    if (const std::string *text = zeros.attrs.find("shape")) {
        (void)NnvmAttrText::parse(*text, sizes);
    }
    if (const std::string *text = zeros.attrs.find("dtype")) {
        (void)NnvmAttrText::parse(*text, type);
    }
    Graph graph;
    const LightNetTensor tensor = LightNetBuilder(graph).zeros(Shape(sizes), type);
    return graph.node(tensor.entry.node);
}

} // namespace

/// One operator of a graph that is copied; its inputs name the copies already.
Status LightNetDocument::copyOperator(Node node, NodeId &copy)
{
    const std::string name = node.name;
    const std::string what =
        (node.isVariable() ? "variable " : "operator " + node.op + " of ") + quoted(name);
    if (node.dialect == Dialect::Nnvm && node.op == "zeros") {
        node = zerosLike(node);
    } else if (node.dialect != Dialect::LightNet) {
        return makeErrorAt(name, "not-raised",
                           "{} is needed for values that are made once, at load, expected "
                           "LightNet's operators alone there",
                           what);
    }
    copy = m_graph.add(std::move(node));
    if (const std::string fault = infer(copy); !fault.empty()) {
        return makeErrorAt(name, "not-raised", "LightNet refuses {}: {}", what, fault);
    }
    m_drafts[copy].name = name;
    m_drafts[copy].isMain = true;
    m_drafts[copy].reason = "made once, at load";
    return {};
}

Result<std::vector<Entry>> LightNetDocument::copyOperators(const Graph &graph)
{
    std::unordered_map<NodeId, NodeId> copies;
    for (const NodeId id : graph.nodes()) {
        Node node = graph.node(id);
        for (Entry &input : node.inputs) {
            const auto copy = copies.find(input.node);
            if (copy == copies.end()) {
                return makeErrorAt(node.name, "not-raised",
                                   "{} reads what comes after it or is not there",
                                   quoted(node.name));
            }
            input.node = copy->second;
        }
        RETURN_IF_FAILED(copyOperator(std::move(node), copies[id]));
    }
    std::vector<Entry> heads;
    for (const Entry &head : graph.heads()) {
        heads.push_back({copies.at(head.node), head.index, 0});
    }
    return heads;
}

void LightNetDocument::explainCopied(NodeId copy, NodeId from)
{
    std::vector<NodeId> left{copy};
    while (!left.empty()) {
        const NodeId id = left.back();
        left.pop_back();
        std::vector<NodeId> &known = m_drafts[id].from;
        if (!known.empty()) {
            continue; // and so is all that it reads
        }
        known = {from};
        for (const Entry &input : m_graph.node(id).inputs) {
            left.push_back(input.node);
        }
    }
}

/// All that they come from, in the order in which it was added.
std::vector<NodeId> LightNetDocument::neededBy(const std::vector<Entry> &heads) const
{
    std::unordered_set<NodeId> needed;
    std::vector<NodeId> left(m_printers);
    for (const Entry &head : heads) {
        left.push_back(head.node);
    }
    while (!left.empty()) {
        const NodeId id = left.back();
        left.pop_back();
        if (needed.insert(id).second) {
            for (const Entry &input : m_graph.node(id).inputs) {
                left.push_back(input.node);
            }
        }
    }
    std::vector<NodeId> nodes(m_graph.nodes().begin(), m_graph.nodes().end());
    std::erase_if(nodes, [&](NodeId id) { return needed.count(id) == 0; });
    return nodes;
}

/// A head that something reads, or that is there twice, is passed on under a name of its own.
std::vector<Entry> LightNetDocument::ownHeads(const std::vector<Head> &heads)
{
    std::vector<Entry> entries;
    for (const Head &head : heads) {
        entries.push_back(head.tensor.entry);
    }
    std::set<Entry> taken;
    for (const NodeId id : neededBy(entries)) {
        const Node &node = m_graph.node(id);
        taken.insert(node.inputs.begin(), node.inputs.end());
    }
    for (std::size_t i = 0; i < heads.size(); ++i) {
        if (!taken.insert(entries[i]).second) {
            const LightNetTensor own = m_builder.alike("forward", heads[i].tensor);
            Node named;
            named.name = heads[i].name + "_output";
            (void)accept(named, heads[i].from, "result", {own});
            entries[i] = own.entry;
        }
    }
    return entries;
}

void LightNetDocument::print(const std::vector<Entry> &heads)
{
    for (const Entry &head : heads) {
        Node node;
        node.dialect = Dialect::LightNet;
        node.op = "print";
        node.inputs.push_back(head);
        node.inputPorts = {{"src", {}, 0}};
        const NodeId id = m_graph.add(std::move(node));
        m_printers.push_back(id);
        const Draft &printed = m_drafts[head.node];
        m_drafts[id] = {"print_" + printed.name, false, printed.from, "prints a result"};
    }
}

/// What is called like the other graph's nodes gets its name first. Tensors have names of their own.
void LightNetDocument::nameAll(const std::vector<NodeId> &nodes)
{
    LightNetNames operatorNames;
    LightNetNames tensorNames;
    for (const bool isMain : {true, false}) {
        for (const NodeId id : nodes) {
            const Draft &draft = m_drafts[id];
            if (draft.isMain != isMain) {
                continue;
            }
            Node &node = m_graph.edit(id);
            node.name = operatorNames.take(draft.name);
            node.sourceIndex.reset();
            for (Port &port : node.outputPorts) {
                const bool isFirst = &port == &node.outputPorts.front();
                port.tensor = tensorNames.take(!port.tensor.empty() ? port.tensor
                                               : isFirst            ? draft.name
                                                                    : draft.name + "_" + port.role);
            }
        }
    }
}

void LightNetDocument::finish(const std::vector<Head> &heads, bool prints)
{
    const std::vector<Entry> entries = ownHeads(heads);
    if (prints) {
        print(entries);
    }
    const std::vector<NodeId> needed = neededBy(entries);
    nameAll(needed);
    for (const Entry &head : entries) {
        m_headNames.push_back(m_graph.node(head.node).outputPorts.at(head.index).tensor);
    }
    for (std::size_t i = 0; i < m_printers.size(); ++i) {
        m_graph.edit(m_printers[i]).attrs.set("msg", LightNetAttrText::print(m_headNames[i]));
    }
    std::vector<std::pair<NodeId, Node>> nodes;
    for (const NodeId id : needed) {
        const Draft &draft = m_drafts[id];
        m_origins.push_back({id, draft.from, draft.reason});
        nodes.emplace_back(id, m_graph.node(id));
    }
    m_result.setDialect(Dialect::LightNet);
    m_result.assign(std::move(nodes), {});
}

} // namespace nervure

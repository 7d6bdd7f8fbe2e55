// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm_writer.h"

#include "core/formats/dmlc_text.h"
#include "core/graph/traversal.h"
#include "core/support/json_tree.h"
#include "core/support/text.h"

#include <algorithm>
#include <unordered_map>

namespace nervure {

namespace {

/// More entries or numbers than this are broken into lines.
constexpr std::size_t longList = 10;
/// Output indices beyond this are faults and do not count as outputs of unknown operators.
constexpr std::uint32_t maxOutputs = 1u << 16;

class GraphWriter {
public:
    GraphWriter(const Graph &graph, const FormatContext &context, Diagnostics &diagnostics,
                DmlcText &out)
        : m_graph(graph),
          m_context(context),
          m_diagnostics(diagnostics),
          m_out(out)
    {}

    /// For parts of a graph: references as these numbers.
    void useNumbers(const std::unordered_map<NodeId, std::uint32_t> &numbers)
    {
        m_numbers = numbers;
    }
    /// For parts of a graph: the order of the nodes.
    void useOrder(std::span<const NodeId> order)
    {
        m_order.assign(order.begin(), order.end());
        countUses();
    }
    void writeNode(const Node &node);
    void writeGraphAttrs();
    [[nodiscard]] std::vector<std::uint64_t> rowPointers() const;

    void write()
    {
        number();
        m_out.beginObject();
        m_out.key("nodes");
        m_out.beginArray(true);
        for (const NodeId id : m_order) {
            m_out.item();
            writeNode(m_graph.node(id));
        }
        m_out.endArray();
        writeIndex();
        writeAttrs();
        m_out.endObject();
    }

private:
    void number();
    void noteUse(const Entry &entry);
    [[nodiscard]] std::uint32_t numberOf(NodeId id);
    [[nodiscard]] std::uint64_t outputCount(const Node &node, NodeId id) const;
    void countUses();
    void writeDict(const AttrDict &attrs);
    void writeEntries(const std::vector<Entry> &entries);
    void writeNumbers(const std::vector<std::uint64_t> &numbers);
    void writeIndex();
    void writeAttrs();

    const Graph &m_graph;
    const FormatContext &m_context;
    Diagnostics &m_diagnostics;
    DmlcText &m_out;
    std::vector<NodeId> m_order;
    std::unordered_map<NodeId, std::uint32_t> m_numbers;
    std::unordered_map<NodeId, std::uint32_t> m_usedOutputs;
};

void GraphWriter::number()
{
    m_order = postOrder(m_graph);
    for (const NodeId id : m_order) {
        m_numbers.emplace(id, static_cast<std::uint32_t>(m_numbers.size()));
    }
    countUses();
    if (m_order.size() < m_graph.nodeCount()) {
        m_diagnostics.push_back(makeWarning("nodes-unreachable",
                                            std::to_string(m_graph.nodeCount() - m_order.size())
                                                + " nodes that no output depends on are left out"));
    }
}

void GraphWriter::countUses()
{
    for (const NodeId id : m_order) {
        for (const Entry &entry : m_graph.node(id).inputs) {
            noteUse(entry);
        }
    }
    for (const Entry &entry : m_graph.heads()) {
        noteUse(entry);
    }
}

void GraphWriter::noteUse(const Entry &entry)
{
    std::uint32_t &used = m_usedOutputs[entry.node];
    used = std::max(used, std::min(entry.index, maxOutputs - 1) + 1);
}

std::uint32_t GraphWriter::numberOf(NodeId id)
{
    const auto it = m_numbers.find(id);
    if (it != m_numbers.end()) {
        return it->second;
    }
    // Still a number that names no node, so that the fault stays visible.
    const auto count = static_cast<std::uint32_t>(m_numbers.size());
    m_diagnostics.push_back(
        makeWarning("entry-node", "a reference to a node that is not there is written as node "
                                      + std::to_string(std::max(id.value, count))));
    return std::max(id.value, count);
}

std::uint64_t GraphWriter::outputCount(const Node &node, NodeId id) const
{
    if (node.isVariable()) {
        return 1;
    }
    const auto used = m_usedOutputs.find(id);
    const OpSpec *spec = m_context.ops.find(node);
    Diagnostics ignored;
    const ParsedAttrs attrs =
        spec ? parseAttrs(spec->attrs, node.attrs, spec->name, node.name, ignored) : ParsedAttrs();
    return outputNamesOf(spec, {node, attrs, m_context.semantics},
                         std::max(used == m_usedOutputs.end() ? 1u : used->second, 1u))
        .size();
}

void GraphWriter::writeDict(const AttrDict &attrs)
{
    std::vector<AttrDict::Item> sorted(attrs.begin(), attrs.end());
    std::sort(sorted.begin(), sorted.end());
    m_out.beginObject(sorted.size() > 1);
    for (const auto &[key, value] : sorted) {
        m_out.key(key);
        m_out.string(value);
    }
    m_out.endObject();
}

void GraphWriter::writeEntries(const std::vector<Entry> &entries)
{
    m_out.beginArray(entries.size() > longList);
    for (const Entry &entry : entries) {
        m_out.item();
        m_out.raw("[" + std::to_string(numberOf(entry.node)) + ", " + std::to_string(entry.index)
                  + ", " + std::to_string(entry.version) + "]");
    }
    m_out.endArray();
}

void GraphWriter::writeNumbers(const std::vector<std::uint64_t> &numbers)
{
    m_out.beginArray(numbers.size() > longList);
    for (const std::uint64_t number : numbers) {
        m_out.item();
        m_out.number(number);
    }
    m_out.endArray();
}

void GraphWriter::writeNode(const Node &node)
{
    const OpSpec *spec = m_context.ops.find(node);
    m_out.beginObject();
    m_out.key("op");
    m_out.string(spec ? spec->name : node.op);
    m_out.key("name");
    m_out.string(node.name);
    if (!node.attrs.empty()) {
        m_out.key("attrs");
        writeDict(node.attrs);
    }
    m_out.key("inputs");
    writeEntries(node.inputs);
    if (!node.controlDeps.empty()) {
        std::vector<std::uint64_t> numbers;
        for (const NodeId dep : node.controlDeps) {
            numbers.push_back(numberOf(dep));
        }
        m_out.key("control_deps");
        writeNumbers(numbers);
    }
    if (!node.subgraphs.empty()) {
        m_out.key("subgraphs");
        m_out.beginArray(true);
        for (const auto &subgraph : node.subgraphs) {
            m_out.item();
            GraphWriter(*subgraph, m_context, m_diagnostics, m_out).write();
        }
        m_out.endArray();
    }
    m_out.endObject();
}

std::vector<std::uint64_t> GraphWriter::rowPointers() const
{
    std::vector<std::uint64_t> rows{0};
    for (const NodeId id : m_order) {
        rows.push_back(rows.back() + outputCount(m_graph.node(id), id));
    }
    return rows;
}

void GraphWriter::writeIndex()
{
    std::vector<std::uint64_t> variables;
    for (std::size_t i = 0; i < m_order.size(); ++i) {
        if (m_graph.node(m_order[i]).isVariable()) {
            variables.push_back(i);
        }
    }
    m_out.key("arg_nodes");
    writeNumbers(variables);
    m_out.key("node_row_ptr");
    writeNumbers(rowPointers());
    m_out.key("heads");
    writeEntries(m_graph.heads());
}

void GraphWriter::writeAttrs()
{
    if (!m_graph.attrs().empty()) {
        m_out.key("attrs");
        writeGraphAttrs();
    }
}

void GraphWriter::writeGraphAttrs()
{
    m_out.beginObject(m_graph.attrs().size() > 1);
    for (const GraphAttr &attr : m_graph.attrs()) {
        m_out.key(attr.name);
        m_out.beginArray(false);
        m_out.item();
        m_out.string(attr.tag);
        m_out.item();
        if (const Result<JsonTree> tree = JsonTree::parse(attr.json); tree) {
            m_out.value(tree->root());
        } else {
            m_out.raw("null");
        }
        m_out.endArray();
    }
    m_out.endObject();
}

} // namespace

Result<std::string> writeNnvmJson(const Graph &graph, const FormatContext &context,
                                  Diagnostics &diagnostics)
try {
    DmlcText out;
    GraphWriter(graph, context, diagnostics, out).write();
    return out.take();
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the text of the graph does not fit into memory");
}

std::string nnvmNodeText(const Graph &graph, const Node &node,
                         const std::unordered_map<NodeId, std::uint32_t> &numbers,
                         const FormatContext &context)
{
    Diagnostics ignored;
    DmlcText out;
    // The graph and its list of nodes are open around the node.
    out.assumeScopes(2);
    GraphWriter writer(graph, context, ignored, out);
    writer.useNumbers(numbers);
    writer.writeNode(node);
    return out.take();
}

std::vector<std::uint64_t> nnvmRowPointers(const Graph &graph, std::span<const NodeId> order,
                                           const FormatContext &context)
{
    Diagnostics ignored;
    DmlcText out;
    GraphWriter writer(graph, context, ignored, out);
    writer.useOrder(order);
    return writer.rowPointers();
}

std::string nnvmGraphAttrsText(const Graph &graph)
{
    Diagnostics ignored;
    const OpRegistry none;
    const FormatContext context{none, Semantics::Exact, {}};
    DmlcText out;
    out.assumeScopes(1);
    GraphWriter(graph, context, ignored, out).writeGraphAttrs();
    return out.take();
}

} // namespace nervure

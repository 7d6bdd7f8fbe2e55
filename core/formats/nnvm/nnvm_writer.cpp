// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_writer.h"

#include "core/formats/nnvm/dmlc_text.h"
#include "core/graph/op/op_facts.h"
#include "core/graph/traversal.h"
#include "core/support/json/json_tree.h"

#include <algorithm>

namespace nervure {

namespace {

/// More entries or numbers than this are broken into lines.
constexpr std::size_t longList = 10;
/// Of the text of a node, without many attributes.
constexpr std::size_t usualNodeBytes = 128;

void writeGraphAttr(const GraphAttr &attr, DmlcText &out)
{
    out.beginArray(false);
    out.item();
    out.string(attr.tag);
    out.item();
    if (const Result<JsonTree> tree = JsonTree::parse(attr.json); tree) {
        out.value(tree->root());
    } else {
        out.raw("null");
    }
    out.endArray();
}

class GraphWriter {
public:
    GraphWriter(const Graph &graph, const FormatContext &context, Diagnostics &diagnostics,
                DmlcText &out)
        : m_graph(graph),
          m_context(context),
          m_diagnostics(diagnostics),
          m_out(out),
          m_facts(context.ops)
    {}

    void writeNode(const Node &node, const NodeNumbers &numbers);
    void writeGraphAttrs();
    [[nodiscard]] std::vector<std::uint64_t> rowPointers(std::span<const NodeId> order);

    void write()
    {
        const std::vector<NodeId> order = postOrder(m_graph);
        const NodeNumbers numbers(m_graph, order);
        warnOfUnreachable(order.size());
        m_out.beginObject();
        m_out.key("nodes");
        m_out.beginArray(true);
        std::vector<std::uint64_t> variables;
        std::vector<std::uint64_t> rows{0};
        rows.reserve(order.size() + 1);
        for (const NodeId id : order) {
            const Node &node = m_graph.node(id);
            if (node.isVariable()) {
                variables.push_back(rows.size() - 1);
            }
            rows.push_back(rows.back() + outputCountOf(id, node));
            m_out.item();
            writeNode(node, numbers);
        }
        m_out.endArray();
        m_out.key("arg_nodes");
        writeNumbers(variables);
        m_out.key("node_row_ptr");
        writeNumbers(rows);
        m_out.key("heads");
        writeEntries(m_graph.heads(), numbers);
        writeAttrs();
        m_out.endObject();
    }

private:
    void warnOfUnreachable(std::size_t reached);
    [[nodiscard]] std::uint32_t outputCountOf(NodeId id, const Node &node);
    [[nodiscard]] std::uint32_t numberOf(NodeId id, const NodeNumbers &numbers);
    void writeDict(const AttrDict &attrs);
    void writeEntries(std::span<const Entry> entries, const NodeNumbers &numbers);
    void writeNumbers(const std::vector<std::uint64_t> &numbers);
    void writeAttrs();

    const Graph &m_graph;
    const FormatContext &m_context;
    Diagnostics &m_diagnostics;
    DmlcText &m_out;
    OpFactsTable m_facts;
    std::vector<std::uint32_t> m_used; ///< by NodeId; filled when an unknown operator asks
};

void GraphWriter::warnOfUnreachable(std::size_t reached)
{
    if (reached < m_graph.nodeCount()) {
        m_diagnostics.push_back(makeWarning("nodes-unreachable",
                                            "{} nodes that no output depends on are left out",
                                            m_graph.nodeCount() - reached));
    }
}

std::uint32_t GraphWriter::numberOf(NodeId id, const NodeNumbers &numbers)
{
    const std::uint32_t number = numbers.of(id);
    if (!numbers.contains(id)) {
        m_diagnostics.push_back(makeWarning(
            "entry-node", "a reference to a node that is not there is written as node {}", number));
    }
    return number;
}

void GraphWriter::writeDict(const AttrDict &attrs)
{
    std::vector<const AttrDict::Item *> sorted;
    for (const AttrDict::Item &item : attrs) {
        sorted.push_back(&item);
    }
    std::sort(sorted.begin(), sorted.end(), [](const auto *a, const auto *b) { return *a < *b; });
    m_out.beginObject(sorted.size() > 1);
    for (const AttrDict::Item *item : sorted) {
        m_out.key(item->first);
        m_out.string(item->second);
    }
    m_out.endObject();
}

void GraphWriter::writeEntries(std::span<const Entry> entries, const NodeNumbers &numbers)
{
    m_out.beginArray(entries.size() > longList);
    for (const Entry &entry : entries) {
        m_out.item();
        m_out.raw("[");
        m_out.number(numberOf(entry.node, numbers));
        m_out.raw(", ");
        m_out.number(entry.index);
        m_out.raw(", ");
        m_out.number(entry.version);
        m_out.raw("]");
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

void GraphWriter::writeNode(const Node &node, const NodeNumbers &numbers)
{
    const OpSpec *spec = m_facts.of(node).spec;
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
    writeEntries(node.inputs, numbers);
    if (!node.controlDeps.empty()) {
        std::vector<std::uint64_t> sources;
        for (const NodeId dep : node.controlDeps) {
            sources.push_back(numberOf(dep, numbers));
        }
        m_out.key("control_deps");
        writeNumbers(sources);
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

std::uint32_t GraphWriter::outputCountOf(NodeId id, const Node &node)
{
    const OpFacts &facts = m_facts.of(node);
    if (facts.spec || node.isVariable()) {
        return facts.outputCount;
    }
    if (m_used.empty()) {
        m_used = usedOutputs(m_graph);
    }
    return std::max(1U, m_used[id.value]);
}

std::vector<std::uint64_t> GraphWriter::rowPointers(std::span<const NodeId> order)
{
    std::vector<std::uint64_t> rows{0};
    rows.reserve(order.size() + 1);
    for (const NodeId id : order) {
        rows.push_back(rows.back() + outputCountOf(id, m_graph.node(id)));
    }
    return rows;
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
        writeGraphAttr(attr, m_out);
    }
    m_out.endObject();
}

} // namespace

Result<std::string> writeNnvmJson(const Graph &graph, const FormatContext &context,
                                  Diagnostics &diagnostics)
try {
    DmlcText out;
    out.reserve(graph.nodeCount() * usualNodeBytes);
    GraphWriter(graph, context, diagnostics, out).write();
    return out.take();
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the text of the graph does not fit into memory");
}

std::string nnvmNodeText(const Graph &graph, const Node &node, const NodeNumbers &numbers,
                         const FormatContext &context)
{
    Diagnostics ignored;
    DmlcText out;
    // The graph and its list of nodes are open around the node.
    out.assumeScopes(2);
    GraphWriter(graph, context, ignored, out).writeNode(node, numbers);
    return out.take();
}

std::vector<std::uint64_t> nnvmRowPointers(const Graph &graph, std::span<const NodeId> order,
                                           const FormatContext &context)
{
    Diagnostics ignored;
    DmlcText out;
    return GraphWriter(graph, context, ignored, out).rowPointers(order);
}

std::string nnvmGraphAttrText(const GraphAttr &attr)
{
    DmlcText out;
    out.assumeScopes(2);
    writeGraphAttr(attr, out);
    return out.take();
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

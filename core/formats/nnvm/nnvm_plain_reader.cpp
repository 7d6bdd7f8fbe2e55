// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_plain_reader.h"

#include "core/formats/json_report.h"
#include "core/formats/nnvm/nnvm_entries.h"
#include "core/graph/check/graph_check.h"
#include "core/support/json/json_cursor.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace nervure {

namespace {

/// More attributes than this on one node are not plain: looking for repetitions would take long.
constexpr std::size_t mostAttrs = 64;

/// Dictionaries that were read, by their text. A large graph has few different ones: most need not be
/// read again, and nodes share them.
class KnownDicts {
public:
    struct Known {
        std::string_view text; ///< in the text of the graph
        AttrDict dict;
    };

    /// The dictionary of that text, or where to keep it. One of another text gives way to it.
    Known &slotOf(std::string_view text)
    {
        return m_slots[std::hash<std::string_view>()(text) % m_slots.size()];
    }

private:
    std::array<Known, 512> m_slots;
};

/// Which of the known fields of an object were met; none may come twice.
template <std::size_t Count>
class Fields {
public:
    explicit constexpr Fields(const std::array<std::string_view, Count> &names) : m_names(names) {}

    /// The place of a field that was not met before, or Count.
    std::size_t take(std::string_view name)
    {
        for (std::size_t i = 0; i < Count; ++i) {
            if (m_names[i] == name) {
                return std::exchange(m_isMet[i], true) ? Count : i;
            }
        }
        return Count;
    }
    [[nodiscard]] bool met(std::size_t field) const { return m_isMet[field]; }

private:
    const std::array<std::string_view, Count> &m_names;
    std::array<bool, Count> m_isMet{};
};

namespace node_field {
constexpr std::array<std::string_view, 8> names{
    "op", "name", "inputs", "attrs", "attr", "param", "control_deps", "backward_source_id"};
enum { Op, Name, Inputs, Attrs, Attr, Param, ControlDeps, BackwardSource, Unknown };
} // namespace node_field

namespace graph_field {
constexpr std::array<std::string_view, 4> names{"nodes", "arg_nodes", "heads", "node_row_ptr"};
enum { Nodes, ArgNodes, Heads, RowPointers, Unknown };
} // namespace graph_field

class PlainReader {
public:
    PlainReader(std::string_view text, const OpRegistry &ops, const NnvmJsonDialect &dialect)
        : m_text(text),
          m_in(text),
          m_ops(ops),
          m_dialect(dialect)
    {}

    bool run()
    {
        m_in.enterObject();
        Fields fields(graph_field::names);
        for (std::string_view key; m_in.nextMember(key);) {
            readField(fields.take(key));
        }
        const bool isComplete = fields.met(graph_field::Nodes) && fields.met(graph_field::Heads)
                                && fields.met(graph_field::ArgNodes);
        return m_in.isAtEnd() && isComplete && areVariables();
    }
    [[nodiscard]] Graph takeGraph()
    {
        m_namedIds.reserveIn(m_graph);
        m_graph.setDialect(m_dialect.dialect);
        if (m_dialect.upgrade) {
            m_dialect.upgrade(m_graph, m_ops);
        }
        return std::move(m_graph);
    }

    /// By NodeId, for the nodes that the text has: where their operator is named, in bytes.
    [[nodiscard]] const std::vector<std::size_t> &opOffsets() const { return m_opOffsets; }

private:
    bool readField(std::size_t field)
    {
        switch (field) {
        case graph_field::Nodes: return readNodes();
        case graph_field::ArgNodes: return readNumbers(m_argNodes);
        case graph_field::Heads: {
            Entries heads;
            readEntries(heads);
            m_graph.setHeads(std::move(heads));
            return true;
        }
        case graph_field::RowPointers: return skipNumbers();
        default: return m_in.fail();
        }
    }

    bool readNodes()
    {
        m_in.enterArray();
        while (m_in.nextElement()) {
            const NodeId id = m_graph.add(Node());
            Node &node = m_graph.edit(id);
            readNode(node);
            node.sourceIndex = id.value;
            m_dialect.setNodeDialect(node, m_ops);
            m_namedIds.see(node);
        }
        return true;
    }

    void readNode(Node &node)
    {
        m_in.enterObject();
        Fields fields(node_field::names);
        for (std::string_view key; m_in.nextMember(key);) {
            readNodeField(fields.take(key), node);
        }
        using namespace node_field;
        // Of several dictionaries it depends which one counts.
        const int dicts = fields.met(Attrs) + fields.met(Attr) + fields.met(Param);
        if (!fields.met(Op) || !fields.met(Name) || !fields.met(Inputs) || dicts > 1) {
            m_in.fail();
        }
    }

    bool readNodeField(std::size_t field, Node &node)
    {
        switch (field) {
        case node_field::Op: m_opOffsets.push_back(m_in.offsetIn(m_text)); return readText(node.op);
        case node_field::Name: return readText(node.name);
        case node_field::Inputs: return readEntries(node.inputs);
        case node_field::Attrs:
        case node_field::Attr:
        case node_field::Param: return readAttrs(node.attrs);
        case node_field::ControlDeps: return readControlDeps(node.controlDeps);
        case node_field::BackwardSource: return m_in.skipInteger();
        default: return m_in.fail();
        }
    }

    bool readText(std::string &text)
    {
        std::string_view value;
        const bool ok = m_in.readString(value);
        text = value;
        return ok;
    }

    bool readAttrs(AttrDict &attrs)
    {
        const std::string_view text = m_in.upToBrace();
        KnownDicts::Known &known = m_knownDicts.slotOf(text);
        if (!text.empty() && known.text == text) {
            attrs = known.dict;
            m_in.skip(text);
            return true;
        }
        const bool ok = readItems(attrs);
        if (m_in.isBehind(text)) {
            known = {text, attrs};
        }
        return ok;
    }

    bool readItems(AttrDict &attrs)
    {
        m_in.enterObject();
        for (std::string_view key; m_in.nextMember(key);) {
            m_key = key;
            std::string_view value;
            if (!m_in.readString(value) || attrs.size() == mostAttrs) {
                return m_in.fail();
            }
            attrs.set(m_key, std::string(value));
        }
        return true;
    }

    bool readControlDeps(RareVector<NodeId> &controlDeps)
    {
        m_in.enterArray();
        while (m_in.nextElement()) {
            m_in.readNumber(controlDeps.emplace_back().value);
        }
        return true;
    }

    bool readNumbers(std::vector<std::uint32_t> &numbers)
    {
        m_in.enterArray();
        while (m_in.nextElement()) {
            m_in.readNumber(numbers.emplace_back());
        }
        return true;
    }

    bool skipNumbers()
    {
        m_in.enterArray();
        for (std::uint32_t number = 0; m_in.nextElement();) {
            m_in.readNumber(number);
        }
        return true;
    }

    /// [node, index] or [node, index, version] each.
    bool readEntries(Entries &entries)
    {
        m_in.enterArray();
        while (m_in.nextElement()) {
            Entry &entry = entries.emplace_back();
            m_in.enterArray();
            if (!m_in.nextElement() || !m_in.readNumber(entry.node.value) || !m_in.nextElement()
                || !m_in.readNumber(entry.index)) {
                return m_in.fail();
            }
            if (m_in.nextElement()) {
                m_in.readNumber(entry.version);
                if (m_in.nextElement()) {
                    return m_in.fail();
                }
            }
        }
        return true;
    }

    [[nodiscard]] bool areVariables() const
    {
        return std::all_of(m_argNodes.begin(), m_argNodes.end(), [this](std::uint32_t number) {
            const Node *node = m_graph.find(NodeId{number});
            return node && node->isVariable();
        });
    }

    std::string_view m_text;
    JsonCursor m_in;
    const OpRegistry &m_ops;
    const NnvmJsonDialect &m_dialect;
    Graph m_graph;
    NamedIds m_namedIds;
    KnownDicts m_knownDicts;
    std::vector<std::uint32_t> m_argNodes;
    std::vector<std::size_t> m_opOffsets; ///< each node has one "op"
    std::string m_key;
};

/// What is told about the graph, if it is about operators alone; nothing where there is more.
std::optional<Diagnostics> findingsAboutOperators(const Graph &graph, std::string_view text,
                                                  const FormatContext &context,
                                                  const std::vector<std::size_t> &opOffsets)
{
    JsonReport report(context.fileName, text, false);
    for (GraphFinding &finding : checkGraph(graph, context.ops, context.semantics)) {
        std::vector<JsonReport::Spot> spots;
        for (const NodeId id : finding.nodes()) {
            if (id.value >= opOffsets.size()) {
                return std::nullopt; // a node that the upgrade added
            }
            spots.push_back({id, std::nullopt, opOffsets[id.value]});
        }
        if (finding.place != GraphFinding::Place::Operator) {
            return std::nullopt;
        }
        report.addAll(std::move(finding.diagnostic), std::move(spots));
    }
    return report.take();
}

} // namespace

std::optional<LoadedGraph> readPlainNnvmJson(std::string_view text, const FormatContext &context,
                                             const NnvmJsonDialect &dialect)
{
    PlainReader reader(text, context.ops, dialect);
    if (!reader.run()) {
        return std::nullopt;
    }
    LoadedGraph loaded{reader.takeGraph(), {}};
    auto found = findingsAboutOperators(loaded.graph, text, context, reader.opOffsets());
    if (!found) {
        return std::nullopt;
    }
    loaded.diagnostics = std::move(*found);
    return loaded;
}

} // namespace nervure

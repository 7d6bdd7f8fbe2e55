// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nnvm/nnvm_reader.h"

#include "core/formats/json_report.h"
#include "core/formats/nnvm/nnvm_entries.h"
#include "core/formats/nnvm/nnvm_plain_reader.h"
#include "core/formats/nnvm/nnvm_text_check.h"
#include "core/graph/check/finding_list.h"
#include "core/graph/check/graph_check.h"
#include "core/support/json/json_spans.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace nervure {

namespace {

constexpr std::array<std::string_view, 8> knownTags{
    "str", "int", "size_t", "list_int", "list_str", "list_shape", "list_layout", "dict_str_int"};

/// Reads one graph object; nested graphs get a reader of their own.
class GraphReader {
public:
    GraphReader(const FormatContext &context, const NnvmJsonDialect &dialect, JsonReport &report)
        : m_context(context),
          m_dialect(dialect),
          m_report(report)
    {}

    bool read(const JsonValue &object);
    [[nodiscard]] Graph takeGraph() { return std::move(m_graph); }
    /// For the outermost graph: bodies have no version of their own.
    void upgrade()
    {
        if (m_dialect.upgrade) {
            m_dialect.upgrade(m_graph, m_context.ops);
        }
    }
    /// Checks the graph as a whole and reports what it finds at its place in the text.
    void check();

private:
    bool readNodes(const JsonValue &array);
    bool readNode(const JsonValue &object);
    bool readNodeMember(const JsonValue &object, const JsonValue &member, Node &node,
                        AttrDict &legacy);
    bool readAttrs(const JsonValue &object, AttrDict &attrs);
    bool readControlDeps(const JsonValue &array, Node &node);
    bool readSubgraphs(const JsonValue &array, Node &node);
    bool readArgNodes(const JsonValue &array);
    bool readGraphAttrs(const JsonValue &object);
    void checkArgNodes();
    void missing(std::string_view what, std::string_view key, const JsonValue &object,
                 const std::string &node = {});
    [[nodiscard]] std::uint32_t placeOf(const GraphFinding &finding, NodeId node);
    [[nodiscard]] std::string title() const { return fmt::format("node {}", m_nodes.size()); }

    const FormatContext &m_context;
    const NnvmJsonDialect &m_dialect;
    JsonReport &m_report;
    Graph m_graph;
    NamedIds m_namedIds;
    std::vector<JsonValue> m_nodes; ///< the objects of the nodes, by node id
    std::optional<JsonValue> m_argNodes;
    std::optional<JsonValue> m_heads;
    ElementPlaces m_elements;
};

void GraphReader::missing(std::string_view what, std::string_view key, const JsonValue &object,
                          const std::string &node)
{
    m_report.add(
        makeErrorAt(node, "field-missing", "{} has no {}, which is required", what, quoted(key)),
        object);
}

/// What an object calls itself; empty when it does not say.
std::string nameIn(const JsonValue &object)
{
    const auto name = object.find("name");
    return name && name->isString() ? std::string(name->string()) : std::string();
}

bool GraphReader::read(const JsonValue &object)
{
    if (!m_report.expect(object, JsonKind::Object, "the graph")) {
        return false;
    }
    bool hasNodes = false;
    Entries heads;
    for (const JsonValue member : object) {
        const std::string_view key = member.key();
        bool ok = true;
        if (key == "nodes") {
            hasNodes = true;
            ok = readNodes(member);
        } else if (key == "heads") {
            m_heads = member;
            heads.clear();
            ok = readNnvmEntries(m_report, member, heads, "head");
        } else if (key == "arg_nodes") {
            ok = readArgNodes(member);
        } else if (key == "attrs") {
            ok = readGraphAttrs(member);
        } else if (key != "node_row_ptr") {
            m_report.add(makeWarning("field-unknown",
                                     "the graph has an unknown field {}, it is kept as it is",
                                     quoted(key)),
                         member, JsonReport::At::Key);
        }
        if (!ok) {
            return false;
        }
    }
    if (!hasNodes) {
        return m_report.refuse("field-missing", "the graph has no 'nodes', which is required",
                               object);
    }
    m_graph.setHeads(std::move(heads));
    m_namedIds.reserveIn(m_graph);
    m_graph.setDialect(m_dialect.dialect);
    if (!m_heads) {
        missing("the graph", "heads", object);
    }
    if (!m_argNodes) {
        missing("the graph", "arg_nodes", object);
    }
    return true;
}

bool GraphReader::readNodes(const JsonValue &array)
{
    if (!m_report.expect(array, JsonKind::Array, "'nodes'")) {
        return false;
    }
    // Attributes may stand in front, and of repeated 'nodes' the last counts.
    std::vector<GraphAttr> attrs = m_graph.attrs();
    m_graph = Graph();
    m_graph.setAttrs(std::move(attrs));
    m_namedIds = {};
    m_nodes.clear();
    for (const JsonValue node : array) {
        if (!readNode(node)) {
            return false;
        }
    }
    return true;
}

bool GraphReader::readNode(const JsonValue &object)
{
    if (!m_report.expect(object, JsonKind::Object, title())
        || !m_report.expectFewMembers(object, title())) {
        return false;
    }
    Node node;
    AttrDict legacy;
    bool hasOp = false;
    bool hasName = false;
    bool hasInputs = false;
    for (const JsonValue member : object) {
        hasOp = hasOp || member.key() == "op";
        hasName = hasName || member.key() == "name";
        hasInputs = hasInputs || member.key() == "inputs";
        if (!readNodeMember(object, member, node, legacy)) {
            m_report.refusalIsAbout(nameIn(object));
            return false;
        }
    }
    for (const auto &[key, value] : legacy) {
        if (!node.attrs.find(key)) {
            node.attrs.set(key, value);
        }
    }
    const std::array<std::pair<bool, std::string_view>, 3> required{
        {{hasOp, "op"}, {hasName, "name"}, {hasInputs, "inputs"}}};
    for (const auto &[isThere, key] : required) {
        if (!isThere) {
            missing(title(), key, object, node.name);
        }
    }
    m_dialect.setNodeDialect(node, m_context.ops);
    node.sourceIndex = static_cast<std::uint32_t>(m_nodes.size());
    m_nodes.push_back(object);
    m_namedIds.see(node);
    m_graph.add(std::move(node));
    return true;
}

bool GraphReader::readNodeMember(const JsonValue &object, const JsonValue &member, Node &node,
                                 AttrDict &legacy)
{
    const std::string_view key = member.key();
    const std::string what = title() + ": " + quoted(key);
    if (key == "op" || key == "name") {
        if (!m_report.expect(member, JsonKind::String, what)) {
            return false;
        }
        (key == "op" ? node.op : node.name) = std::string(member.string());
        return true;
    }
    if (key == "attrs" || key == "attr") {
        // Both name the same dictionary; reading one empties it first.
        node.attrs = {};
        return readAttrs(member, node.attrs);
    }
    if (key == "param") {
        legacy = {};
        return readAttrs(member, legacy);
    }
    if (key == "inputs") {
        node.inputs.clear();
        return readNnvmEntries(m_report, member, node.inputs, title() + ": input");
    }
    if (key == "control_deps") {
        return readControlDeps(member, node);
    }
    if (key == "subgraphs") {
        m_report.enter(nameIn(object));
        const bool isRead = readSubgraphs(member, node);
        m_report.leave();
        return isRead;
    }
    if (key != "backward_source_id") {
        m_report.add(makeWarningAt(nameIn(object), "field-unknown",
                                   "{} has an unknown field {}, it is kept as it is", title(),
                                   quoted(key)),
                     member, JsonReport::At::Key);
    }
    return true;
}

bool GraphReader::readAttrs(const JsonValue &object, AttrDict &attrs)
{
    const std::string what = title() + ": " + quoted(object.key());
    if (!m_report.expect(object, JsonKind::Object, what)
        || !m_report.expectFewMembers(object, what)) {
        return false;
    }
    for (const JsonValue member : object) {
        if (!m_report.expect(member, JsonKind::String,
                             title() + ": attribute " + quoted(member.key()))) {
            return false;
        }
        attrs.set(member.key(), std::string(member.string()));
    }
    return true;
}

bool GraphReader::readControlDeps(const JsonValue &array, Node &node)
{
    if (!m_report.expect(array, JsonKind::Array, title() + ": 'control_deps'")) {
        return false;
    }
    node.controlDeps.clear();
    for (const JsonValue item : array) {
        NodeId id;
        if (!readNnvmNumber(m_report, item, id.value, title() + ": control dependency")) {
            return false;
        }
        node.controlDeps.push_back(id);
    }
    return true;
}

bool GraphReader::readSubgraphs(const JsonValue &array, Node &node)
{
    if (!m_report.expect(array, JsonKind::Array, title() + ": 'subgraphs'")) {
        return false;
    }
    node.subgraphs.clear();
    for (const JsonValue item : array) {
        GraphReader reader(m_context, m_dialect, m_report);
        if (!reader.read(item)) {
            return false;
        }
        reader.check();
        node.subgraphs.push_back(std::make_shared<const Graph>(reader.takeGraph()));
    }
    return true;
}

bool GraphReader::readArgNodes(const JsonValue &array)
{
    m_argNodes = array;
    if (!m_report.expect(array, JsonKind::Array, "'arg_nodes'")) {
        return false;
    }
    for (const JsonValue item : array) {
        std::uint32_t number = 0;
        if (!readNnvmNumber(m_report, item, number, "an element of 'arg_nodes'")) {
            return false;
        }
    }
    return true;
}

bool GraphReader::readGraphAttrs(const JsonValue &object)
{
    constexpr std::string_view title = "the graph's 'attrs'";
    if (!m_report.expect(object, JsonKind::Object, title)
        || !m_report.expectFewMembers(object, title)) {
        return false;
    }
    std::vector<GraphAttr> attrs;
    for (const JsonValue member : object) {
        const std::string what = "graph attribute " + quoted(member.key());
        if (!m_report.expect(member, JsonKind::Array, what)) {
            return false;
        }
        if (member.size() != 2 || !(*member.begin()).isString()) {
            return m_report.refuse("json-type", what + " is no pair, expected [tag, value]",
                                   member);
        }
        auto it = member.begin();
        GraphAttr attr{std::string(member.key()), std::string((*it).string()), {}};
        attr.json = (*++it).compactText();
        if (std::find(knownTags.begin(), knownTags.end(), attr.tag) == knownTags.end()) {
            m_report.add(makeWarning("tag-unknown",
                                     "{} has the unknown tag {}, it is kept as it is", what,
                                     quoted(attr.tag)),
                         member);
        }
        std::erase_if(attrs, [&](const GraphAttr &old) { return old.name == attr.name; });
        attrs.push_back(std::move(attr));
    }
    m_graph.setAttrs(std::move(attrs));
    return true;
}

void GraphReader::checkArgNodes()
{
    if (!m_argNodes) {
        return;
    }
    for (const JsonValue item : *m_argNodes) {
        const NodeId id{static_cast<std::uint32_t>(item.integer())};
        const std::string what = fmt::format("'arg_nodes' names node {}", item.integer());
        if (!m_graph.contains(id)) {
            m_report.add(makeError("arg-node", "{}, expected one of the {} nodes", what,
                                   m_graph.nodeCount()),
                         item);
        } else if (!m_graph.node(id).isVariable()) {
            m_report.add(makeErrorAt(m_graph.node(id).name, "arg-node",
                                     "{}, which is operator {}, expected a variable", what,
                                     quoted(m_graph.node(id).op)),
                         item);
        }
    }
}

std::uint32_t GraphReader::placeOf(const GraphFinding &finding, NodeId id)
{
    if (finding.place == GraphFinding::Place::Head) {
        return m_heads ? m_elements.of(*m_heads, finding.position) : 0;
    }
    if (id.value >= m_nodes.size()) {
        return 0; // a node that the upgrade added
    }
    const JsonValue &node = m_nodes[id.value];
    const auto member = [&node](std::string_view key) { return node.find(key).value_or(node); };
    switch (finding.place) {
    case GraphFinding::Place::Name: return member("name").index();
    case GraphFinding::Place::Operator: return member("op").index();
    case GraphFinding::Place::Input: return m_elements.of(member("inputs"), finding.position);
    case GraphFinding::Place::ControlDep:
        return m_elements.of(member("control_deps"), finding.position);
    case GraphFinding::Place::Attribute:
        for (const std::string_view key : {"attrs", "attr", "param"}) {
            const auto attrs = node.find(key);
            if (const auto value =
                    attrs ? attrs->find(finding.diagnostic.where.attribute) : std::nullopt) {
                return value->index();
            }
        }
        break;
    default: break;
    }
    return node.index();
}

void GraphReader::check()
{
    checkArgNodes();
    for (GraphFinding &finding : checkGraph(m_graph, m_context.ops, m_context.semantics)) {
        const std::vector<NodeId> nodes = finding.nodes();
        std::vector<JsonReport::Spot> spots;
        for (const NodeId id : nodes) {
            spots.push_back({id, placeOf(finding, id)});
        }
        if (spots.empty()) {
            m_report.add(std::move(finding.diagnostic), placeOf(finding, {}));
        } else if (!m_report.isInside()) {
            m_report.addAll(std::move(finding.diagnostic), std::move(spots));
        } else { // there they are known by name alone
            setNodes(finding.diagnostic, nodes);
            for (std::size_t i = 0; i < spots.size(); ++i) {
                m_report.add(findingAt(finding.diagnostic, i, m_graph), *spots[i].value);
            }
        }
    }
}

} // namespace

Result<LoadedGraph> readNnvmJson(std::string_view text, const FormatContext &context,
                                 const NnvmJsonDialect &dialect)
try {
    if (auto plain = readPlainNnvmJson(text, context, dialect)) {
        return std::move(*plain);
    }
    return readNnvmJsonByTree(text, context, dialect);
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the graph does not fit into memory");
}

Result<LoadedGraph> readNnvmJsonByTree(std::string_view text, const FormatContext &context,
                                       const NnvmJsonDialect &dialect)
try {
    Result<JsonTree> tree = JsonTree::parse(text);
    if (!tree) {
        Diagnostic error = tree.error();
        error.where.file = context.fileName;
        return error;
    }
    JsonReport report(context.fileName, text, false);
    GraphReader reader(context, dialect, report);
    if (!reader.read(tree->root())) {
        return report.refusal();
    }
    checkNnvmText(text, *tree, context, report);
    reader.upgrade();
    reader.check();
    return LoadedGraph{reader.takeGraph(), report.take()};
} catch (const std::bad_alloc &) {
    return makeError("out-of-memory", "the graph does not fit into memory");
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/edit_json.h"

#include <array>
#include <limits>
#include <memory>

namespace nervure {

namespace {

/// Reads edits. The first thing that is not as expected is kept; what is read after it means
/// nothing.
class EditParser {
public:
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

    Edit edit(const JsonValue &json)
    {
        Edit result{CompositeEdit{}};
        if (!json.isObject() || json.size() == 0) {
            m_hasFailed = true;
            return result;
        }
        const JsonValue content = *json.begin();
        const std::string_view kind = content.key();
        if (kind == "add") {
            AddNode add{node(content), {}, {}};
            if (const auto id = json.find("id")) {
                add.id = NodeId{number(*id)};
            }
            if (const auto at = json.find("at")) {
                add.position = number(*at);
            }
            result.change = std::move(add);
        } else if (kind == "all") {
            CompositeEdit all;
            for (const JsonValue part : items(content)) {
                all.edits.push_back(edit(part));
            }
            result.change = std::move(all);
        } else if (kind == "heads") {
            result.change = SetHeads{entries(content)};
        } else if (kind == "attrs") {
            result.change = SetGraphAttrs{graphAttrs(content)};
        } else {
            ofNode(kind, content, result);
        }
        return result;
    }

private:
    void ofNode(std::string_view kind, const JsonValue &content, Edit &result)
    {
        const std::vector<JsonValue> parts = items(content);
        const NodeId id{parts.empty() ? (m_hasFailed = true, 0U) : number(parts[0])};
        const auto part = [&](std::size_t i) { return at(parts, i, content); };
        if (kind == "set") {
            SetAttribute set{id, text(part(1)), text(part(2)), {}};
            if (parts.size() > 3) {
                set.position = number(parts[3]);
            }
            result.change = std::move(set);
        } else if (kind == "unset") {
            result.change = RemoveAttribute{id, text(part(1))};
        } else if (kind == "rename") {
            result.change = RenameNode{id, text(part(1))};
        } else if (kind == "remove") {
            result.change = RemoveNode{id};
        } else if (kind == "inputs") {
            result.change = SetInputs{id, entries(part(1)), ports(part(2)), ids(part(3))};
        } else if (kind == "tensors") {
            result.change = SetOutputPorts{id, ports(part(1))};
        } else if (kind == "types") {
            result.change = SetDeclaredTypes{id, types(part(1))};
        } else if (kind == "move") {
            result.change = MoveNode{id, number(part(1))};
        } else if (kind == "note") {
            result.change = SetNote{id, text(part(1))};
        } else {
            m_hasFailed = true;
        }
    }

    /// `instead` only where there is no such part, which has failed then.
    JsonValue at(const std::vector<JsonValue> &parts, std::size_t i, const JsonValue &instead)
    {
        m_hasFailed = m_hasFailed || i >= parts.size();
        return i < parts.size() ? parts[i] : instead;
    }
    std::vector<JsonValue> items(const JsonValue &array)
    {
        std::vector<JsonValue> values;
        if (!array.isArray()) {
            m_hasFailed = true;
            return values;
        }
        for (const JsonValue item : array) {
            values.push_back(item);
        }
        return values;
    }
    std::string text(const JsonValue &json)
    {
        m_hasFailed = m_hasFailed || !json.isString();
        return json.isString() ? std::string(json.string()) : std::string();
    }
    std::uint32_t number(const JsonValue &json)
    {
        const bool isNumber = json.kind() == JsonKind::Integer && json.integer() >= 0
                              && json.integer() <= std::numeric_limits<std::uint32_t>::max();
        m_hasFailed = m_hasFailed || !isNumber;
        return isNumber ? static_cast<std::uint32_t>(json.integer()) : 0;
    }
    std::vector<Entry> entries(const JsonValue &json)
    {
        std::vector<Entry> list;
        for (const JsonValue item : items(json)) {
            const auto parts = items(item);
            list.push_back({NodeId{number(at(parts, 0, item))}, number(at(parts, 1, item)),
                            number(at(parts, 2, item))});
        }
        return list;
    }
    std::vector<Port> ports(const JsonValue &json)
    {
        std::vector<Port> list;
        for (const JsonValue item : items(json)) {
            const auto parts = items(item);
            list.push_back(
                {text(at(parts, 0, item)), text(at(parts, 1, item)), number(at(parts, 2, item))});
        }
        return list;
    }
    std::vector<ValueType> types(const JsonValue &json)
    {
        std::vector<ValueType> list;
        for (const JsonValue item : items(json)) {
            list.push_back(ValueType::fromText(text(item)));
        }
        return list;
    }
    std::vector<NodeId> ids(const JsonValue &json)
    {
        std::vector<NodeId> list;
        for (const JsonValue item : items(json)) {
            list.push_back(NodeId{number(item)});
        }
        return list;
    }
    std::vector<GraphAttr> graphAttrs(const JsonValue &json)
    {
        std::vector<GraphAttr> list;
        for (const JsonValue item : items(json)) {
            const auto parts = items(item);
            list.push_back(
                {text(at(parts, 0, item)), text(at(parts, 1, item)), text(at(parts, 2, item))});
        }
        return list;
    }
    /// A member that has to be there; `object` instead, which has failed then.
    JsonValue member(const JsonValue &object, std::string_view key)
    {
        const auto found = object.isObject() ? object.find(key) : std::nullopt;
        m_hasFailed = m_hasFailed || !found;
        return found.value_or(object);
    }
    Dialect dialect(const JsonValue &json)
    {
        const std::string name = text(json);
        for (const Dialect known : allDialects) {
            if (dialectName(known) == name) {
                return known;
            }
        }
        m_hasFailed = true;
        return Dialect::Nnvm;
    }
    Node node(const JsonValue &json)
    {
        Node node;
        node.op = text(member(json, "op"));
        node.name = text(member(json, "name"));
        node.dialect = dialect(member(json, "dialect"));
        for (const JsonValue item : items(member(json, "attrs"))) {
            const auto parts = items(item);
            node.attrs.set(text(at(parts, 0, item)), text(at(parts, 1, item)));
        }
        node.inputs = entries(member(json, "inputs"));
        node.inputPorts = ports(member(json, "reads"));
        node.outputPorts = ports(member(json, "tensors"));
        node.controlDeps = ids(member(json, "control"));
        if (m_hasFailed) {
            return node;
        }
        if (const auto opset = json.find("opset")) {
            node.opset = static_cast<std::uint16_t>(number(*opset));
        }
        if (const auto source = json.find("source")) {
            node.sourceIndex = number(*source);
        }
        if (const auto note = json.find("note")) {
            node.notes.push_back(text(*note));
        }
        if (const auto declared = json.find("types")) {
            node.declaredTypes = types(*declared);
        }
        if (const auto subgraphs = json.find("subgraphs")) {
            for (const JsonValue item : items(*subgraphs)) {
                node.subgraphs.push_back(std::make_shared<const Graph>(graph(item)));
            }
        }
        return node;
    }
    Graph graph(const JsonValue &json)
    {
        Graph graph;
        graph.setDialect(dialect(member(json, "dialect")));
        for (const JsonValue item : items(member(json, "nodes"))) {
            const auto parts = items(item);
            const NodeId id{number(at(parts, 0, item))};
            Node made = node(at(parts, 1, item));
            if (m_hasFailed || !isUsable(graph, id)) {
                m_hasFailed = true;
                return graph;
            }
            graph.insert(id, std::move(made), graph.nodeCount());
        }
        graph.setHeads(entries(member(json, "heads")));
        graph.setAttrs(graphAttrs(member(json, "attrs")));
        graph.setNote(text(member(json, "note")));
        return graph;
    }
    static bool isUsable(const Graph &graph, NodeId id)
    {
        return id.value < mostIds && !graph.contains(id);
    }

    /// Tables by id must fit into memory, whatever a file says.
    static constexpr std::uint32_t mostIds = 1U << 26;

    bool m_hasFailed = false;
};

/// Whether an edit only names new nodes by ids that tables by id can have.
bool hasUsableIds(const Edit &edit)
{
    for (const NodeId id : addedNodes(edit)) {
        if (id.value >= 1U << 26) {
            return false;
        }
    }
    return true;
}

} // namespace

Result<Edit> readEdit(const JsonValue &json)
{
    EditParser parser;
    Edit edit = parser.edit(json);
    if (parser.hasFailed() || !hasUsableIds(edit)) {
        return makeError("edit-format", "found something that is no edit");
    }
    return edit;
}

Result<Edit> readEditText(std::string_view text)
{
    const Result<JsonTree> tree = JsonTree::parse(text);
    return tree ? readEdit(tree->root()) : tree.error();
}

} // namespace nervure

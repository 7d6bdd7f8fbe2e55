// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_node_writer.h"

#include "core/formats/onnx/onnx_attribute.h"
#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_names.h"
#include "core/formats/protobuf/wire_writer.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>

namespace nervure::onnx {

namespace {

/// The attribute that would be written; what is wrong with it says the node.
Result<std::string> valueFields(const Node &node, const std::string &key, AttributeType type,
                                const std::string &text)
{
    auto fields = attributeValue(type, text);
    if (!fields) {
        Diagnostic error = fields.error();
        error.message = node.op + ": attribute " + quoted(key) + ": " + error.message;
        error.where.node = node.name;
        error.where.attribute = key;
        return error;
    }
    return fields;
}

/// As the operator declares the attribute; what nobody declares is what it looks like.
AttributeType typeOf(const Node &node, const OpRegistry *ops, std::string_view key,
                     std::string_view text)
{
    const OpSpec *spec = ops ? ops->find(node) : nullptr;
    const AttrDecl *decl = spec ? spec->attrs.find(key) : nullptr;
    switch (decl ? decl->kind : AttrKind::Text) {
    case AttrKind::Integer: return AttributeType::Int;
    case AttrKind::Number: return AttributeType::Float;
    case AttrKind::IntTuple: return AttributeType::Ints;
    case AttrKind::NumberTuple: return AttributeType::Floats;
    default: return guessAttributeType(text);
    }
}

Result<std::string> newAttribute(const Node &node, const OpRegistry *ops, const std::string &key,
                                 const std::string &text)
{
    std::string message;
    addBytes(message, attribute::name, key);
    ASSIGN_OR_RETURN(const std::string value,
                     valueFields(node, key, typeOf(node, ops, key, text), text));
    return message + value;
}

/// What the text of an attribute begins with that holds graphs (onnx_attribute.h).
constexpr std::string_view graphWord = "graph ";

/// The AttributeProto of one body or several, "graph a; graph b", from `body` on, which is counted on.
Result<WirePieces> newBodies(const std::string &key, const std::string &text, std::size_t &body,
                             const std::function<Result<WirePieces>(std::size_t body)> &writeBody)
{
    std::vector<std::string> names;
    for (std::size_t at = 0; at != text.npos;) {
        const std::size_t next = text.find("; graph ", at);
        names.push_back(text.substr(at + graphWord.size(), next - at - graphWord.size()));
        at = next == text.npos ? next : next + std::string_view("; ").size();
    }
    const bool isOne = names.size() == 1;
    WirePieces attribute;
    std::string head;
    addBytes(head, attribute::name, key);
    addInteger(head, attribute::type,
               static_cast<std::int64_t>(isOne ? AttributeType::Graph : AttributeType::Graphs));
    attribute.add(std::move(head));
    for (const std::string &name : names) {
        WirePieces graph;
        std::string field;
        addBytes(field, graph::name, name.empty() ? key : name);
        graph.add(std::move(field));
        ASSIGN_OR_RETURN(WirePieces content, writeBody(body++));
        graph.append(std::move(content));
        attribute.addMessage(isOne ? attribute::g : attribute::graphs, std::move(graph));
    }
    return attribute;
}

class NodeWriter {
public:
    explicit NodeWriter(const NodeRewrite &rewrite) : m_rewrite(rewrite) {}

    Result<WirePieces> write()
    {
        WireReader reader(m_rewrite.message.field.bytes, m_rewrite.file);
        while (const auto field = reader.next()) {
            RETURN_IF_FAILED(writeField(*field));
        }
        addNames(node::input, m_rewrite.now.inputs, m_inputs);
        addNames(node::output, m_rewrite.now.outputs, m_outputs);
        addText(node::name, m_hasName, m_rewrite.before.name, m_rewrite.now.node.name);
        RETURN_IF_FAILED(addAttributes());
        return std::move(m_pieces);
    }

private:
    [[nodiscard]] const Node &now() const { return m_rewrite.now.node; }

    Status writeField(const WireField &field)
    {
        switch (field.number) {
        case node::input: writeName(field, m_rewrite.now.inputs, m_inputs); return {};
        case node::output: writeName(field, m_rewrite.now.outputs, m_outputs); return {};
        case node::name:
            m_hasName = true;
            writeText(field, m_rewrite.before.name != now().name, now().name);
            return {};
        case node::opType:
            writeText(field, m_rewrite.before.op != now().op, splitOperatorName(now().op).second);
            return {};
        case node::domain:
            writeText(field, m_rewrite.before.op != now().op, splitOperatorName(now().op).first);
            return {};
        case node::attribute: return writeAttribute(field);
        default: m_pieces.keep(field.whole); return {};
        }
    }

    /// The next of a list of names in the place of the one that the field has.
    void writeName(const WireField &field, const std::vector<std::string> &names, std::size_t &next)
    {
        if (next < names.size()) {
            writeText(field, names[next] != field.bytes, names[next]);
        } else if (field.bytes.empty()) {
            m_pieces.keep(field.whole); // left out, and said so
        }
        ++next;
    }

    void writeText(const WireField &field, bool isChanged, std::string_view text)
    {
        if (!isChanged) {
            m_pieces.keep(field.whole);
        } else if (!text.empty() || field.number == node::input || field.number == node::output) {
            std::string bytes;
            addBytes(bytes, field.number, text);
            m_pieces.add(std::move(bytes));
        }
    }

    /// Those of a list that are more than the message had.
    void addNames(std::uint32_t number, const std::vector<std::string> &names, std::size_t next)
    {
        std::string bytes;
        for (std::size_t i = next; i < names.size(); ++i) {
            addBytes(bytes, number, names[i]);
        }
        if (!bytes.empty()) {
            m_pieces.add(std::move(bytes));
        }
    }

    void addText(std::uint32_t number, bool isThere, const std::string &before,
                 const std::string &text)
    {
        if (!isThere && before != text) {
            std::string bytes;
            addBytes(bytes, number, text);
            m_pieces.add(std::move(bytes));
        }
    }

    Status writeAttribute(const WireField &field)
    {
        const NamedMessage &message = m_rewrite.message.attributes[m_attributes++];
        const std::string key(message.name);
        ASSIGN_OR_RETURN(const AttributeText value, readAttribute(field.bytes, m_rewrite.file));
        const std::string *text = now().attrs.find(key);
        const bool isFirst = m_written.insert(key).second;
        if (!text && isFirst) {
            m_subgraphs += value.graphs.size();
            return {};
        }
        if (!value.graphs.empty()) {
            return writeGraphs(field);
        }
        if (!isFirst || *text == value.text) {
            m_pieces.keep(field.whole);
            return {};
        }
        return writeValue(field, key, value.type, *text);
    }

    /// The attribute with another value: in the place of the first field of the old one.
    Status writeValue(const WireField &field, const std::string &key, AttributeType type,
                      const std::string &text)
    {
        ASSIGN_OR_RETURN(std::string value, valueFields(now(), key, type, text));
        WirePieces attribute;
        WireReader reader(field.bytes, m_rewrite.file);
        bool isWritten = false;
        while (const auto inner = reader.next()) {
            if (!isValueField(inner->number)) {
                attribute.keep(inner->whole);
            } else if (!isWritten) {
                attribute.add(std::move(value));
                isWritten = true;
            }
        }
        if (!isWritten) {
            attribute.add(std::move(value));
        }
        m_pieces.addMessage(node::attribute, std::move(attribute));
        return {};
    }

    Status writeGraphs(const WireField &field)
    {
        WirePieces attribute;
        bool isChanged = false;
        WireReader reader(field.bytes, m_rewrite.file);
        while (const auto inner = reader.next()) {
            if (inner->number != attribute::g && inner->number != attribute::graphs) {
                attribute.keep(inner->whole);
                continue;
            }
            ASSIGN_OR_RETURN(auto graph, m_rewrite.rewriteSubgraph(m_subgraphs++, inner->bytes));
            if (graph) {
                isChanged = true;
                attribute.addMessage(inner->number, *std::move(graph));
            } else {
                attribute.keep(inner->whole);
            }
        }
        if (isChanged) {
            m_pieces.addMessage(node::attribute, std::move(attribute));
        } else {
            m_pieces.keep(field.whole);
        }
        return {};
    }

    Status addAttributes()
    {
        for (const auto &[key, text] : now().attrs) {
            if (m_written.count(key) == 0) {
                ASSIGN_OR_RETURN(const std::string message,
                                 newAttribute(now(), m_rewrite.ops, key, text));
                std::string bytes;
                addBytes(bytes, node::attribute, message);
                m_pieces.add(std::move(bytes));
            }
        }
        return {};
    }

    const NodeRewrite &m_rewrite;
    WirePieces m_pieces;
    // How many of the message's were met so far.
    std::size_t m_inputs = 0;
    std::size_t m_outputs = 0;
    std::size_t m_attributes = 0;
    std::size_t m_subgraphs = 0;
    bool m_hasName = false;
    std::set<std::string> m_written; ///< attributes
};

} // namespace

Result<WirePieces> rewriteNode(const NodeRewrite &rewrite)
{
    return NodeWriter(rewrite).write();
}

Result<WirePieces> newNode(const NamedNode &now, const OpRegistry *ops, bool callsFunction,
                           const std::function<Result<WirePieces>(std::size_t body)> &writeBody)
{
    const Node &node = now.node;
    std::string head;
    for (const std::string &input : now.inputs) {
        addBytes(head, node::input, input);
    }
    for (const std::string &output : now.outputs) {
        addBytes(head, node::output, output);
    }
    if (!node.name.empty()) {
        addBytes(head, node::name, node.name);
    }
    const auto [domain, type] = splitOperatorName(node.op);
    addBytes(head, node::opType, type);
    WirePieces message;
    message.add(std::move(head));
    std::size_t body = 0;
    for (const auto &[key, text] : node.attrs) {
        if (body < node.subgraphs.size() && text.starts_with(graphWord)) {
            ASSIGN_OR_RETURN(WirePieces attribute, newBodies(key, text, body, writeBody));
            message.addMessage(node::attribute, std::move(attribute));
            continue;
        }
        std::string field;
        ASSIGN_OR_RETURN(const std::string attribute, newAttribute(node, ops, key, text));
        addBytes(field, node::attribute, attribute);
        message.add(std::move(field));
    }
    if (body + (callsFunction ? 1 : 0) < node.subgraphs.size()) {
        return makeErrorAt(node.name, "onnx-graph",
                           "{}: the function that it calls is not one of the model's", node.op);
    }
    if (!domain.empty()) {
        std::string field;
        addBytes(field, node::domain, domain);
        message.add(std::move(field));
    }
    return message;
}

} // namespace nervure::onnx

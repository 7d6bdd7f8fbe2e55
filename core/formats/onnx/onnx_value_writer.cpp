// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_value_writer.h"

#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_node_writer.h"
#include "core/formats/onnx/onnx_output_type.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/formats/protobuf/wire_writer.h"
#include "core/graph/analysis/declared_types.h"
#include "core/graph/onnx_variable.h"

#include <algorithm>
#include <unordered_set>

namespace nervure::onnx {

Status ValueWriter::writeInner(const NamedMessage &info)
{
    const auto entry = m_before.find(info.name);
    if (!entry) {
        m_pieces.keep(info.field.whole);
        return {};
    }
    if (!m_rewrite.now.contains(entry->node)) {
        return {};
    }
    ASSIGN_OR_RETURN(const auto type, newType(*entry));
    if (!type || !type->empty()) {
        write(info.field.number, info, m_now.name(*entry), type);
    }
    return {};
}

/// The TypeProto that is declared of a value of the file now, empty for none; nothing where it is that of the
/// file.
Result<std::optional<std::string>> ValueWriter::newType(const Entry &entry) const
{
    const Node &before = m_rewrite.before.node(entry.node);
    const Node &now = m_rewrite.now.node(entry.node);
    const ValueType &declared = declaredOutput(now, entry.index);
    const bool isDeclaredAsBefore = declaredOutput(before, entry.index) == declared;
    if (!now.isVariable()) {
        return isDeclaredAsBefore ? std::optional<std::string>() : typeProto(declared);
    }
    ASSIGN_OR_RETURN(const bool isSame, isSameType(now.attrs, before.attrs));
    if (isSame && isDeclaredAsBefore) {
        return std::optional<std::string>();
    }
    ASSIGN_OR_RETURN(std::string type, typeProto(now.attrs));
    return std::optional(std::move(type));
}

/// A ValueInfoProto of the file under that name and, where there is one, with that type.
void ValueWriter::write(std::uint32_t number, const NamedMessage &info, const std::string &name,
                        const std::optional<std::string> &type)
{
    if (number == info.field.number && name == info.name && !type) {
        m_pieces.keep(info.field.whole);
        return;
    }
    if (!type) {
        m_pieces.addMessage(number, withText(info.field.bytes, value::name, name));
        return;
    }
    const std::string named = withText(info.field.bytes, value::name, name).text();
    WirePieces retyped; // which views of `named` would not outlive
    retyped.add(withText(named, value::type, *type).text());
    m_pieces.addMessage(number, std::move(retyped));
}

bool ValueWriter::isOutput(const Entry &entry) const
{
    const auto &heads = m_rewrite.now.heads();
    return std::any_of(heads.begin(), heads.end(), [&entry](const Entry &head) {
        return head.node == entry.node && head.index == entry.index;
    });
}

void ValueWriter::addInner()
{
    std::unordered_set<std::string_view> said;
    for (const auto *list : {&m_rewrite.message.outputs, &m_rewrite.message.valueInfos}) {
        for (const NamedMessage &info : *list) {
            said.insert(info.name);
        }
    }
    for (const NodeId id : m_rewrite.now.nodes()) {
        const Node &node = m_rewrite.now.node(id);
        for (std::uint32_t i = 0; i < node.declaredTypes.size() && !node.isVariable(); ++i) {
            const std::string name = m_now.name({id, i});
            const std::string before = m_before.name({id, i});
            const std::string type = typeProto(node.declaredTypes[i]);
            const bool isSaid = !before.empty() && said.count(before) != 0;
            if (!name.empty() && !type.empty() && !isSaid && !isOutput({id, i})) {
                addTyped(graph::valueInfo, name, type);
            }
        }
    }
}

Status ValueWriter::writeOutput(const NamedMessage &info, const Entry &head)
{
    if (m_before.find(info.name) != std::optional(head) || !m_rewrite.now.contains(head.node)) {
        return addOutput(head);
    }
    ASSIGN_OR_RETURN(const auto type, newType(head));
    if (type && type->empty()) {
        return addOutput(head);
    }
    write(graph::output, info, m_now.name(head), type);
    return {};
}

Status ValueWriter::addOutput(const Entry &head)
{
    const std::string name = m_now.name(head);
    const std::string before = m_before.name(head);
    const Node *node = m_rewrite.now.find(head.node);
    for (const auto *list :
         {&m_rewrite.message.outputs, &m_rewrite.message.valueInfos, &m_rewrite.message.inputs}) {
        const auto info = std::find_if(list->begin(), list->end(),
                                       [&](const auto &one) { return one.name == before; });
        if (before.empty() || info == list->end() || !node) {
            continue;
        }
        ASSIGN_OR_RETURN(const auto type, newType(head));
        if (!type || !type->empty()) {
            write(graph::output, *info, name, type);
            return {};
        }
    }
    const ValueType declared =
        node && !node->isVariable() ? declaredOutput(*node, head.index) : ValueType();
    if (declared.kind != ValueType::Kind::Unknown) {
        addTyped(graph::output, name, typeProto(declared));
        return {};
    }
    return add(graph::output, name,
               node && node->isVariable() ? node->attrs : inferredType(m_rewrite, head));
}

Status ValueWriter::addInput(const Node &variable)
{
    const AttrDict &attrs = variable.attrs;
    const bool isTyped = attrs.find(onnx_variable::elemType) || attrs.find(onnx_variable::type);
    for (const auto *list : {&m_rewrite.message.valueInfos, &m_rewrite.message.outputs}) {
        const auto info = std::find_if(list->begin(), list->end(), [&variable](const auto &one) {
            return one.name == variable.name;
        });
        if (!isTyped && info != list->end()) {
            write(graph::input, *info, variable.name, std::nullopt);
            return {};
        }
    }
    return add(graph::input, variable.name, attrs);
}

Status ValueWriter::add(std::uint32_t number, std::string_view name, const AttrDict &attrs)
{
    ASSIGN_OR_RETURN(const std::string type, typeProto(attrs));
    addTyped(number, name, type);
    return {};
}

void ValueWriter::addTyped(std::uint32_t number, std::string_view name, const std::string &type)
{
    std::string message;
    addBytes(message, value::name, name);
    if (!type.empty()) {
        addBytes(message, value::type, type);
    }
    std::string field;
    addBytes(field, number, message);
    m_pieces.add(std::move(field));
}

} // namespace nervure::onnx

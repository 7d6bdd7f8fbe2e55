// SPDX-License-Identifier: Apache-2.0
#include "core/formats/foreign/foreign_messages.h"

#include <algorithm>

namespace nervure {

namespace {

using Fields = std::vector<WireField>;

const WireField *findField(const Fields &fields, std::uint32_t number, WireType type)
{
    const auto it = std::find_if(fields.begin(), fields.end(), [&](const WireField &field) {
        return field.number == number && field.type == type;
    });
    return it != fields.end() ? &*it : nullptr;
}

/// The message or text in the first field of that number.
std::string_view bytesOf(const Fields &fields, std::uint32_t number)
{
    const WireField *field = findField(fields, number, WireType::Bytes);
    return field ? field->bytes : std::string_view();
}

bool hasBytes(const Fields &fields, std::uint32_t number)
{
    return findField(fields, number, WireType::Bytes) != nullptr;
}

/// A number such as a version: the first field, as writers keep the order of numbers.
bool startsWithVersion(const Fields &fields, std::uint64_t highest)
{
    return !fields.empty() && fields.front().number == 1 && fields.front().type == WireType::Varint
           && fields.front().value >= 1 && fields.front().value <= highest;
}

/// The fields of a message that may be the last in a file that breaks off.
Fields inner(std::string_view message, bool isCut)
{
    return firstFields(message, isCut ? MessageEnd::MayBeCut : MessageEnd::There)
        .value_or(Fields());
}

bool isIdentifier(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
               || c == '_' || c == '>' || c == '-' || c == '.' || c == '/';
    });
}

/// GraphDef: node = 1 with name = 1 and op = 2; library = 2, version = 3, versions = 4.
bool isGraphDef(const Fields &fields, bool isCut)
{
    constexpr std::uint32_t highestNumber = 5;
    const bool hasOnlyKnown = std::all_of(fields.begin(), fields.end(), [](const WireField &field) {
        return field.number <= highestNumber;
    });
    const Fields node = inner(bytesOf(fields, 1), isCut);
    return hasOnlyKnown && isIdentifier(bytesOf(node, 1)) && isIdentifier(bytesOf(node, 2));
}

} // namespace

bool isTensorFlowSavedModel(const ForeignContent &content)
{
    // SavedModel: saved_model_schema_version = 1, meta_graphs = 2 with graph_def = 2.
    const Fields &fields = content.fields();
    const bool hasOnlyKnown = std::all_of(fields.begin(), fields.end(),
                                          [](const WireField &field) { return field.number <= 2; });
    const Fields metaGraph = inner(bytesOf(fields, 2), content.isCut());
    return startsWithVersion(fields, 1) && hasOnlyKnown
           && isGraphDef(inner(bytesOf(metaGraph, 2), content.isCut()), content.isCut());
}

bool isTensorFlowMetaGraph(const ForeignContent &content)
{
    // MetaGraphDef: meta_info_def = 1, graph_def = 2.
    const Fields &fields = content.fields();
    return hasBytes(fields, 1)
           && isGraphDef(inner(bytesOf(fields, 2), content.isCut()), content.isCut());
}

bool isCaffeModel(const ForeignContent &content)
{
    // NetParameter: name = 1; layer = 100 with name = 1 and type = 2, or the older layers = 2 with
    // name = 4 and a number for the type = 5.
    constexpr std::uint32_t layerNumber = 100;
    const Fields &fields = content.fields();
    const Fields layer = inner(bytesOf(fields, layerNumber), content.isCut());
    const Fields older = inner(bytesOf(fields, 2), content.isCut());
    return (isIdentifier(bytesOf(layer, 1)) && isIdentifier(bytesOf(layer, 2)))
           || (isIdentifier(bytesOf(older, 4)) && findField(older, 5, WireType::Varint) != nullptr);
}

bool isPaddleModel(const ForeignContent &content)
{
    // ProgramDesc: blocks = 1 with idx = 1, parent_idx = 2, vars = 3, ops = 4.
    const Fields block = inner(bytesOf(content.fields(), 1), content.isCut());
    return findField(block, 1, WireType::Varint) != nullptr
           && findField(block, 2, WireType::Varint) != nullptr && hasBytes(block, 3)
           && hasBytes(block, 4);
}

} // namespace nervure

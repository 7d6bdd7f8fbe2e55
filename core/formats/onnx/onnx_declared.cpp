// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx_declared.h"

#include "core/formats/onnx/onnx_fields.h"
#include "core/formats/onnx/onnx_types.h"
#include "core/graph/analysis/declared_types.h"
#include "core/graph/analysis/onnx_facts.h"
#include "core/support/text.h"

namespace nervure::onnx {

namespace {

void declare(const Entry &value, const ValueType &type, Graph &graph)
{
    const Node &node = graph.node(value.node);
    const bool isSaidElsewhere = node.isVariable() && !contradict(declaredType(node), type);
    if (type.kind == ValueType::Kind::Unknown || isSaidElsewhere) {
        return;
    }
    RareVector<ValueType> &types = graph.edit(value.node).declaredTypes;
    if (types.size() <= value.index) {
        types.resize(value.index + 1);
    }
    types[value.index] = type;
}

} // namespace

Result<ValueType> typeOfValue(const NamedMessage &value, std::string_view file)
{
    WireReader reader(value.field.bytes, file);
    ValueType type;
    while (const auto field = reader.next()) {
        if (field->number == value::type) {
            ASSIGN_OR_RETURN(const auto bytes, bytesOf(*field, file, "a value's type"));
            ASSIGN_OR_RETURN(type, readType(bytes, file));
        }
    }
    RETURN_IF_FAILED(reader.status());
    return type;
}

void declareTypes(const GraphMessage &message, const ValueTable &values, std::string_view file,
                  Graph &graph, Diagnostics &diagnostics)
{
    const auto declareAll = [&](const std::vector<NamedMessage> &list) {
        for (const NamedMessage &info : list) {
            const Entry *known = values.find(info.name);
            if (!known) {
                continue;
            }
            const auto type = typeOfValue(info, file);
            if (type) {
                declare(*known, *type, graph);
            } else {
                diagnostics.push_back(makeWarningAt(graph.node(known->node).name, "onnx-type",
                                                    "the type of value {} cannot be read: {}",
                                                    quoted(info.name), type.error().message));
            }
        }
    };
    declareAll(message.valueInfos);
    if (!message.isFunction) {
        declareAll(message.outputs);
    }
}

} // namespace nervure::onnx

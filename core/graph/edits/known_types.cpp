// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/known_types.h"

#include "core/graph/onnx_variable.h"

#include <memory>

namespace nervure {

namespace {

/// Inferred once, for all who ask.
struct Inferred {
    Graph graph;
    OnnxFacts facts;
    const OpRegistry &ops;
    std::shared_ptr<const IndexedGraph> index = nullptr;
    OnnxValues found = {};
    bool isDone = false;

    void infer()
    {
        isDone = true;
        Diagnostics ignored; // who edits is told of them
        auto built = IndexedGraph::build(graph, ops, ignored);
        if (built) {
            index = *built;
            found = inferOnnxValues(*index, ops, facts, {});
        }
    }
};

const std::string *textOf(const AttrDict &attrs, std::string_view key)
{
    return attrs.find(key);
}

bool agree(const AttrDict &a, const AttrDict &b, std::string_view key)
{
    const std::string *one = textOf(a, key);
    const std::string *other = textOf(b, key);
    return !one || !other || *one == *other;
}

} // namespace

AttrDict variableAttrs(const ValueType &type)
{
    AttrDict attrs;
    if (type.isTensor() && type.element != ElementType::Undefined) {
        attrs.set(onnx_variable::elemType, std::string(elementTypeName(type.element)));
        if (type.shape) {
            attrs.set(onnx_variable::shape, dimensionsText(*type.shape));
        }
    } else if (type.kind != ValueType::Kind::Unknown && !type.isTensor()) {
        attrs.set(onnx_variable::type, type.text());
    }
    return attrs;
}

KnownTypes inferredTypes(const Graph &graph, const OpRegistry &ops, const OnnxFacts &facts)
{
    if (graph.dialect() != Dialect::Onnx) {
        return {};
    }
    const auto inferred = std::make_shared<Inferred>(Inferred{graph, facts, ops});
    return [inferred](const Entry &entry) {
        if (!inferred->isDone) {
            inferred->infer();
        }
        const auto &index = inferred->index;
        const auto node = index ? index->find(entry.node) : std::nullopt;
        if (!node || entry.index >= index->node(*node).outputCount) {
            return ShapeAndType();
        }
        const ValueType &type = inferred->found.values[index->entryId(*node, entry.index)];
        return ShapeAndType{type.numbers(), toDType(type.element), variableAttrs(type)};
    };
}

bool typesFit(const AttrDict &a, const AttrDict &b)
{
    const bool isTensorA = textOf(a, onnx_variable::elemType) != nullptr;
    const bool isTensorB = textOf(b, onnx_variable::elemType) != nullptr;
    if ((isTensorA && textOf(b, onnx_variable::type))
        || (isTensorB && textOf(a, onnx_variable::type))) {
        return false;
    }
    if (!agree(a, b, onnx_variable::elemType) || !agree(a, b, onnx_variable::type)) {
        return false;
    }
    const std::string *one = textOf(a, onnx_variable::shape);
    const std::string *other = textOf(b, onnx_variable::shape);
    const auto sizes = one ? dimensionsFromText(*one) : std::nullopt;
    const auto others = other ? dimensionsFromText(*other) : std::nullopt;
    if (!sizes || !others) {
        return true;
    }
    bool fits = sizes->size() == others->size();
    for (std::size_t i = 0; fits && i < sizes->size(); ++i) {
        const auto size = (*sizes)[i].number();
        const auto otherSize = (*others)[i].number();
        fits = !size || !otherSize || *size == *otherSize;
    }
    return fits;
}

std::string variableTypeText(const AttrDict &attrs)
{
    if (const std::string *type = textOf(attrs, onnx_variable::type)) {
        return *type;
    }
    const std::string *element = textOf(attrs, onnx_variable::elemType);
    const std::string *shape = textOf(attrs, onnx_variable::shape);
    return (element ? *element : "?") + (shape ? *shape : "");
}

} // namespace nervure

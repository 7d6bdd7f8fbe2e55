// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/declared_types.h"

#include "core/graph/analysis/onnx_facts.h"

#include <algorithm>

namespace nervure {

namespace {

bool areOtherShapes(const Dimensions &a, const Dimensions &b)
{
    const auto isOther = [](const Dimension &x, const Dimension &y) {
        return x.isNumber() && y.isNumber() && x.number() != y.number();
    };
    return a.size() != b.size()
           || !std::equal(
               a.begin(), a.end(), b.begin(),
               [&isOther](const Dimension &x, const Dimension &y) { return !isOther(x, y); });
}

} // namespace

ValueType declaredTypeOf(const Graph &graph, const Entry &value)
{
    const Node *node = graph.find(value.node);
    if (!node) {
        return {};
    }
    return node->isVariable() && hasValueTypes(node->dialect) ? declaredType(*node)
                                                              : declaredOutput(*node, value.index);
}

const ValueType &declaredOutput(const Node &node, std::size_t output)
{
    static const ValueType unknown;
    return output < node.declaredTypes.size() ? node.declaredTypes[output] : unknown;
}

bool declaresTypes(const Graph &graph)
{
    return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&graph](NodeId id) {
        const Node &node = graph.node(id);
        return !node.declaredTypes.empty()
               || std::any_of(node.subgraphs.begin(), node.subgraphs.end(),
                              [](const auto &body) { return declaresTypes(*body); });
    });
}

bool contradict(const ValueType &a, const ValueType &b)
{
    if (a.kind == ValueType::Kind::Unknown || b.kind == ValueType::Kind::Unknown) {
        return false;
    }
    if (a.kind != b.kind) {
        return true;
    }
    const bool areTyped =
        a.element != ElementType::Undefined && b.element != ElementType::Undefined;
    return (areTyped && a.element != b.element)
           || (a.shape && b.shape && areOtherShapes(*a.shape, *b.shape))
           || (a.inner && b.inner && contradict(*a.inner, *b.inner));
}

ValueType filledIn(const ValueType &inferred, const ValueType &declared)
{
    if (inferred.kind == ValueType::Kind::Unknown) {
        return declared;
    }
    if (declared.kind == ValueType::Kind::Unknown || contradict(inferred, declared)) {
        return inferred;
    }
    ValueType filled = inferred;
    if (filled.element == ElementType::Undefined) {
        filled.element = declared.element;
    }
    if (!filled.shape) {
        filled.shape = declared.shape;
    } else if (declared.shape) {
        for (std::size_t i = 0; i < filled.shape->size(); ++i) {
            Dimension &size = (*filled.shape)[i];
            size = size.isUnknown() ? (*declared.shape)[i] : size;
        }
    }
    if (declared.inner) {
        filled.inner =
            filled.inner
                ? std::make_shared<const ValueType>(filledIn(*filled.inner, *declared.inner))
                : declared.inner;
    }
    return filled;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/control_flow.h"
#include "core/passes/inference/node_values.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace nervure {

/// What inference within the bodies of control flow goes by.
struct BodyInference {
    const OpRegistry &ops;
    Semantics semantics = Semantics::Fixed;
    int depth = 0; ///< of the body within others
};

/// So deep may bodies lie within each other: each level is gone through several times by the one around
/// it.
inline constexpr int deepestBody = 5;

/// Values of a slice along the first dimension, and of `count` such slices.
[[nodiscard]] inline Shape slicedValue(const Shape &whole)
{
    return whole.size() == 0 ? Shape() : Shape(whole.begin() + 1, whole.end());
}
[[nodiscard]] inline Shape stackedValue(const Shape &slice, std::int64_t count)
{
    Shape whole = slice;
    if (whole.hasRank()) {
        whole.insert(whole.begin(), count);
    }
    return whole;
}
[[nodiscard]] inline DType slicedValue(DType type)
{
    return type;
}
[[nodiscard]] inline DType stackedValue(DType type, std::int64_t /*count*/)
{
    return type;
}

/// Fills what `known` lacks from `other`; false where the two contradict each other.
[[nodiscard]] inline bool mergeValue(Shape &known, const Shape &other)
{
    return mergeShape(known, other);
}
[[nodiscard]] inline bool mergeValue(DType &known, DType other)
{
    const bool fits = known == other || known == DType::Unknown || other == DType::Unknown;
    known = known == DType::Unknown ? other : known;
    return fits;
}

template <typename Traits>
[[nodiscard]] Status inferControlFlow(const BodyInference &context, const IndexedNode &node,
                                      std::vector<typename Traits::Value> &in,
                                      std::vector<typename Traits::Value> &out);

/// Fills `values`, one for each entry of a body, as attribute_inference.h does for a document. Fails
/// with the first rule that does.
template <typename Traits>
[[nodiscard]] Status inferBody(const BodyInference &context, const IndexedGraph &body,
                               std::vector<typename Traits::Value> &values)
{
    constexpr int mostSweeps = 20;
    if (context.depth > deepestBody) {
        return makeError("subgraph-depth", "subgraphs lie more than {} deep, expected fewer",
                         deepestBody);
    }
    bool hasLearned = true;
    for (int sweep = 0; sweep < mostSweeps && hasLearned; ++sweep) {
        hasLearned = false;
        for (std::uint32_t i = 0; i < body.nodeCount(); ++i) {
            const std::uint32_t id = sweep % 2 == 0 ? i : body.nodeCount() - 1 - i;
            const IndexedNode &node = body.node(id);
            NodeValues<Traits> at(body, values);
            if (!node.spec || !at.anyUnknown(id, node)) {
                continue;
            }
            at.gather(id, node);
            const auto before = at.all();
            const Status status =
                ControlFlow::isOne(*node.node)
                    ? inferControlFlow<Traits>({context.ops, context.semantics, context.depth + 1},
                                               node, at.in, at.out)
                    : Traits::infer(node, context.semantics, at.in, at.out);
            if (!status) {
                return located(at.sources(id, context.semantics, {}), node, status.error());
            }
            hasLearned = hasLearned || at.all() != before;
            for (std::size_t k = 0; k < at.in.size(); ++k) {
                values[body.entryId(node.inputs[k])] = at.in[k];
            }
            std::copy(at.out.begin(), at.out.end(), values.begin() + body.entryId(id, 0));
        }
    }
    return {};
}

/// What is known of a body's entries where its operator's inputs and outputs have these values.
template <typename Traits>
[[nodiscard]] std::vector<typename Traits::Value> valuesOfBody(
    const ControlFlow &flow, std::size_t which, const std::vector<typename Traits::Value> &in,
    const std::vector<typename Traits::Value> &out)
{
    const IndexedGraph &body = *flow.bodies[which];
    std::vector<typename Traits::Value> values(body.entryCount(), Traits::unknown());
    for (std::size_t i = 0; i < body.inputNodes().size(); ++i) {
        const std::uint32_t id = body.inputNodes()[i];
        auto &value = values[body.entryId(id, 0)];
        if (const std::string *text = body.node(id).node->attrs.find(Traits::mxnetAttribute)) {
            value = Traits::fromText(*text).value_or(Traits::unknown());
        }
        const std::uint32_t input = flow.inputs[which][i];
        const auto given = flow.isSliced[input] ? slicedValue(in[input]) : in[input];
        value = Traits::isUnknown(given) && !Traits::isUnknown(value) ? value : given;
    }
    for (std::size_t i = 0; i < body.heads().size() && !flow.isCondition(which); ++i) {
        auto &value = values[body.entryId(body.heads()[i])];
        if (Traits::isUnknown(value)) {
            value = i < flow.outData ? slicedValue(out[i]) : out[i];
        }
    }
    return values;
}

/// Inference through the bodies of an operator of control flow.
template <typename Traits>
Status inferControlFlow(const BodyInference &context, const IndexedNode &node,
                        std::vector<typename Traits::Value> &in,
                        std::vector<typename Traits::Value> &out)
{
    ASSIGN_OR_RETURN(const ControlFlow flow, ControlFlow::of(node, context.ops));
    if (flow.isQuantized) { // what the body does not know of
        RETURN_IF_FAILED(Traits::infer(node, context.semantics, in, out));
        if (std::is_same_v<typename Traits::Value, DType>) {
            return {};
        }
    }
    bool fits = true;
    const auto merge = [&fits](auto &value, const auto &other) {
        fits = mergeValue(value, other) && fits;
    };
    const auto mergeStates = [&] {
        for (std::size_t i = 0; i < flow.states.size(); ++i) {
            merge(in[flow.states[i]], out[flow.outData + i]);
            merge(out[flow.outData + i], in[flow.states[i]]);
        }
    };
    std::int64_t steps = flow.maxIterations;
    if constexpr (std::is_same_v<typename Traits::Value, Shape>) {
        for (std::size_t i = 0; i < in.size(); ++i) {
            steps = flow.isSliced[i] && in[i].size() != 0 ? in[i][0] : steps;
        }
    }
    for (std::size_t which = 0; which < flow.bodies.size() && fits; ++which) {
        mergeStates();
        const IndexedGraph &body = *flow.bodies[which];
        auto values = valuesOfBody<Traits>(flow, which, in, out);
        RETURN_IF_FAILED(inferBody<Traits>(context, body, values));
        for (std::size_t i = 0; i < body.inputNodes().size(); ++i) {
            const std::uint32_t input = flow.inputs[which][i];
            const auto &value = values[body.entryId(body.inputNodes()[i], 0)];
            merge(in[input], flow.isSliced[input] ? stackedValue(value, steps) : value);
        }
        for (std::size_t i = 0; i < body.heads().size() && !flow.isCondition(which); ++i) {
            const auto &value = values[body.entryId(body.heads()[i])];
            merge(out[i], i < flow.outData ? stackedValue(value, steps) : value);
        }
    }
    mergeStates();
    return fits ? Status()
                : makeError("infer-mismatch",
                            "a {} in its subgraphs contradicts one outside, or a state changes its "
                            "own",
                            Traits::what);
}

} // namespace nervure

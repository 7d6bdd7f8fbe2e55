// SPDX-License-Identifier: Apache-2.0
// Layers around another one, which stands in the attribute `layer` and has its attributes beside.
#include "core/ops/keras/keras_layer.h"
#include "core/ops/rules/lowered_parts.h"
#include "core/support/text.h"

#include <map>
#include <memory>

namespace nervure::keras {

namespace {

struct KerasWrapperAttrs {
    std::string layer;
    std::string mergeMode = "concat";
};

using Wrapper = KerasWrapperAttrs;
/// The layers that may stand inside: those that were declared before.
using InnerLayers = std::shared_ptr<const std::map<std::string, OpSpec>>;

/// The layer inside as a node of its own.
struct Inner {
    const OpSpec *spec = nullptr;
    Node node;
    ParsedAttrs attrs;

    [[nodiscard]] RuleContext rule(Semantics semantics) const { return {node, attrs, semantics}; }
};

Result<Inner> innerOf(const RuleContext &outer, const InnerLayers &layers,
                      const char *reversed = nullptr)
{
    const auto &name = outer.attrs.as<Wrapper>().layer;
    const auto found = layers->find(name);
    if (found == layers->end()) {
        return makeError("not-supported", "its layer is {}, which cannot stand in it",
                         quoted(name));
    }
    Inner inner{&found->second, outer.node, {}};
    inner.node.op = name;
    if (reversed) {
        inner.node.attrs.set("go_backwards", reversed);
    }
    Diagnostics problems;
    inner.attrs = parseAttrs(inner.spec->attrs, inner.node.attrs, name, outer.node.name, problems);
    if (hasErrors(problems)) {
        return problems.front();
    }
    return inner;
}

/// Batch and steps as one dimension, and back.
Shape stepsJoined(const Shape &shape)
{
    Shape result(shape.begin() + 1, shape.end());
    result[0] *= shape[0];
    return result;
}

OpSpec::ShapeRule distributedShape(const InnerLayers &layers)
{
    return [layers](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        ASSIGN_OR_RETURN(const Inner inner, innerOf(context, layers));
        if (in.empty() || in[0].empty()) {
            return {};
        }
        if (in[0].size() < 3) {
            return makeError("infer-shape",
                             "input 0 (data) has shape {}, expected at least 3 dimensions",
                             shapeText(in[0]));
        }
        const Shape given = in[0];
        RETURN_IF_FAILED(kerasProduct(given[0], given[1]));
        Shapes joinedIn = in;
        joinedIn[0] = stepsJoined(given);
        Shapes result(1);
        RETURN_IF_FAILED(inner.spec->inferShape(inner.rule(context.semantics), joinedIn, result));
        for (std::size_t i = 1; i < in.size(); ++i) {
            RETURN_IF_FAILED(assignInput(in, i, "array", joinedIn[i]));
        }
        if (result[0].empty()) {
            return {};
        }
        Shape apart = result[0];
        apart[0] = given[1];
        apart.insert(apart.begin(), given[0]);
        return assignOutput(out, 0, apart);
    };
}

/// Each step is one more of a larger batch.
Result<std::vector<Entry>> lowerDistributed(const Lowering &op, const InnerLayers &layers)
{
    ASSIGN_OR_RETURN(const Inner inner, innerOf(op.rule(), layers));
    const RuleContext rule = inner.rule(Semantics::Fixed);
    OtherOperator other{*inner.spec, rule, op.inputs(), {}, {}, stepsJoined(op.outShape()),
                        op.outType()};
    for (std::size_t i = 0; i < op.inputCount(); ++i) {
        other.shapes.push_back(op.shape(i));
        other.types.push_back(op.type(i));
    }
    other.shapes[0] = stepsJoined(op.shape(0));
    other.in[0] = op.reshape(op.in(0), other.shapes[0]);
    ASSIGN_OR_RETURN(const Entry result, op.lowered(other));
    return std::vector{op.reshape(result, op.outShape())};
}

bool isRecurrent(const std::string &layer)
{
    return layer == "SimpleRNN" || layer == "LSTM" || layer == "GRU";
}

OpSpec::ShapeRule bothWaysShape(const InnerLayers &layers)
{
    return [layers](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        const auto &attrs = context.attrs.as<Wrapper>();
        ASSIGN_OR_RETURN(const Inner inner, innerOf(context, layers));
        const std::size_t arrays = kerasArrayNames(attrs.layer, context.node.attrs).size();
        if (!isRecurrent(attrs.layer) || in.size() != 1 + 2 * arrays) {
            return makeError("infer-shape", "has {} inputs around {}, expected {}", in.size(),
                             quoted(attrs.layer), 1 + 2 * arrays);
        }
        Shape result;
        for (std::size_t way = 0; way < 2; ++way) {
            const std::size_t first = 1 + way * arrays;
            Shapes oneIn{in[0]};
            for (std::size_t i = 0; i < arrays; ++i) {
                oneIn.push_back(in[first + i]);
            }
            Shapes oneOut(outputNamesOf(inner.spec, inner.rule(context.semantics), 1).size());
            RETURN_IF_FAILED(inner.spec->inferShape(inner.rule(context.semantics), oneIn, oneOut));
            for (std::size_t i = 0; i < arrays; ++i) {
                RETURN_IF_FAILED(assignInput(in, first + i, "array", oneIn[1 + i]));
            }
            result = oneOut[0];
        }
        if (result.empty()) {
            return {};
        }
        result.back() *= attrs.mergeMode == "concat" ? 2 : 1;
        return assignOutput(out, 0, result);
    };
}

/// One way of a layer that goes both; its steps are in the order of the data.
Result<Entry> oneWay(const Lowering &op, const InnerLayers &layers, bool isBackward)
{
    ASSIGN_OR_RETURN(const Inner inner, innerOf(op.rule(), layers, isBackward ? "True" : "False"));
    const RuleContext rule = inner.rule(Semantics::Fixed);
    const std::size_t arrays = (op.inputCount() - 1) / 2;
    const std::size_t first = isBackward ? 1 + arrays : 1;
    Shape result = op.outShape();
    result.back() = op.shape(first + 1)[0];
    OtherOperator other{*inner.spec,  rule,   {op.in(0)},  {op.shape(0)},
                        {op.type(0)}, result, op.outType()};
    for (std::size_t i = first; i < first + arrays; ++i) {
        other.in.push_back(op.in(i));
        other.shapes.push_back(op.shape(i));
        other.types.push_back(op.type(i));
    }
    ASSIGN_OR_RETURN(const Entry steps, op.lowered(other));
    const bool isTurned = isBackward && result.size() == 3;
    return isTurned ? op.make("flip", {steps}, attrsOf({{"axis", "1"}})) : steps;
}

Result<std::vector<Entry>> lowerBothWays(const Lowering &op, const InnerLayers &layers)
{
    ASSIGN_OR_RETURN(const Entry forward, oneWay(op, layers, false));
    ASSIGN_OR_RETURN(const Entry backward, oneWay(op, layers, true));
    const KerasFormula f(op);
    const std::string &mode = op.attrs<Wrapper>().mergeMode;
    if (mode == "concat") {
        return std::vector{joined(op, {forward, backward}, op.outShape().size() - 1)};
    }
    if (mode == "mul") {
        return std::vector{f.times(forward, backward)};
    }
    if (mode == "sum" || mode == "ave") {
        const Entry sum = f.plus(forward, backward);
        return std::vector{mode == "sum" ? sum : f.times(sum, 0.5)};
    }
    return makeError("not-supported", "merge_mode is {}, expected concat, sum, ave or mul", mode);
}

using LowerAll = std::function<Result<std::vector<Entry>>(const Lowering &)>;

void addAllWrappers(OpRegistry &ops)
{
    auto known = std::make_shared<std::map<std::string, OpSpec>>();
    for (const OpSpec &spec : ops.all()) {
        if (spec.dialect == Dialect::Keras && spec.inferShape) {
            known->emplace(spec.name, spec);
        }
    }
    const InnerLayers layers = std::move(known);
    OpBuilder<Wrapper> distributed = kerasLayer<Wrapper>(
        "TimeDistributed", "another layer at each step of sequences", OpCategory::Other);
    distributed.attr(field("layer", &Wrapper::layer, "the layer; its attributes are beside it"))
        .shape(distributedShape(layers))
        .lower(lowerTo(
            LowerAll([layers](const Lowering &op) { return lowerDistributed(op, layers); })));
    ops.add(distributed.build());

    OpBuilder<Wrapper> bothWays =
        kerasLayer<Wrapper>("Bidirectional", "a recurrent layer and another one that goes back",
                            OpCategory::Convolution);
    bothWays.attr(field("layer", &Wrapper::layer, "the layer; its attributes are beside it"))
        .attr(field("merge_mode", &Wrapper::mergeMode,
                    "what becomes of both results: concat, sum, ave or mul"))
        .shape(bothWaysShape(layers))
        .lower(
            lowerTo(LowerAll([layers](const Lowering &op) { return lowerBothWays(op, layers); })));
    ops.add(bothWays.build());
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsWrappers(OpRegistry &ops)
{
    keras::addAllWrappers(ops);
}

} // namespace nervure

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
    std::string cell;
    std::string mergeMode = "concat";
    bool returnState = false;
    bool returnSequences = false;
    bool masked = false;

    [[nodiscard]] std::size_t masks() const { return masked ? 1 : 0; }
    [[nodiscard]] std::size_t statesOfOneWay() const { return layer == "LSTM" ? 2 : 1; }
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
    const auto &attrs = outer.attrs.as<Wrapper>();
    constexpr std::string_view ending = "Cell";
    const std::string name = !attrs.cell.ends_with(ending)
                                 ? attrs.layer
                                 : attrs.cell.substr(0, attrs.cell.size() - ending.size());
    const auto found = layers->find(name);
    if (found == layers->end()) {
        return makeError("not-supported", "its layer is {}, which cannot stand in it",
                         quoted(name));
    }
    Inner inner{&found->second, outer.node, {}};
    inner.node.op = name;
    if (reversed) {
        inner.node.attrs.set("go_backwards", reversed);
        inner.node.attrs.set("zero_output_for_mask", attrs.returnSequences ? "True" : "False");
    }
    Diagnostics problems;
    inner.attrs = parseAttrs(inner.spec->attrs, inner.node.attrs, name, outer.node.name, problems);
    if (hasErrors(problems)) {
        return problems.front();
    }
    return inner;
}

/// Batch and steps, which are there, as one dimension, and back.
Shape stepsJoined(const Shape &shape)
{
    Shape result(shape.begin() + 1, shape.end());
    result[0] = sizeOf({shape[0], shape[1]});
    return result;
}

/// The number of inputs that are values: the layer's arrays follow them.
std::size_t valuesOf(const RuleContext &context, std::size_t inputs)
{
    const std::size_t arrays = kerasArrayNames(context.node.op, context.node.attrs).size();
    return std::max<std::size_t>(inputs - std::min(inputs, arrays), 1);
}

OpSpec::ShapeRule distributedShape(const InnerLayers &layers)
{
    return [layers](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        ASSIGN_OR_RETURN(const Inner inner, innerOf(context, layers));
        const std::size_t values = valuesOf(context, in.size());
        Shapes joinedIn = in;
        for (std::size_t i = 0; i < values; ++i) {
            if (i == in.size() || !in[i].hasRank()) {
                return {};
            }
            if (in[i].size() < 3) {
                return makeError("infer-shape",
                                 "input {} (data) has shape {}, expected at least 3 dimensions", i,
                                 shapeText(in[i]));
            }
            RETURN_IF_FAILED(kerasProduct(in[i][0], in[i][1]));
            joinedIn[i] = stepsJoined(in[i]);
        }
        Shapes result(1);
        RETURN_IF_FAILED(inner.spec->inferShape(inner.rule(context.semantics), joinedIn, result));
        for (std::size_t i = values; i < in.size(); ++i) {
            RETURN_IF_FAILED(assignInput(in, i, "array", joinedIn[i]));
        }
        if (result[0].size() == 0) {
            return {};
        }
        Shape apart = result[0];
        apart[0] = in[0][1];
        apart.insert(apart.begin(), in[0][0]);
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
    const std::size_t values = valuesOf(op.rule(), op.inputCount());
    for (std::size_t i = 0; i < op.inputCount(); ++i) {
        other.shapes.push_back(i < values ? stepsJoined(op.shape(i)) : op.shape(i));
        other.types.push_back(op.type(i));
        if (i < values) {
            other.in[i] = op.reshape(op.in(i), other.shapes[i]);
        }
    }
    ASSIGN_OR_RETURN(const Entry result, op.lowered(other));
    return std::vector{op.reshape(result, op.outShape())};
}

/// Those of the layer inside, of a batch of all steps.
OpSpec::MacsRule distributedMacs(const InnerLayers &layers)
{
    return [layers](const RuleContext &context, std::span<const Shape> in,
                    std::span<const Shape> out) -> std::optional<std::int64_t> {
        const auto inner = innerOf(context, layers);
        if (!inner) {
            return std::nullopt;
        }
        Shapes joinedIn(in.begin(), in.end());
        for (std::size_t i = 0; i < valuesOf(context, in.size()); ++i) {
            if (in[i].size() < 2 || out[0].size() < 2) {
                return std::nullopt;
            }
            joinedIn[i] = stepsJoined(in[i]);
        }
        const Shapes joinedOut{stepsJoined(out[0])};
        return inner->spec->macs
                   ? inner->spec->macs(inner->rule(context.semantics), joinedIn, joinedOut)
                   : 0;
    };
}

bool isRecurrent(const std::string &layer)
{
    return layer == "SimpleRNN" || layer == "LSTM" || layer == "GRU";
}

/// The inputs of one way: the data, its arrays, and the states that it begins with, which may be missing; the mask.
std::vector<std::size_t> inputsOfWay(const RuleContext &context, std::size_t inputs,
                                     std::size_t way)
{
    const auto &attrs = context.attrs.as<Wrapper>();
    const std::size_t arrays = kerasArrayNames(attrs.layer, context.node.attrs).size();
    std::vector<std::size_t> places{0};
    for (std::size_t i = 0; i < arrays; ++i) {
        places.push_back(1 + way * arrays + i);
    }
    const std::size_t states = inputs > 1 + 2 * arrays + attrs.masks() ? attrs.statesOfOneWay() : 0;
    for (std::size_t i = 0; i < states; ++i) {
        places.push_back(1 + 2 * arrays + way * states + i);
    }
    if (attrs.masked) {
        places.push_back(inputs - 1);
    }
    return places;
}

Status checkBothWays(const RuleContext &context, std::size_t inputs)
{
    const auto &attrs = context.attrs.as<Wrapper>();
    const std::size_t arrays = kerasArrayNames(attrs.layer, context.node.attrs).size();
    const std::size_t least = 1 + 2 * arrays + attrs.masks();
    const std::size_t most = least + 2 * attrs.statesOfOneWay();
    if (!isRecurrent(attrs.layer) || (inputs != least && inputs != most)) {
        return makeError("infer-shape", "has {} inputs around {}, expected {} or {}", inputs,
                         quoted(attrs.layer), least, most);
    }
    return {};
}

OpSpec::ShapeRule bothWaysShape(const InnerLayers &layers)
{
    return [layers](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        const auto &attrs = context.attrs.as<Wrapper>();
        ASSIGN_OR_RETURN(const Inner inner, innerOf(context, layers));
        RETURN_IF_FAILED(checkBothWays(context, in.size()));
        const std::size_t results = attrs.mergeMode == "None" ? 2 : 1;
        for (std::size_t way = 0; way < 2; ++way) {
            const auto places = inputsOfWay(context, in.size(), way);
            Shapes oneIn;
            for (const std::size_t place : places) {
                oneIn.push_back(in[place]);
            }
            Shapes oneOut(outputNamesOf(inner.spec, inner.rule(context.semantics), 1).size());
            RETURN_IF_FAILED(inner.spec->inferShape(inner.rule(context.semantics), oneIn, oneOut));
            for (std::size_t i = 0; i < places.size(); ++i) {
                RETURN_IF_FAILED(assignInput(in, places[i], "input", oneIn[i]));
            }
            for (std::size_t i = 1; i < oneOut.size(); ++i) {
                RETURN_IF_FAILED(
                    assignOutput(out, results + way * attrs.statesOfOneWay() + i - 1, oneOut[i]));
            }
            if (oneOut[0].size() > 0 && (way == 1 || results == 2)) {
                oneOut[0].back() *= attrs.mergeMode == "concat" ? 2 : 1;
                RETURN_IF_FAILED(assignOutput(out, results == 2 ? way : 0, oneOut[0]));
            }
        }
        return {};
    };
}

/// Those of both ways.
OpSpec::MacsRule bothWaysMacs(const InnerLayers &layers)
{
    return [layers](const RuleContext &context, std::span<const Shape> in,
                    std::span<const Shape> out) -> std::optional<std::int64_t> {
        const auto inner = innerOf(context, layers);
        if (!inner || !inner->spec->macs || !checkBothWays(context, in.size())) {
            return std::nullopt;
        }
        std::int64_t all = 0;
        for (std::size_t way = 0; way < 2; ++way) {
            Shapes oneIn;
            for (const std::size_t place : inputsOfWay(context, in.size(), way)) {
                oneIn.push_back(in[place]);
            }
            const auto macs = inner->spec->macs(inner->rule(context.semantics), oneIn, out);
            if (!macs) {
                return std::nullopt;
            }
            all += *macs;
        }
        return all;
    };
}

OpSpec::MacsRule stepwiseMacs(const InnerLayers &layers)
{
    return [layers](const RuleContext &context, std::span<const Shape> in,
                    std::span<const Shape> out) -> std::optional<std::int64_t> {
        const auto inner = innerOf(context, layers);
        return inner && inner->spec->macs
                   ? inner->spec->macs(inner->rule(context.semantics), in, out)
                   : std::nullopt;
    };
}

/// One way of a layer that goes both; its steps are in the order of the data. The states come behind.
Result<std::vector<Entry>> oneWay(const Lowering &op, const InnerLayers &layers, bool isBackward)
{
    const auto &attrs = op.attrs<Wrapper>();
    ASSIGN_OR_RETURN(const Inner inner, innerOf(op.rule(), layers, isBackward ? "True" : "False"));
    const RuleContext rule = inner.rule(Semantics::Fixed);
    const auto places = inputsOfWay(op.rule(), op.inputCount(), isBackward ? 1 : 0);
    Shape result = op.outShape();
    result.back() = op.shape(places[2])[0]; // the rows of its recurrent kernel
    OtherOperator other{*inner.spec, rule, {}, {}, {}, result, op.outType()};
    for (const std::size_t place : places) {
        other.in.push_back(op.in(place));
        other.shapes.push_back(op.shape(place));
        other.types.push_back(op.type(place));
    }
    ASSIGN_OR_RETURN(std::vector<Entry> all, op.allLowered(other));
    if (isBackward && attrs.returnSequences) {
        all[0] = op.make("flip", {all[0]}, attrsOf({{"axis", "1"}}));
    }
    return all;
}

/// One result of both.
Result<Entry> mergedWays(const Lowering &op, Entry forward, Entry backward)
{
    const KerasFormula f(op);
    const std::string &mode = op.attrs<Wrapper>().mergeMode;
    if (mode == "concat") {
        return joined(op, {forward, backward}, op.outShape().size() - 1);
    }
    if (mode == "mul") {
        return f.times(forward, backward);
    }
    if (mode == "sum" || mode == "ave") {
        const Entry sum = f.plus(forward, backward);
        return mode == "sum" ? sum : f.times(sum, 0.5);
    }
    return makeError("not-supported", "merge_mode is {}, expected concat, sum, ave, mul or None",
                     mode);
}

Result<std::vector<Entry>> lowerBothWays(const Lowering &op, const InnerLayers &layers)
{
    ASSIGN_OR_RETURN(const auto forward, oneWay(op, layers, false));
    ASSIGN_OR_RETURN(const auto backward, oneWay(op, layers, true));
    std::vector<Entry> all{forward[0], backward[0]};
    if (op.attrs<Wrapper>().mergeMode != "None") {
        ASSIGN_OR_RETURN(const Entry merged, mergedWays(op, forward[0], backward[0]));
        all = {merged};
    }
    all.insert(all.end(), forward.begin() + 1, forward.end());
    all.insert(all.end(), backward.begin() + 1, backward.end());
    return all;
}

/// Results, then the states of both ways.
std::vector<std::string> bothWaysOutputs(const Wrapper &attrs)
{
    std::vector<std::string> names{"output"};
    if (attrs.mergeMode == "None") {
        names = {"forward", "backward"};
    }
    for (const char *way : {"forward_", "backward_"}) {
        if (attrs.returnState) {
            names.push_back(way + std::string("state"));
        }
        if (attrs.returnState && attrs.layer == "LSTM") {
            names.push_back(way + std::string("cell"));
        }
    }
    return names;
}

std::vector<std::string> bothWaysInputs(const RuleContext &rule)
{
    std::vector<std::string> names{"data"};
    for (std::string &array : kerasArrayNames(rule.node.op, rule.node.attrs)) {
        names.push_back(std::move(array));
    }
    const std::size_t masks = rule.attrs.as<Wrapper>().masks();
    for (std::size_t i = names.size(); i + masks < rule.node.inputs.size(); ++i) {
        names.emplace_back("initial_state");
    }
    names.insert(names.end(), masks, "mask");
    return names;
}

// A cell at each step of sequences is the recurrent layer of its name.

OpSpec::ShapeRule stepwiseShape(const InnerLayers &layers)
{
    return [layers](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        ASSIGN_OR_RETURN(const Inner inner, innerOf(context, layers));
        return inner.spec->inferShape(inner.rule(context.semantics), in, out);
    };
}

OpSpec::NamesRule namesOfInner(const InnerLayers &layers, OpSpec::NamesRule OpSpec::*names)
{
    return [layers, names](const RuleContext &context) -> std::vector<std::string> {
        const auto inner = innerOf(context, layers);
        return inner ? (inner->spec->*names)(inner->rule(context.semantics))
                     : std::vector<std::string>{names == &OpSpec::outputNames ? "output" : "data"};
    };
}

Result<std::vector<Entry>> lowerStepwise(const Lowering &op, const InnerLayers &layers)
{
    ASSIGN_OR_RETURN(const Inner inner, innerOf(op.rule(), layers));
    const RuleContext rule = inner.rule(Semantics::Fixed);
    OtherOperator other{*inner.spec, rule, op.inputs(), {}, {}, op.outShape(), op.outType()};
    for (std::size_t i = 0; i < op.inputCount(); ++i) {
        other.shapes.push_back(op.shape(i));
        other.types.push_back(op.type(i));
    }
    return op.allLowered(other);
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
        .parameters({}) // it may read several values
        .shape(distributedShape(layers))
        .lower(lowerTo(
            LowerAll([layers](const Lowering &op) { return lowerDistributed(op, layers); })));
    OpSpec distributedSpec = distributed.build();
    distributedSpec.macs = distributedMacs(layers);
    ops.add(std::move(distributedSpec));

    OpBuilder<Wrapper> bothWays =
        kerasLayer<Wrapper>("Bidirectional", "a recurrent layer and another one that goes back",
                            OpCategory::Convolution);
    bothWays.attr(field("layer", &Wrapper::layer, "the layer; its attributes are beside it"))
        .attr(field("merge_mode", &Wrapper::mergeMode,
                    "what becomes of both results: concat, sum, ave, mul or None"))
        .attr(field("return_state", &Wrapper::returnState,
                    "whether the last states are results, too"))
        .attr(field("return_sequences", &Wrapper::returnSequences,
                    "whether the result has all steps, or the last alone"))
        .attr(maskedField<Wrapper>())
        .type(OpSpec::TypeRule(maskedTypes<Wrapper>))
        .parameters({1, 2, 3, 4}) // states may follow the biases, of which there may be none
        .outputs(bothWaysOutputs)
        .inputsNamedBy(bothWaysInputs)
        .shape(bothWaysShape(layers))
        .lower(
            lowerTo(LowerAll([layers](const Lowering &op) { return lowerBothWays(op, layers); })));
    OpSpec bothWaysSpec = bothWays.build();
    bothWaysSpec.macs = bothWaysMacs(layers);
    ops.add(std::move(bothWaysSpec));

    OpBuilder<Wrapper> stepwise = kerasLayer<Wrapper>(
        "RNN", "a recurrent cell at each step of sequences", OpCategory::Convolution);
    stepwise.attr(field("cell", &Wrapper::cell, "the cell; its attributes are beside it"))
        .attr(maskedField<Wrapper>())
        .type(OpSpec::TypeRule(maskedTypes<Wrapper>))
        .parameters({1, 2})
        .inputsNamedBy(namesOfInner(layers, &OpSpec::inputNames))
        .shape(stepwiseShape(layers))
        .lower(
            lowerTo(LowerAll([layers](const Lowering &op) { return lowerStepwise(op, layers); })));
    OpSpec spec = stepwise.build();
    spec.outputNames = namesOfInner(layers, &OpSpec::outputNames);
    spec.macs = stepwiseMacs(layers);
    ops.add(std::move(spec));
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsWrappers(OpRegistry &ops)
{
    keras::addAllWrappers(ops);
}

} // namespace nervure

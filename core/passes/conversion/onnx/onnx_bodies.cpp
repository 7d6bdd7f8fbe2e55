// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/onnx_bodies.h"

#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/onnx/onnx_flow_maker.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace nervure {

namespace {

using Outputs = OnnxFlowMaker::Outputs;

/// Steps of a loop that nothing but its condition ends.
constexpr std::int64_t endless = std::int64_t{1} << 30;

std::vector<std::uint32_t> placesBelow(std::size_t count)
{
    std::vector<std::uint32_t> places(count);
    std::iota(places.begin(), places.end(), 0);
    return places;
}

ValueType withoutElements(ValueType type)
{
    type.elements.reset();
    return type;
}

/// Whether to go on: the condition is input `condition`; where `most` is the input that says how many steps there
/// are, only as long as there are less (input 0 is the step).
LoweredBody conditionBody(std::uint32_t condition, std::optional<std::uint32_t> most)
{
    Graph graph;
    const auto add = [&graph](std::string name, std::string op, Entries inputs) {
        Node node;
        node.name = std::move(name);
        node.op = std::move(op);
        node.inputs = std::move(inputs);
        return Entry{graph.add(std::move(node)), 0, 0};
    };
    const std::string null(variableOp);
    const Entry isTrue = add("condition", null, {});
    LoweredBody body;
    body.reads = {condition};
    if (!most) {
        graph.setHeads({add("goes_on", "copy", {isTrue})});
    } else {
        const Entry isLess =
            add("is_less", "broadcast_less", {add("step", null, {}), add("steps", null, {})});
        const Entry asTruth = add("is_less_as_truth", "cast", {isLess});
        graph.edit(asTruth.node).attrs.set("dtype", "uint8");
        graph.setHeads({add("goes_on", "elemwise_mul", {isTrue, asTruth})});
        body.reads.insert(body.reads.end(), {0, *most});
    }
    body.graph = std::make_shared<const Graph>(std::move(graph));
    return body;
}

Outputs lowerBranch(OnnxFlowMaker &maker)
{
    ASSIGN_OR_RETURN(const Graph *then, maker.bodyNamed("then_branch"));
    ASSIGN_OR_RETURN(const Graph *otherwise, maker.bodyNamed("else_branch"));
    if (const auto known = maker.knownAt(0)) {
        return maker.inlined(*known != 0 ? *then : *otherwise, {}, {}, false);
    }
    ASSIGN_OR_RETURN(const Entry condition, maker.inputAt(0));
    maker.addBodyInput(condition);
    std::vector<std::size_t> order(maker.outputs().size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<LoweredBody> bodies{conditionBody(0, std::nullopt)};
    for (const Graph *branch : {then, otherwise}) {
        ASSIGN_OR_RETURN(LoweredBody body, maker.lower(*branch, {}, order));
        bodies.push_back(std::move(body));
    }
    AttrDict attrs{{"cond_input_locs", placesText(bodies[0].reads)},
                   {"then_input_locs", placesText(bodies[1].reads)},
                   {"else_input_locs", placesText(bodies[2].reads)}};
    return maker.finish("cond", std::move(bodies), order.size(), std::move(attrs));
}

/// The inputs of a loop's body: step, condition and states, and their types.
Result<std::vector<ValueType>> addLoopInputs(OnnxFlowMaker &maker, std::size_t states)
{
    std::vector<ValueType> types{ValueType::tensor(ElementType::Int64, Dimensions()),
                                 ValueType::tensor(ElementType::Bool, Dimensions())};
    maker.addBodyInput(maker.full(0, DType::Int64));
    if (maker.has(1) && maker.knownAt(1) != 1) {
        ASSIGN_OR_RETURN(const Entry condition, maker.inputAt(1));
        maker.addBodyInput(condition);
    } else {
        maker.addBodyInput(maker.full(1, DType::UInt8));
    }
    for (std::size_t i = 0; i < states; ++i) {
        ASSIGN_OR_RETURN(const Entry state, maker.inputAt(i + 2));
        maker.addBodyInput(state);
        types.push_back(withoutElements(maker.outputs()[i]));
    }
    return types;
}

/// The body gives the condition, the states and the rows; the operator wants rows, step, condition, states.
Outputs lowerLoop(OnnxFlowMaker &maker)
{
    const Graph &body = *maker.node().node->subgraphs.front();
    const std::size_t formals = bodyInputs(body).size();
    const std::size_t states = formals - std::min<std::size_t>(formals, 2);
    const std::size_t rows = maker.outputs().size() - std::min(maker.outputs().size(), states);
    const auto steps = maker.has(0) ? maker.knownAt(0) : std::optional(endless);
    if (steps && *steps < 1) {
        return makeError("not-supported", "runs no step, expected 1 at least");
    }
    ASSIGN_OR_RETURN(const std::vector<ValueType> types, addLoopInputs(maker, states));
    std::vector<std::size_t> order(rows);
    std::iota(order.begin(), order.end(), 1 + states);
    order.insert(order.end(), {OnnxFlowMaker::nextStep, 0});
    for (std::size_t i = 0; i < states; ++i) {
        order.push_back(1 + i);
    }
    ASSIGN_OR_RETURN(LoweredBody lowered, maker.lower(body, types, order));
    std::optional<std::uint32_t> most;
    if (!steps) {
        ASSIGN_OR_RETURN(const Entry count, maker.inputAt(0));
        most = maker.join(count);
    }
    std::vector<LoweredBody> bodies{conditionBody(1, most), std::move(lowered)};
    AttrDict attrs{{"num_out_data", std::to_string(rows)},
                   {"in_state_locs", placesText(placesBelow(states + 2))},
                   {"body_input_locs", placesText(bodies[1].reads)},
                   {"max_iterations", std::to_string(std::min(steps.value_or(endless), endless))},
                   {"cond_input_locs", placesText(bodies[0].reads)}};
    const auto all = maker.finish("while_loop", std::move(bodies), order.size(), std::move(attrs));
    const auto ofStates = all.begin() + static_cast<std::ptrdiff_t>(rows) + 2;
    std::vector<Entry> outputs(ofStates, all.end());
    outputs.insert(outputs.end(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(rows));
    return maker.asInferred(std::move(outputs));
}

std::int64_t numberAt(const std::vector<std::int64_t> &numbers, std::size_t place)
{
    return place < numbers.size() ? numbers[place] : 0;
}

std::size_t axisAt(const std::vector<std::int64_t> &axes, std::size_t place, std::size_t rank)
{
    const std::int64_t axis = numberAt(axes, place);
    return static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
}

/// With one axis moved to another place.
Entry withMovedAxis(const OnnxFlowMaker &maker, const Entry &entry, std::size_t rank,
                    std::size_t from, std::size_t to)
{
    if (from == to) {
        return entry;
    }
    std::vector<std::int64_t> axes(rank);
    std::iota(axes.begin(), axes.end(), 0);
    axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(from));
    axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(to), static_cast<std::int64_t>(from));
    return maker.make("transpose", {entry}, {{"axes", NnvmAttrText::print(Shape(axes))}});
}

/// What a Scan goes along: slices of the first dimension, the last one first where it goes backward.
Status addSlices(OnnxFlowMaker &maker, std::size_t input, std::size_t place,
                 std::vector<ValueType> &types)
{
    ASSIGN_OR_RETURN(Entry entry, maker.inputAt(input));
    ValueType type = withoutElements(maker.valueAt(input));
    const std::size_t rank = type.shape->size();
    const std::size_t axis = axisAt(maker.attrs().integers("scan_input_axes"), place, rank);
    entry = withMovedAxis(maker, entry, rank, axis, 0);
    if (numberAt(maker.attrs().integers("scan_input_directions"), place) != 0) {
        entry = maker.make("flip", {entry}, {{"axis", "0"}});
    }
    if (rank == 1) { // slices are scalars, which have one element
        entry = maker.reshape(entry, {type.numbers()[0], 1});
    }
    type.shape->erase(type.shape->begin() + static_cast<std::ptrdiff_t>(axis));
    maker.addBodyInput(entry);
    types.push_back(std::move(type));
    return {};
}

Entry rowsAsAsked(const OnnxFlowMaker &maker, Entry rows, std::size_t place, std::size_t rank)
{
    if (numberAt(maker.attrs().integers("scan_output_directions"), place) != 0) {
        rows = maker.make("flip", {rows}, {{"axis", "0"}});
    }
    const std::size_t axis = axisAt(maker.attrs().integers("scan_output_axes"), place, rank);
    return rank == 1 ? rows : withMovedAxis(maker, rows, rank, 0, axis);
}

Outputs lowerScan(OnnxFlowMaker &maker)
{
    if (maker.node().spec->sinceVersion < 9) {
        return makeError("not-supported", "has batches, expected version 9 or later");
    }
    const auto slices = static_cast<std::size_t>(maker.attrs().integer("num_scan_inputs"));
    const std::size_t inputs = maker.node().inputs.size();
    const std::size_t states = inputs - std::min(inputs, slices);
    const std::size_t rows = maker.outputs().size() - std::min(maker.outputs().size(), states);
    std::vector<ValueType> types;
    std::vector<std::uint32_t> sliced;
    for (std::size_t i = 0; i < inputs; ++i) {
        if (i >= states) {
            sliced.push_back(static_cast<std::uint32_t>(i));
            RETURN_IF_FAILED(addSlices(maker, i, i - states, types));
            continue;
        }
        ASSIGN_OR_RETURN(const Entry state, maker.inputAt(i));
        maker.addBodyInput(state);
        types.push_back(withoutElements(maker.valueAt(i)));
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < states + rows; ++i) {
        order.push_back(i < rows ? states + i : i - rows);
    }
    const Graph &body = *maker.node().node->subgraphs.front();
    ASSIGN_OR_RETURN(LoweredBody lowered, maker.lower(body, types, order));
    AttrDict attrs{{"num_out_data", std::to_string(rows)},
                   {"in_state_locs", placesText(placesBelow(states))},
                   {"body_input_locs", placesText(lowered.reads)},
                   {"in_data_locs", placesText(sliced)}};
    std::vector<LoweredBody> bodies{std::move(lowered)};
    const auto all = maker.finish("foreach", std::move(bodies), order.size(), std::move(attrs));
    std::vector<Entry> outputs(all.begin() + static_cast<std::ptrdiff_t>(rows), all.end());
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t rank = maker.outputs()[states + i].shape->size();
        outputs.push_back(rowsAsAsked(maker, all[i], i, rank));
    }
    return maker.asInferred(std::move(outputs));
}

/// A function's body with what the call says in place of "@alpha".
Graph withCallAttributes(const Graph &body, const AttrDict &call)
{
    Graph graph = body;
    for (const NodeId id : body.nodes()) {
        AttrDict attrs;
        for (const auto &[key, text] : body.node(id).attrs) {
            const std::string *value =
                text.starts_with('@') ? call.find(std::string_view(text).substr(1)) : &text;
            if (value) {
                attrs.set(key, *value);
            }
        }
        if (!(attrs == body.node(id).attrs)) {
            graph.edit(id).attrs = std::move(attrs);
        }
    }
    return graph;
}

Outputs lowerFunction(OnnxFlowMaker &maker)
{
    const Node &node = *maker.node().node;
    std::vector<Entry> entries;
    std::vector<ValueType> types;
    for (std::size_t i = 0; i < maker.node().inputs.size(); ++i) {
        const std::size_t place = placeOf(maker.node(), i);
        entries.resize(std::max(entries.size(), place + 1));
        types.resize(entries.size());
        ASSIGN_OR_RETURN(entries[place], maker.inputAt(place));
        types[place] = maker.valueAt(place);
    }
    return maker.inlined(withCallAttributes(*node.subgraphs.front(), node.attrs), entries, types,
                         true);
}

} // namespace

std::optional<Result<std::vector<Entry>>> lowerOnnxBodies(const OnnxGraphLowering &around,
                                                          const IndexedNode &node,
                                                          const RewriteCall &call)
{
    if (node.node->subgraphs.empty()) {
        return std::nullopt;
    }
    OnnxFlowMaker maker(around, node, call);
    if (!node.spec) {
        return node.node->subgraphs.size() == 1 ? std::optional(lowerFunction(maker))
                                                : std::nullopt;
    }
    const std::string &op = node.node->op;
    if (op == "If") {
        return lowerBranch(maker);
    }
    if (op == "Loop") {
        return lowerLoop(maker);
    }
    return op == "Scan" ? std::optional(lowerScan(maker)) : std::nullopt;
}

} // namespace nervure

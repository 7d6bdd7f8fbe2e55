// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/onnx/onnx_bodies.h"

#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/onnx/onnx_flow_maker.h"
#include "core/passes/conversion/onnx/onnx_scan.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace nervure {

namespace {

using Outputs = OnnxFlowMaker::Outputs;

/// Steps of a loop that nothing but its condition ends.
constexpr std::int64_t endless = std::int64_t{1} << 30;

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
        maker.enterBody(*known != 0 ? "then_branch" : "else_branch");
        return maker.inlined(*known != 0 ? *then : *otherwise, {}, {}, false);
    }
    ASSIGN_OR_RETURN(const Entry condition, maker.inputAt(0));
    maker.addBodyInput(condition);
    std::vector<std::size_t> order(maker.outputs().size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<LoweredBody> bodies{conditionBody(0, std::nullopt)};
    for (const Graph *branch : {then, otherwise}) {
        maker.enterBody(branch == then ? "then_branch" : "else_branch");
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

/// The results of a loop that runs no step: its states, and no rows, which have no elements.
Outputs statesAsGiven(OnnxFlowMaker &maker, std::size_t states)
{
    std::vector<Entry> outputs(maker.outputs().size());
    for (std::size_t i = 0; i < std::min(states, outputs.size()); ++i) {
        ASSIGN_OR_RETURN(outputs[i], maker.inputAt(i + 2));
    }
    return outputs;
}

/// The body gives the condition, the states and the rows; the operator wants rows, step, condition, states.
Outputs lowerLoop(OnnxFlowMaker &maker)
{
    const Graph &body = *maker.node().node->subgraphs.front();
    const std::size_t formals = bodyInputs(body).size();
    const std::size_t states = formals - std::min<std::size_t>(formals, 2);
    const std::size_t rows = maker.outputs().size() - std::min(maker.outputs().size(), states);
    const auto steps = maker.has(0) ? maker.knownAt(0) : std::optional(endless);
    if ((steps && *steps < 1) || (maker.has(1) && maker.knownAt(1) == 0)) {
        return statesAsGiven(maker, states);
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

/// A function's body with what the call says in place of "@alpha"; `called` gets the nodes where it does.
Graph withCallAttributes(const Graph &body, const AttrDict &call, std::set<NodeId> &called)
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
            called.insert(id);
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
        types[place] = maker.valueAt(place);
        if (types[place].elementCount() != 0) {
            ASSIGN_OR_RETURN(entries[place], maker.inputAt(place));
        }
    }
    std::set<NodeId> called;
    const Graph body = withCallAttributes(*node.subgraphs.front(), node.attrs, called);
    return maker.inlined(body, entries, types, true, std::move(called));
}

// TensorFlow's, whose bodies are functions: they get all that they read from the operator's inputs.

Result<std::vector<Entry>> entriesFrom(OnnxFlowMaker &maker, std::size_t first)
{
    std::vector<Entry> entries;
    for (std::size_t i = first; i < maker.node().inputs.size(); ++i) {
        ASSIGN_OR_RETURN(const Entry entry, maker.inputAt(i));
        entries.push_back(entry);
    }
    return entries;
}

std::vector<ValueType> typesFrom(const OnnxFlowMaker &maker, std::size_t first)
{
    std::vector<ValueType> types;
    for (std::size_t i = first; i < maker.node().inputs.size(); ++i) {
        types.push_back(maker.valueAt(i));
    }
    return types;
}

Outputs lowerCall(OnnxFlowMaker &maker)
{
    ASSIGN_OR_RETURN(const Graph *body, maker.bodyNamed("f"));
    ASSIGN_OR_RETURN(const std::vector<Entry> entries, entriesFrom(maker, 0));
    maker.enterBody("f");
    return maker.inlined(*body, entries, typesFrom(maker, 0), true);
}

/// The inputs of both branches come first, then the condition.
Outputs lowerChoice(OnnxFlowMaker &maker)
{
    ASSIGN_OR_RETURN(const Graph *then, maker.bodyNamed("then_branch"));
    ASSIGN_OR_RETURN(const Graph *otherwise, maker.bodyNamed("else_branch"));
    ASSIGN_OR_RETURN(const std::vector<Entry> entries, entriesFrom(maker, 1));
    std::vector<ValueType> types = typesFrom(maker, 1);
    if (const auto known = maker.knownAt(0)) {
        maker.enterBody(*known != 0 ? "then_branch" : "else_branch");
        return maker.inlined(*known != 0 ? *then : *otherwise, entries, types, true);
    }
    if (maker.valueAt(0).element != ElementType::Bool) {
        return makeError("not-supported", "chooses by {}, expected a truth value",
                         maker.valueAt(0).text());
    }
    for (const Entry &entry : entries) {
        maker.addBodyInput(entry);
    }
    ASSIGN_OR_RETURN(const Entry condition, maker.inputAt(0));
    maker.addBodyInput(condition);
    std::transform(types.begin(), types.end(), types.begin(), withoutElements);
    std::vector<std::size_t> order(maker.outputs().size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<LoweredBody> bodies{
        conditionBody(static_cast<std::uint32_t>(entries.size()), std::nullopt)};
    for (const Graph *branch : {then, otherwise}) {
        maker.enterBody(branch == then ? "then_branch" : "else_branch");
        ASSIGN_OR_RETURN(LoweredBody body, maker.lower(*branch, types, order));
        bodies.push_back(std::move(body));
    }
    AttrDict attrs{{"cond_input_locs", placesText(bodies[0].reads)},
                   {"then_input_locs", placesText(bodies[1].reads)},
                   {"else_input_locs", placesText(bodies[2].reads)}};
    return maker.finish("cond", std::move(bodies), order.size(), std::move(attrs));
}

/// Condition and body take the states.
Outputs lowerWhile(OnnxFlowMaker &maker)
{
    ASSIGN_OR_RETURN(const Graph *condition, maker.bodyNamed("cond"));
    ASSIGN_OR_RETURN(const Graph *body, maker.bodyNamed("body"));
    ASSIGN_OR_RETURN(const std::vector<Entry> entries, entriesFrom(maker, 0));
    std::vector<ValueType> types;
    for (const Entry &entry : entries) {
        maker.addBodyInput(entry);
        types.push_back(withoutElements(maker.outputs()[types.size()]));
    }
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), 0);
    maker.enterBody("cond");
    ASSIGN_OR_RETURN(LoweredBody goesOn, maker.lower(*condition, types, {0}));
    maker.enterBody("body");
    ASSIGN_OR_RETURN(LoweredBody step, maker.lower(*body, types, order));
    std::vector<LoweredBody> bodies;
    bodies.push_back(std::move(goesOn));
    bodies.push_back(std::move(step));
    AttrDict attrs{{"num_out_data", "0"},
                   {"in_state_locs", placesText(placesBelow(entries.size()))},
                   {"body_input_locs", placesText(bodies[1].reads)},
                   {"max_iterations", std::to_string(endless)},
                   {"cond_input_locs", placesText(bodies[0].reads)}};
    return maker.finish("while_loop", std::move(bodies), order.size(), std::move(attrs));
}

std::optional<Outputs> lowerTensorFlowBodies(OnnxFlowMaker &maker, std::string_view op)
{
    if (op == "If" || op == "StatelessIf") {
        return lowerChoice(maker);
    }
    if (op == "While" || op == "StatelessWhile") {
        return lowerWhile(maker);
    }
    return op == "PartitionedCall" || op == "StatefulPartitionedCall"
               ? std::optional(lowerCall(maker))
               : std::nullopt;
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
    if (node.node->dialect == Dialect::TensorFlow) {
        return lowerTensorFlowBodies(maker, op);
    }
    if (op == "If") {
        return lowerBranch(maker);
    }
    if (op == "Loop") {
        return lowerLoop(maker);
    }
    return op == "Scan" ? std::optional(lowerOnnxScan(maker)) : std::nullopt;
}

} // namespace nervure

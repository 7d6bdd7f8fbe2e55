// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/dialect_change.h"

#include "core/formats/tensors/wts.h"
#include "core/graph/analysis/parameters.h"
#include "core/graph/analysis/reachability.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/conversion/made_values.h"
#include "core/passes/lowering_pass.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace nervure {

namespace {

/// The first few of these, and how many more there are.
std::string firstOf(std::vector<std::string> names)
{
    constexpr std::size_t mostNamed = 5;
    const std::size_t count = names.size();
    names.resize(std::min(count, mostNamed));
    return join(names, ", ")
           + (count > mostNamed ? fmt::format(" and {} more", count - mostNamed) : "");
}

/// Options may say another type or shape than the file of parameters has.
Diagnostic unfitValue(const std::string &variable, const Tensor &value, const std::string &expected)
{
    return makeErrorAt(
        variable, "params-unfit",
        "parameter {} is {} {}, expected {} as the model has it with its --dtype and --shape",
        quoted(variable), dtypeName(value.type()), shapeText(value.shape()), expected);
}

/// Fails unless the value is as the operator that creates its tensor says.
Status checkFit(const Node &create, const std::string &variable, const Tensor &value)
{
    DType type = DType::Unknown;
    IntTuple dims;
    const std::string *const typeText = create.attrs.find("dtype");
    const std::string *const dimsText = create.attrs.find("dims");
    const bool isKnown = typeText && dimsText && LightNetAttrText::parse(*typeText, type)
                         && LightNetAttrText::parse(*dimsText, dims);
    if (isKnown && type == value.type() && Shape(dims) == value.shape()) {
        return {};
    }
    return unfitValue(variable, value, std::string(dtypeName(type)) + ' ' + shapeText(Shape(dims)));
}

/// Puts the elements into the operator that creates the tensor.
Status setData(Node &create, const Tensor &tensor)
{
    NumberTuple data;
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        data.push_back(elementAsDouble(tensor.view(), i));
        if (!std::isfinite(data.back())) {
            return makeErrorAt(
                create.name, "not-carried",
                "element {} of {} is not finite, LightNet's documents hold no such numbers", i,
                quoted(create.name));
        }
    }
    create.attrs.set("data", LightNetAttrText::print(data));
    create.attrs.set("from_file", LightNetAttrText::print(false));
    return {};
}

/// Gives the tensors that variables of `before` became their values.
Status carryValues(const DialectChange &change, const Graph &before, const Provenance &provenance,
                   ChangedModel &changed)
{
    for (const Provenance::Origin &origin : provenance.origins) {
        const Node *variable = before.find(origin.from.front());
        const auto value = variable && variable->isVariable() ? change.params.find(variable->name)
                                                              : change.params.end();
        if (value == change.params.end() || changed.graph.node(origin.node).op != "create") {
            continue;
        }
        Node &create = changed.graph.edit(origin.node);
        RETURN_IF_FAILED(checkFit(create, variable->name, value->second));
        if (change.hasWeightFile && hasWtsType(value->second.type())) {
            create.attrs.set("from_file", LightNetAttrText::print(true));
            changed.weights.insert_or_assign(create.outputPorts.at(0).tensor, value->second);
        } else
            RETURN_IF_FAILED(setData(create, value->second));
    }
    return {};
}

/// NNVM's files hold no values: those of tensors made at load stay behind, but for what has a file of its own.
void tellLostValues(const PassRun &run, const TensorMap &carried, Diagnostics &diagnostics)
{
    const auto *names = run.analyses.find(keys::precomputeOutputNames);
    std::vector<std::string> words;
    for (const std::string &name : names ? *names : std::vector<std::string>()) {
        if (carried.count(name) == 0) {
            words.push_back(quoted(name));
        }
    }
    if (words.empty()) {
        return;
    }
    diagnostics.push_back(
        makeWarning("not-carried",
                    "tensors made at load became variables without their values, which it needs "
                    "when it runs (--params or --input gives them): {}",
                    firstOf(std::move(words))));
}

/// The values that there are of the graph's variables.
TensorMap valuesOfVariables(const Graph &graph, TensorMap all)
{
    TensorMap values;
    for (const NodeId id : graph.nodes()) {
        const auto value = all.find(graph.node(id).name);
        if (graph.node(id).isVariable() && value != all.end()) {
            values.insert(all.extract(value));
        }
    }
    return values;
}

/// Values that rules took as numbers, which no result depends on any more, stay behind.
void dropUnread(Graph &graph, TensorMap &values)
{
    std::vector<NodeId> heads;
    for (const Entry &head : graph.heads()) {
        heads.push_back(head.node);
    }
    const NodeSet results = nodeSet(graph, heads);
    const NodeSet read = Reachability(graph).ancestors(results);
    for (const NodeId id : std::vector<NodeId>(graph.nodes().begin(), graph.nodes().end())) {
        const Node &node = graph.node(id);
        if (node.isVariable() && !read[id.value] && !results[id.value]
            && values.erase(node.name) != 0) {
            graph.remove(id);
        }
    }
}

/// Names of variables that whoever runs a LightNet document may give other values than it makes.
std::set<std::string> madeInputs(const PassRun &run, const TensorMap &made, const OpRegistry &ops)
{
    std::set<std::string> names;
    const auto lowered =
        std::find_if(run.steps.begin(), run.steps.end(),
                     [](const PassResult &step) { return step.name == "LightNetToNNVM"; });
    if (lowered == run.steps.end()) {
        return names;
    }
    const auto parameters = findParameters(*lowered->graph, ops);
    for (const NodeId id : lowered->graph->nodes()) {
        const Node &node = lowered->graph->node(id);
        if (node.isVariable() && made.count(node.name) != 0 && parameters.count(id) == 0) {
            names.insert(node.name);
        }
    }
    return names;
}

/// Variables of an ONNX model that have values become its initializers; those of `inputs` stay inputs too.
Status becomeInitializers(ChangedModel &changed, const std::set<std::string> &inputs)
{
    const std::vector<NodeId> nodes(changed.graph.nodes().begin(), changed.graph.nodes().end());
    for (const NodeId id : nodes) {
        const Node &node = changed.graph.node(id);
        const auto value =
            node.isVariable() ? changed.values.find(node.name) : changed.values.end();
        if (value == changed.values.end()) {
            continue;
        }
        AttrDict attrs = onnxVariableAttrs(value->second.shape(), value->second.type());
        if (attrs != node.attrs) {
            const std::string *type = node.attrs.find(onnx_variable::elemType);
            const std::string *shape = node.attrs.find(onnx_variable::shape);
            return unfitValue(node.name, value->second,
                              (type ? *type : "") + ' ' + (shape ? *shape : ""));
        }
        attrs.set(onnx_variable::data, std::string(onnx_variable::inside));
        if (inputs.count(node.name) != 0) {
            attrs.set(onnx_variable::input, "true");
        }
        changed.graph.edit(id).attrs = std::move(attrs);
    }
    return {};
}

/// Values of the variables, those that a LightNet document makes among them.
Status carryToOnnx(DialectChange &change, const PassRun &run, const PassEnvironment &environment,
                   ChangedModel &changed)
{
    ASSIGN_OR_RETURN(TensorMap made, madeValues(run, change.params, environment));
    const std::set<std::string> inputs = madeInputs(run, made, environment.ops);
    made.merge(change.params);
    changed.values = valuesOfVariables(changed.graph, std::move(made));
    return becomeInitializers(changed, inputs);
}

/// What makes a model of one dialect one of the other.
Result<std::vector<PassRequest>> passesBetween(const Graph &graph, const OpRegistry &ops,
                                               Dialect to)
{
    const Dialect from = graph.dialect();
    if (to != Dialect::Nnvm && to != Dialect::LightNet && to != Dialect::Onnx) {
        return makeError("not-converted", "no model of {} becomes one of {}", dialectName(from),
                         dialectName(to));
    }
    std::vector<PassRequest> passes;
    const auto addSized = [&passes](const char *pass) {
        for (const char *name : {"InferShape", "InferType", pass}) {
            passes.push_back({name});
        }
    };
    if (const std::string_view lowering = loweringPassOf(graph, ops); !lowering.empty()) {
        passes.push_back({std::string(lowering)});
    } else if (from == Dialect::LightNet) {
        addSized("LightNetToNNVM");
    }
    if (to != Dialect::Nnvm) {
        addSized(to == Dialect::LightNet ? "NNVMToLightNet" : "NNVMToONNX");
    }
    return passes;
}

} // namespace

Status checkLowered(const Graph &graph)
{
    std::vector<std::string> kept;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (graph.dialect() == Dialect::Nnvm && node.dialect == Dialect::LightNet) {
            kept.push_back(quoted(node.name) + " (" + node.op + ")");
        }
    }
    if (kept.empty()) {
        return {};
    }
    return makeError("not-lowered",
                     "no file of NNVM's can hold operators of LightNet, expected that all have a "
                     "counterpart: {}",
                     firstOf(std::move(kept)));
}

Result<ChangedModel> changeDialect(DialectChange change, const PassEnvironment &environment,
                                   Diagnostics &diagnostics)
{
    ASSIGN_OR_RETURN(const auto passes,
                     passesBetween(change.graph, environment.ops, change.target));
    const PassRun run = runPasses(change.graph, passes, environment);
    diagnostics.insert(diagnostics.end(), run.diagnostics.begin(), run.diagnostics.end());
    if (!run.ok) {
        // It is what the result says, not one more finding.
        const auto error =
            std::find_if(diagnostics.begin(), diagnostics.end(),
                         [](const Diagnostic &found) { return found.severity == Severity::Error; });
        if (error == diagnostics.end()) {
            return makeError("not-converted", "the conversion was stopped");
        }
        const Diagnostic reason = *error;
        diagnostics.erase(error);
        return reason;
    }
    RETURN_IF_FAILED(addHeldValues(run.held, change.params));
    ChangedModel changed{run.graph, {}, {}, {}};
    if (change.target == Dialect::Onnx) {
        RETURN_IF_FAILED(carryToOnnx(change, run, environment, changed));
        return changed;
    }
    changed.graph.setAttrs({});
    if (change.target == Dialect::LightNet) {
        const Graph &before =
            run.steps.size() > 1 ? *run.steps[run.steps.size() - 2].graph : change.graph;
        RETURN_IF_FAILED(carryValues(change, before, run.steps.back().provenance, changed));
        return changed;
    }
    RETURN_IF_FAILED(checkLowered(changed.graph));
    const Dialect from = change.graph.dialect();
    if (from != Dialect::MXNet) { // MXNet's own parameter file goes on
        changed.params = valuesOfVariables(changed.graph, std::move(change.params));
        dropUnread(changed.graph, changed.params);
    }
    tellLostValues(run, changed.params, diagnostics);
    return changed;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/dialect_change.h"

#include "core/formats/tensors/wts.h"
#include "core/graph/op/attr_field.h"
#include "core/passes/lowering_pass.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

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

/// Fails unless the value is as the operator that creates its tensor says: options may say another
/// type or shape than the file of parameters has.
Status checkFit(const Node &create, const std::string &variable, const Tensor &value)
{
    DType type = DType::Unknown;
    IntTuple dims;
    const std::string *const typeText = create.attrs.find("dtype");
    const std::string *const dimsText = create.attrs.find("dims");
    const bool isKnown = typeText && dimsText && LightNetAttrText::parse(*typeText, type)
                         && LightNetAttrText::parse(*dimsText, dims);
    if (isKnown && type == value.type() && dims == value.shape()) {
        return {};
    }
    const auto words = [](DType of, const Shape &shape) {
        return std::string(dtypeName(of)) + " " + shapeText(shape);
    };
    return makeErrorAt(
        variable, "params-unfit",
        "parameter {} is {}, expected {} as the model has it with its --dtype and --shape",
        quoted(variable), words(value.type(), value.shape()), words(type, dims));
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

/// Gives the tensors that variables became their values.
Status carryValues(const DialectChange &change, const Provenance &provenance, ChangedModel &changed)
{
    for (const Provenance::Origin &origin : provenance.origins) {
        const Node *variable = change.graph.find(origin.from.front());
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

/// NNVM's files hold no values: those of tensors made at load stay behind.
void tellLostValues(const PassRun &run, Diagnostics &diagnostics)
{
    const auto *names = run.analyses.find(keys::precomputeOutputNames);
    if (!names || names->empty()) {
        return;
    }
    std::vector<std::string> words;
    std::transform(names->begin(), names->end(), std::back_inserter(words),
                   [](const std::string &name) { return quoted(name); });
    diagnostics.push_back(
        makeWarning("not-carried",
                    "tensors made at load became variables without their values, which it needs "
                    "when it runs (--params or --input gives them): {}",
                    firstOf(std::move(words))));
}

/// The values that there are of the graph's variables.
TensorMap valuesOfVariables(const Graph &graph, const TensorMap &all)
{
    TensorMap values;
    for (const NodeId id : graph.nodes()) {
        const auto value = all.find(graph.node(id).name);
        if (graph.node(id).isVariable() && value != all.end()) {
            values.insert(*value);
        }
    }
    return values;
}

/// What makes a model of one dialect one of the other.
Result<std::vector<PassRequest>> passesBetween(Dialect from, Dialect to)
{
    if (to != Dialect::Nnvm && to != Dialect::LightNet) {
        return makeError("not-converted", "no model of {} becomes one of {}", dialectName(from),
                         dialectName(to));
    }
    std::vector<PassRequest> passes;
    if (const std::string_view lowering = loweringPassOf(from); !lowering.empty()) {
        passes.push_back({std::string(lowering)});
        if (to == Dialect::Nnvm) {
            return passes;
        }
    }
    const std::array<PassRequest, 3> change{
        PassRequest{"InferShape"}, PassRequest{"InferType"},
        PassRequest{to == Dialect::LightNet ? "NNVMToLightNet" : "LightNetToNNVM"}};
    passes.insert(passes.end(), change.begin(), change.end());
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

Result<ChangedModel> changeDialect(const DialectChange &change, const PassEnvironment &environment,
                                   Diagnostics &diagnostics)
{
    const bool isRaised = change.target == Dialect::LightNet;
    ASSIGN_OR_RETURN(const auto passes, passesBetween(change.graph.dialect(), change.target));
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
    ChangedModel changed{run.graph, {}, {}};
    changed.graph.setAttrs({});
    const Status status = isRaised ? carryValues(change, run.steps.back().provenance, changed)
                                   : checkLowered(changed.graph);
    RETURN_IF_FAILED(status);
    if (!isRaised && change.graph.dialect() == Dialect::Onnx) {
        changed.params = valuesOfVariables(changed.graph, change.params);
    }
    if (!isRaised) {
        tellLostValues(run, diagnostics);
    }
    return changed;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "app/cli/dialect_change.h"

#include "app/cli/console.h"
#include "app/cli/pipeline.h"
#include "core/formats/wts.h"
#include "core/graph/attr_field.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>

namespace nervure::cli {

namespace {

/// Puts the elements into the operator that creates the tensor.
Status setData(Node &create, const Tensor &tensor)
{
    NumberTuple data;
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        data.push_back(elementAsDouble(tensor.view(), i));
        if (!std::isfinite(data.back())) {
            return makeError("not-carried",
                             "element " + std::to_string(i) + " of " + nervure::quoted(create.name)
                                 + " is not finite, LightNet's documents hold no such numbers",
                             create.name);
        }
    }
    create.attrs.set("data", LightNetAttrText::print(data));
    create.attrs.set("from_file", LightNetAttrText::print(false));
    return {};
}

/// Gives the tensors that variables became their values.
Status carryValues(const CliModel &model, const Provenance &provenance, bool hasWeightFile,
                   ChangedModel &changed)
{
    for (const Provenance::Origin &origin : provenance.origins) {
        const Node *variable = model.opened.graph.find(origin.from.front());
        const auto value = variable && variable->isVariable() ? model.params.find(variable->name)
                                                              : model.params.end();
        if (value == model.params.end() || changed.graph.node(origin.node).op != "create") {
            continue;
        }
        Node &create = changed.graph.edit(origin.node);
        if (hasWeightFile && hasWtsType(value->second.type())) {
            create.attrs.set("from_file", LightNetAttrText::print(true));
            changed.weights.insert_or_assign(create.outputPorts.at(0).tensor, value->second);
        } else if (Status status = setData(create, value->second); !status) {
            return status;
        }
    }
    return {};
}

/// NNVM's files hold no values: those of tensors made at load stay behind.
void tellLostValues(const PassRun &run, CommandContext &context)
{
    const auto *names = run.analyses.find(keys::precomputeOutputNames);
    if (names && !names->empty()) {
        context.console.report(makeWarning(
            "not-carried", "tensors made at load became variables without their values: "
                               + std::to_string(names->size())));
    }
}

} // namespace

std::optional<ChangedModel> changeDialect(const CliModel &model, bool hasWeightFile,
                                          CommandContext &context, ExitCode &code)
{
    const bool isRaised = model.opened.graph.dialect() == Dialect::Nnvm;
    const std::string passes =
        std::string("InferShape,InferType,") + (isRaised ? "NNVMToLightNet" : "LightNetToNNVM");
    const auto run = runPipeline(passes, model, context.builtins);
    if (!run) {
        code = context.console.fail(ExitCode::InputFault, run.error());
        return std::nullopt;
    }
    context.console.report(run->diagnostics);
    if (!run->ok) {
        code = ExitCode::InputFault;
        return std::nullopt;
    }
    ChangedModel changed{run->graph, {}};
    changed.graph.setAttrs({});
    if (!isRaised) {
        tellLostValues(*run, context);
        return changed;
    }
    const Status status = carryValues(model, run->steps.back().provenance, hasWeightFile, changed);
    if (!status) {
        code = context.console.fail(ExitCode::InputFault, status.error());
        return std::nullopt;
    }
    return changed;
}

} // namespace nervure::cli

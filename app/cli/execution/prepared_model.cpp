// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execution/prepared_model.h"

#include "app/cli/execution/compile.h"
#include "core/execution/seeded_weights.h"
#include "core/support/text.h"

namespace nervure::cli {

namespace {

/// What the values of a variable are for; the document knows best, before anything was folded.
class Roles {
public:
    explicit Roles(const ExecutionRequest &request, const Builtins &builtins)
    {
        Diagnostics ignored;
        if (auto index = IndexedGraph::build(request.graph, builtins.ops, ignored)) {
            const std::vector<ValueRole> roles = valueRolesOf(**index);
            for (const std::uint32_t id : (*index)->inputNodes()) {
                m_roles.emplace((*index)->node(id).node->name, roles[id]);
            }
        }
    }

    [[nodiscard]] ValueRole of(const std::string &name) const
    {
        const auto it = m_roles.find(name);
        return it == m_roles.end() ? ValueRole::Data : it->second;
    }

private:
    std::map<std::string, ValueRole> m_roles;
};

/// Puts a value for each of the buffers into `values`.
Status fillValues(const ExecutionPlan &plan, const std::vector<std::uint32_t> &buffers,
                  const ExecutionRequest &request, const Roles &roles, TensorMap &values)
{
    for (const std::uint32_t id : buffers) {
        const PlanBuffer &buffer = plan.buffers[id];
        if (values.count(buffer.name) != 0) {
            continue;
        }
        if (const auto it = request.values.find(buffer.name); it != request.values.end()) {
            values[buffer.name] = it->second;
            continue;
        }
        Result<Tensor> tensor = seededTensor(buffer.name, roles.of(buffer.name), buffer.type,
                                             buffer.shape, request.seed);
        if (!tensor) {
            return tensor.error();
        }
        values[buffer.name] = std::move(tensor).value();
    }
    return {};
}

Status checkValueNames(const ExecutionRequest &request)
{
    for (const auto &[name, tensor] : request.values) {
        const auto id = request.graph.findByName(name);
        if (!id || !request.graph.node(*id).isVariable()) {
            return makeError("usage",
                             "the model has no variable " + quoted(name) + " to give a value to");
        }
    }
    return {};
}

/// The shape of a given value holds where nothing else says one.
InputFacts factsOf(const ExecutionRequest &request)
{
    InputFacts facts = request.facts;
    for (const auto &[name, tensor] : request.values) {
        facts.shapes.emplace(name, tensor.shape());
        facts.dtypes.emplace(name, tensor.type());
    }
    return facts;
}

} // namespace

Result<PreparedModel> prepareModel(const ExecutionRequest &request, ExecutionContext &context)
{
    if (Status status = checkValueNames(request); !status) {
        return status.error();
    }
    PreparedModel model;
    context.control.report(-1, "compiling");
    Result<PlanRequest> planRequest =
        compileGraph(request, factsOf(request), context.builtins, model.diagnostics);
    if (!planRequest) {
        return planRequest.error();
    }
    const Result<Backend *> backend = context.devices.open(request.device);
    if (!backend) {
        return backend.error();
    }
    model.device = (*backend)->info();
    if (model.device.id != "reference") {
        planRequest->device = model.device.traits;
    }
    planRequest->alignment = std::max<std::int64_t>(model.device.alignment, 1);
    Result<ExecutionPlan> plan = buildPlan(*planRequest, model.diagnostics);
    if (!plan) {
        return plan.error();
    }
    model.plan = std::make_shared<const ExecutionPlan>(std::move(plan).value());

    const Roles roles(request, context.builtins);
    TensorMap weights;
    for (const auto *buffers : {&model.plan->weights, &model.plan->states}) {
        if (Status status = fillValues(*model.plan, *buffers, request, roles, weights); !status) {
            return status.error();
        }
    }
    if (Status status = fillValues(*model.plan, model.plan->inputs, request, roles, model.inputs);
        !status) {
        return status.error();
    }
    context.control.report(-1, "preparing");
    auto prepared = (*backend)->prepare(model.plan, weights, context.control);
    if (!prepared) {
        return prepared.error();
    }
    model.prepared = std::move(prepared).value();
    return model;
}

} // namespace nervure::cli

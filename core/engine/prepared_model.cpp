// SPDX-License-Identifier: Apache-2.0
#include "core/engine/prepared_model.h"

#include "core/engine/compile.h"
#include "core/engine/given_values.h"
#include "core/engine/missing_sizes.h"
#include "core/engine/pipeline_choice.h"
#include "core/engine/plan_request.h"
#include "core/engine/variable_values.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace nervure {

namespace {

/// The device as the request wants it used.
DeviceTraits traitsFor(const ExecutionRequest &request, const DeviceInfo &device)
{
    DeviceTraits traits = device.traits;
    traits.directOnly = request.isDirectOnly;
    traits.halfArithmetic = request.computesInHalf;
    if (request.tuning) {
        traits.tuning = request.tuning;
    }
    return traits;
}

/// Makes plans ready on a device, with values for their variables.
class Preparer {
public:
    Preparer(const ExecutionRequest &request, ExecutionContext &context, Backend &backend,
             HeldValues held)
        : m_request(request),
          m_context(context),
          m_backend(backend),
          m_values(request, context.builtins, std::move(held))
    {}

    [[nodiscard]] const VariableValues &values() const { return m_values; }

    /// Runs what comes before everything else; its results are values for later plans.
    Status compute(Beforehand beforehand, Diagnostics &diagnostics)
    {
        PreparedModel model;
        RETURN_IF_FAILED(prepare(std::move(beforehand.plan), model));
        ASSIGN_OR_RETURN(RunOutcome outcome,
                         model.prepared->run(model.inputs, RunMode::Unprofiled, m_context.control));
        const std::size_t count = std::min(beforehand.names.size(), outcome.outputs.size());
        for (std::size_t i = 0; i < count; ++i) {
            m_computed[beforehand.names[i]] = std::move(outcome.outputs[i]);
        }
        diagnostics.insert(diagnostics.end(), model.diagnostics.begin(), model.diagnostics.end());
        return {};
    }

    /// Operators that the device refuses go to the host one after the other, if that is asked for.
    Status prepare(PlanRequest request, PreparedModel &model)
    {
        for (;;) {
            PreparedModel attempt;
            attempt.diagnostics = model.diagnostics;
            const Status status = prepareOnce(request, attempt);
            if (status) {
                model = std::move(attempt);
                return status;
            }
            const std::string node = status.error().where.node;
            const bool isRefusal = status.error().code == "device-build" && !node.empty();
            if (!m_request.fallsBack || !isRefusal || !request.hostNodes.insert(node).second) {
                return status;
            }
            model.diagnostics.push_back(makeWarningAt(
                node, "device-fallback", "runs on the host: {}", status.error().message));
        }
    }

private:
    Status prepareOnce(PlanRequest &request, PreparedModel &model)
    {
        model.backend = &m_backend;
        model.device = m_backend.info();
        if (model.device.id != "reference") {
            request.device = traitsFor(m_request, model.device);
        }
        request.alignment = std::max<std::int64_t>(model.device.alignment, 1);
        Result<ExecutionPlan> plan = buildPlan(request, model.diagnostics);
        RETURN_IF_FAILED(plan);
        model.plan = std::make_shared<const ExecutionPlan>(std::move(plan).value());
        TensorMap weights;
        for (const auto *buffers : {&model.plan->weights, &model.plan->states}) {
            RETURN_IF_FAILED(fillValues(*model.plan, *buffers, weights));
        }
        Status status = fillValues(*model.plan, model.plan->inputs, model.inputs);
        if (!status) {
            return status;
        }
        m_context.control.report(-1, "preparing");
        auto prepared = m_backend.prepare(model.plan, weights, m_context.control);
        RETURN_IF_FAILED(prepared);
        model.prepared = std::move(prepared).value();
        return {};
    }

    /// Puts a value for each of the buffers into `values`: computed, given or seeded.
    Status fillValues(const ExecutionPlan &plan, const std::vector<std::uint32_t> &buffers,
                      TensorMap &values) const
    {
        for (const std::uint32_t id : buffers) {
            const PlanBuffer &buffer = plan.buffers[id];
            if (values.count(buffer.name) != 0) {
                continue;
            }
            Result<Tensor> tensor = valueOf(buffer);
            RETURN_IF_FAILED(tensor);
            values[buffer.name] = std::move(tensor).value();
        }
        return {};
    }

    [[nodiscard]] Result<Tensor> valueOf(const PlanBuffer &buffer) const
    {
        const auto computed = m_computed.find(buffer.name);
        return computed != m_computed.end() ? inWantedForm(computed->second, buffer.shape)
                                            : m_values.of(buffer.name, buffer.type, buffer.shape);
    }

    const ExecutionRequest &m_request;
    ExecutionContext &m_context;
    Backend &m_backend;
    const VariableValues m_values;
    TensorMap m_computed;
};

void addInvented(const PlanRequest &plan, const VariableValues &values,
                 std::set<std::string> &names)
{
    for (const std::uint32_t id : plan.graph->inputNodes()) {
        const std::string &name = plan.graph->node(id).node->name;
        if (values.isInvented(name)) {
            names.insert(name);
        }
    }
}

/// Variables that are read and have values from the seed; not those that are computed beforehand.
std::vector<std::string> inventedOf(const CompiledModel &model, const VariableValues &values)
{
    std::set<std::string> names;
    addInvented(model.plan, values, names);
    if (model.beforehand) {
        for (const std::string &computed : model.beforehand->names) {
            names.erase(computed);
        }
        addInvented(model.beforehand->plan, values, names);
    }
    return {names.begin(), names.end()};
}

/// LightNet's own arithmetic is the reference's alone.
std::string deviceOf(const ExecutionRequest &request, Diagnostics &diagnostics)
{
    const std::string reference = "reference";
    if (!runsOnLightNetsPlan(request)) {
        return request.device;
    }
    if (!request.device.empty() && request.device != reference) {
        diagnostics.push_back(
            makeWarning("device-reference",
                        "exact semantics runs LightNet's models on the reference, not on {}",
                        quoted(request.device)));
    }
    return reference;
}

/// Results differ in half arithmetic: who asks for it must not get another.
Status checkArithmetic(const ExecutionRequest &request, const std::string &device,
                       DeviceCatalog &devices)
{
    if (!request.computesInHalf) {
        return {};
    }
    ASSIGN_OR_RETURN(Backend * backend, devices.open(device));
    const DeviceInfo &info = backend->info();
    return info.traits.hasFloat16
               ? Status()
               : makeError("device-half",
                           "device {} ({}) has no arithmetic in float16 (cl_khr_fp16)", info.id,
                           info.name);
}

/// LightNet runs a document once it has compiled it: what it cannot compile does not run in exact
/// semantics either.
Status checkLightNetCompiles(const ExecutionRequest &request, const Builtins &builtins)
{
    if (!runsOnLightNetsPlan(request) || request.isPlanned || request.isExpanded) {
        return {};
    }
    const PassRun run =
        runPasses(request.graph, *parsePipeline("InferShape,InferType,LightNetCompile"),
                  {.passes = builtins.passes,
                   .ops = builtins.ops,
                   .inputs = request.facts,
                   .semantics = request.semantics});
    return run.ok ? Status() : Status(failureOf(run));
}

/// Only what is compiled for a device asks for it before the graph has been looked at.
Result<CompileTarget> targetOf(const ExecutionRequest &request, const std::string &device,
                               DeviceCatalog &devices)
{
    ASSIGN_OR_RETURN(const PipelineChoice choice, parsePipelineChoice(request.pipeline));
    if (choice.name != devicePipeline || request.graph.dialect() == Dialect::LightNet) {
        return CompileTarget{};
    }
    ASSIGN_OR_RETURN(Backend * backend, devices.open(device));
    const DeviceTraits traits = traitsFor(request, backend->info());
    return CompileTarget{backend->info().id,
                         [traits](const std::string &) { return Result<DeviceTraits>(traits); }};
}

Result<PreparedModel> prepareAsAsked(const ExecutionRequest &request, ExecutionContext &context)
{
    RETURN_IF_FAILED(checkGivenValues(request, context.builtins));
    PreparedModel model;
    const std::string device = deviceOf(request, model.diagnostics);
    RETURN_IF_FAILED(checkArithmetic(request, device, context.devices));
    ASSIGN_OR_RETURN(CompileTarget target, targetOf(request, device, context.devices));
    context.control.report(-1, "compiling");
    RETURN_IF_FAILED(checkLightNetCompiles(request, context.builtins));
    ASSIGN_OR_RETURN(CompiledModel compiled, compileGraph(request, factsWithValues(request), target,
                                                          context.builtins, model.diagnostics));
    ASSIGN_OR_RETURN(Backend * backend, context.devices.open(device));
    Preparer preparer(request, context, *backend, std::move(compiled.held));
    std::vector<std::string> invented = inventedOf(compiled, preparer.values());
    RETURN_IF_FAILED(checkInvented(request, invented));
    if (compiled.beforehand) {
        Status status = preparer.compute(std::move(*compiled.beforehand), model.diagnostics);
        RETURN_IF_FAILED(status);
    }
    RETURN_IF_FAILED(preparer.prepare(std::move(compiled.plan), model));
    model.resultTypes = std::move(compiled.resultTypes);
    model.invented = std::move(invented);
    return model;
}

} // namespace

Result<PreparedModel> prepareModel(const ExecutionRequest &request, ExecutionContext &context)
{
    Result<PreparedModel> model = prepareAsAsked(request, context);
    if (!model) {
        return explainedBySizes(model.error(), request, context.builtins);
    }
    return model;
}

Result<std::shared_ptr<PreparedModel>> keptOrPreparedModel(const ExecutionRequest &request,
                                                           ExecutionContext &context)
{
    if (context.kept != nullptr) {
        if (auto kept = context.kept->find(context.key)) {
            RETURN_IF_FAILED(checkInvented(request, kept->invented));
            return kept;
        }
    }
    Result<PreparedModel> prepared = prepareModel(request, context);
    if (!prepared && context.kept != nullptr && prepared.error().code == "device-memory") {
        // What is kept may be what there is no room for.
        context.kept->clear();
        prepared = prepareModel(request, context);
    }
    RETURN_IF_FAILED(prepared);
    auto model = std::make_shared<PreparedModel>(std::move(prepared).value());
    if (context.kept != nullptr) {
        context.kept->keep(context.key, model);
    }
    return model;
}

} // namespace nervure

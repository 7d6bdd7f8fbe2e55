// SPDX-License-Identifier: Apache-2.0
#include "core/engine/json_members.h"
#include "core/engine/report_json.h"
#include "core/opencl/program_cache.h"
#include "core/support/fingerprint.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

Json bufferJson(const PlanBuffer &buffer)
{
    return {{"id", buffer.id},
            {"name", buffer.name},
            {"kind", bufferKindName(buffer.kind)},
            {"dtype", dtypeName(buffer.type)},
            {"shape", shapeJson(buffer.shape)},
            {"bytes", buffer.bytes},
            {"arena_offset", buffer.arenaOffset ? Json(*buffer.arenaOffset) : Json()},
            {"part_of", buffer.whole ? Json(*buffer.whole) : Json()},
            {"first_step", buffer.firstStep},
            {"last_step", buffer.lastStep}};
}

Json operandsJson(const std::vector<PlanOperand> &operands)
{
    Json list = Json::array();
    for (const PlanOperand &operand : operands) {
        list.push_back({{"buffer", operand.isLocal() ? Json() : Json(operand.buffer)},
                        {"dtype", dtypeName(operand.type)},
                        {"shape", shapeJson(operand.shape)}});
    }
    return list;
}

Json argumentJson(const KernelArg &argument)
{
    switch (argument.kind) {
    case KernelArg::Kind::Input: return {{"input", argument.index}};
    case KernelArg::Kind::Output: return {{"output", argument.index}};
    case KernelArg::Kind::Scratch: return {{"scratch", argument.index}};
    case KernelArg::Kind::LocalBytes: return {{"local_bytes", argument.integer}};
    case KernelArg::Kind::Int32: return {{"int", argument.integer}};
    case KernelArg::Kind::Float32: return {{"float", argument.number}};
    }
    return {};
}

Json launchJson(const KernelLaunch &launch)
{
    Json arguments = Json::array();
    for (const KernelArg &argument : launch.args) {
        arguments.push_back(argumentJson(argument));
    }
    Json defines = Json::object();
    for (const auto &[name, value] : launch.defines) {
        defines[name] = value;
    }
    return {
        {"program", launch.program},     {"program_key", fingerprint(opencl::programText(launch))},
        {"kernel", launch.entry},        {"algorithm", launch.algorithm},
        {"defines", std::move(defines)}, {"arguments", std::move(arguments)},
        {"global", launch.global},       {"local", launch.local}};
}

Json choicesJson(const KernelSpec &kernel)
{
    Json choices = Json::array();
    for (const KernelChoice &choice : kernel.choices) {
        choices.push_back(
            {{"key", choice.key}, {"variants", choice.variants}, {"chosen", choice.chosen}});
    }
    return choices;
}

/// Bytes of all buffers by what they are for, and of weights that the prepare phase makes (packed,
/// folded) rather than the caller.
Json memoryJson(const ExecutionPlan &plan)
{
    std::map<std::string_view, std::int64_t> byKind;
    std::int64_t prepared = 0;
    for (const PlanBuffer &buffer : plan.buffers) {
        byKind[bufferKindName(buffer.kind)] += buffer.bytes;
        const bool isGiven =
            std::find(plan.weights.begin(), plan.weights.end(), buffer.id) != plan.weights.end();
        prepared += buffer.kind == BufferKind::Weight && !isGiven ? buffer.bytes : 0;
    }
    Json kinds = Json::object();
    for (const auto &[kind, bytes] : byKind) {
        kinds[std::string(kind)] = bytes;
    }
    return {{"bytes_by_kind", std::move(kinds)}, {"prepared_weight_bytes", prepared}};
}

Json bodiesJson(const PlanFlow &flow)
{
    Json bodies = Json::array();
    for (const PlanBody &body : flow.bodies) {
        Json reads = Json::array();
        for (const PlanBody::Read &read : body.reads) {
            reads.push_back({{"buffer", read.buffer}, {"input", read.input}});
        }
        bodies.push_back({{"reads", std::move(reads)}, {"plan", planJson(*body.plan)}});
    }
    return {{"most_steps", flow.mostSteps}, {"bodies", std::move(bodies)}};
}

Json stepJson(const PlanStep &step)
{
    Json launches = Json::array();
    for (const KernelLaunch &launch : step.kernel.launches) {
        launches.push_back(launchJson(launch));
    }
    Json json{{"id", step.id},
              {"phase", stepPhaseName(step.phase)},
              {"role", stepRoleName(step.role)},
              {"node", step.root},
              {"op", step.op},
              {"nodes", namesOf(step.originals)},
              {"inputs", operandsJson(step.inputs)},
              {"outputs", operandsJson(step.outputs)},
              {"scratch", step.scratch},
              {"mutated", step.mutated},
              {"dependencies", step.dependencies},
              {"flops", step.flops},
              {"macs", step.macs},
              {"bytes", step.bytes},
              {"choices", choicesJson(step.kernel)},
              {"launches", std::move(launches)}};
    if (step.flow) {
        json["flow"] = bodiesJson(*step.flow);
    }
    return json;
}

/// Adds the plan's programs that are not there yet; `known`: their places, by their text.
void addPrograms(const ExecutionPlan &plan, std::map<std::string, std::size_t> &known,
                 Json &programs)
{
    for (const PlanStep &step : plan.steps) {
        for (const KernelLaunch &launch : step.kernel.launches) {
            std::string source = opencl::programText(launch);
            const auto [it, isNew] = known.emplace(std::move(source), programs.size());
            if (isNew) {
                programs.push_back({{"kernel", launch.entry},
                                    {"key", fingerprint(it->first)},
                                    {"steps", Json::array()},
                                    {"source", it->first}});
            }
            programs[it->second]["steps"].push_back(step.id);
        }
        for (std::size_t i = 0; step.flow && i < step.flow->bodies.size(); ++i) {
            addPrograms(*step.flow->bodies[i].plan, known, programs);
        }
    }
}

} // namespace

Json planJson(const ExecutionPlan &plan)
{
    Json buffers = Json::array();
    for (const PlanBuffer &buffer : plan.buffers) {
        buffers.push_back(bufferJson(buffer));
    }
    Json steps = Json::array();
    for (const PlanStep &step : plan.steps) {
        steps.push_back(stepJson(step));
    }
    Json outputs = Json::array();
    for (const PlanOutput &output : plan.outputs) {
        outputs.push_back({{"name", output.name}, {"buffer", output.operand.buffer}});
    }
    return {{"arena_bytes", plan.arenaBytes}, {"arena_lower_bound", plan.arenaLowerBound},
            {"memory", memoryJson(plan)},     {"alignment", plan.alignment},
            {"inputs", plan.inputs},          {"weights", plan.weights},
            {"states", plan.states},          {"outputs", std::move(outputs)},
            {"buffers", std::move(buffers)},  {"steps", std::move(steps)}};
}

Json programsJson(const ExecutionPlan &plan)
{
    Json programs = Json::array();
    std::map<std::string, std::size_t> known;
    addPrograms(plan, known, programs);
    return programs;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execution/report_json.h"
#include "core/opencl/program_cache.h"

#include <nlohmann/json.hpp>

#include <map>

namespace nervure::cli {

using Json = nlohmann::ordered_json;

namespace {

Json bufferJson(const PlanBuffer &buffer)
{
    return {{"id", buffer.id},
            {"name", buffer.name},
            {"kind", bufferKindName(buffer.kind)},
            {"dtype", dtypeName(buffer.type)},
            {"shape", buffer.shape},
            {"bytes", buffer.bytes},
            {"arena_offset", buffer.arenaOffset ? Json(*buffer.arenaOffset) : Json()},
            {"first_step", buffer.firstStep},
            {"last_step", buffer.lastStep}};
}

Json operandsJson(const std::vector<PlanOperand> &operands)
{
    Json list = Json::array();
    for (const PlanOperand &operand : operands) {
        list.push_back({{"buffer", operand.isLocal() ? Json() : Json(operand.buffer)},
                        {"dtype", dtypeName(operand.type)},
                        {"shape", operand.shape}});
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
    return {{"program", launch.program},
            {"kernel", launch.entry},
            {"algorithm", launch.algorithm},
            {"defines", std::move(defines)},
            {"arguments", std::move(arguments)},
            {"global", launch.global},
            {"local", launch.local}};
}

Json stepJson(const PlanStep &step)
{
    Json launches = Json::array();
    for (const KernelLaunch &launch : step.kernel.launches) {
        launches.push_back(launchJson(launch));
    }
    return {{"id", step.id},
            {"phase", stepPhaseName(step.phase)},
            {"role", stepRoleName(step.role)},
            {"node", step.root},
            {"op", step.op},
            {"nodes", step.originals},
            {"inputs", operandsJson(step.inputs)},
            {"outputs", operandsJson(step.outputs)},
            {"scratch", step.scratch},
            {"mutated", step.mutated},
            {"dependencies", step.dependencies},
            {"flops", step.flops},
            {"bytes", step.bytes},
            {"launches", std::move(launches)}};
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
            {"alignment", plan.alignment},    {"inputs", plan.inputs},
            {"weights", plan.weights},        {"states", plan.states},
            {"outputs", std::move(outputs)},  {"buffers", std::move(buffers)},
            {"steps", std::move(steps)}};
}

Json programsJson(const ExecutionPlan &plan)
{
    Json programs = Json::array();
    std::map<std::string, std::size_t> known;
    for (const PlanStep &step : plan.steps) {
        for (const KernelLaunch &launch : step.kernel.launches) {
            std::string source = opencl::programText(launch);
            const auto [it, isNew] = known.emplace(std::move(source), programs.size());
            if (isNew) {
                programs.push_back(
                    {{"kernel", launch.entry}, {"steps", Json::array()}, {"source", it->first}});
            }
            programs[it->second]["steps"].push_back(step.id);
        }
    }
    return programs;
}

} // namespace nervure::cli

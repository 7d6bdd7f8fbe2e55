// SPDX-License-Identifier: Apache-2.0
// The convolutions of ResNet-18 one by one on an OpenCL device: the kernel that is used beside a
// naive one (one work-item an output element), in the same run.
//
//     bench_kernels [DEVICE]
#include "core/builtins.h"
#include "core/opencl/opencl_backend.h"
#include "core/ops/convolution/conv2d.h"
#include "core/ops/convolution/conv2d_kernel.h"
#include "tests/core/ops/kernel_probe.h"

#include <algorithm>
#include <cstdio>

using namespace nervure;
using namespace nervure::tests;

namespace {

struct Layer {
    std::int64_t in;
    std::int64_t out;
    std::int64_t size; ///< of the input, square
    std::int64_t kernel;
    std::int64_t stride;
    std::int64_t groups = 1;
};

constexpr Layer layers[]{
    {3, 64, 224, 7, 2},        {64, 64, 56, 3, 1},   {64, 128, 56, 3, 2},  {64, 128, 56, 1, 2},
    {128, 128, 28, 3, 1},      {128, 256, 28, 3, 2}, {128, 256, 28, 1, 2}, {256, 256, 14, 3, 1},
    {256, 512, 14, 3, 2},      {256, 512, 14, 1, 2}, {512, 512, 7, 3, 1},  {64, 256, 56, 1, 1},
    {512, 512, 14, 3, 1, 512},
};

std::string pair(std::int64_t number)
{
    return '(' + std::to_string(number) + ',' + std::to_string(number) + ')';
}

ProbeCase caseOf(const Layer &layer)
{
    return {"conv2d",
            {{"channels", std::to_string(layer.out)},
             {"kernel_size", pair(layer.kernel)},
             {"strides", pair(layer.stride)},
             {"padding", pair(layer.kernel / 2)},
             {"groups", std::to_string(layer.groups)},
             {"use_bias", "False"}},
            {{1, layer.in, layer.size, layer.size},
             {layer.out, layer.in / layer.groups, layer.kernel, layer.kernel}}};
}

Result<ExecutionPlan> planOf(const Layer &layer, const OpRegistry &ops, const DeviceInfo &device)
{
    Result<PlanRequest> request = probeRequest(caseOf(layer), ops);
    if (!request) {
        return request.error();
    }
    request->device = device.traits;
    request->alignment = device.alignment;
    Diagnostics diagnostics;
    return buildPlan(*request, diagnostics);
}

void useNaiveKernel(ExecutionPlan &plan)
{
    PlanStep &step = plan.steps.front();
    const auto &attrs = plan.graph->node(step.parts[0].node).attrs.as<Conv2dAttrs>();
    const auto geometry =
        conv2dGeometry(attrs, step.inputs[0].shape, step.inputs[1].shape, step.outputs[0].shape);
    step.kernel = conv2dNaiveKernel(*geometry);
}

/// Least device time of a number of runs, after one that is not counted.
Result<double> leastMs(OpenclBackend &device, ExecutionPlan plan, int repeats)
{
    TensorMap inputs;
    for (const std::uint32_t id : plan.inputs) {
        const PlanBuffer &buffer = plan.buffers[id];
        inputs.emplace(buffer.name, randomTensor(buffer.shape, id));
    }
    auto prepared = device.prepare(std::make_shared<ExecutionPlan>(std::move(plan)), inputs, {});
    if (!prepared) {
        return prepared.error();
    }
    double least = 1e30;
    for (int i = 0; i <= repeats; ++i) {
        const auto run = (*prepared)->run(inputs, RunMode::Pipelined, {});
        if (!run) {
            return run.error();
        }
        least = i == 0 ? least : std::min(least, run->record.deviceMs);
    }
    return least;
}

Status printLayer(const Layer &layer, OpenclBackend &device, const OpRegistry &ops)
{
    Result<ExecutionPlan> plan = planOf(layer, ops, device.info());
    if (!plan) {
        return plan.error();
    }
    const double gflop = static_cast<double>(plan->steps.front().flops) * 1e-9;
    const std::string algorithm = plan->steps.front().kernel.launches.back().algorithm;
    ExecutionPlan naive = *plan;
    useNaiveKernel(naive);
    const Result<double> ours = leastMs(device, *plan, 10);
    const Result<double> slow = leastMs(device, std::move(naive), 2);
    if (!ours || !slow) {
        return ours ? slow.error() : ours.error();
    }
    std::printf(
        "%lldx%lld s%lld %4lld -> %4lld @%-4lld %-10s %9.3f ms %7.1f GF/s %10.3f ms %7.1fx\n",
        static_cast<long long>(layer.kernel), static_cast<long long>(layer.kernel),
        static_cast<long long>(layer.stride), static_cast<long long>(layer.in),
        static_cast<long long>(layer.out), static_cast<long long>(layer.size), algorithm.c_str(),
        *ours, gflop / *ours * 1e3, *slow, *slow / *ours);
    std::fflush(stdout);
    return {};
}

} // namespace

int main(int argc, char **argv)
{
    const Builtins builtins = makeBuiltins();
    auto device = OpenclBackend::openSelected(argc > 1 ? argv[1] : "");
    if (!device) {
        std::fprintf(stderr, "%s\n", formatDiagnostic(device.error()).c_str());
        return 3;
    }
    std::printf("%s\nlayer                   algorithm       ours                   naive     "
                "ratio\n",
                (*device)->info().name.c_str());
    for (const Layer &layer : layers) {
        if (const Status status = printLayer(layer, **device, builtins.ops); !status) {
            std::fprintf(stderr, "%s\n", formatDiagnostic(status.error()).c_str());
            return 3;
        }
    }
    return 0;
}

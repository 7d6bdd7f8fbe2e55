// SPDX-License-Identifier: Apache-2.0
#include "core/engine/debug_profile.h"

#include "core/graph/kernel_calls.h"
#include "core/graph/op/kernel_parts.h"

#include <array>

namespace nervure {

ProfileReport profileOfDebugTimes(const std::vector<DebugTime> &times, const Graph &graph)
{
    ProfileReport report;
    report.device.name = "TVM debug executor";
    report.pipeline = "TVM";
    report.data.repeat = 1;
    for (const DebugTime &time : times) {
        const Node &node = graph.node(time.node);
        const std::string *kernel = calledKernel(node);
        LayerProfile &layer = report.data.layers.emplace_back();
        layer.id = static_cast<std::uint32_t>(report.data.layers.size() - 1);
        layer.node = {time.node, node.name};
        layer.nodes = {layer.node};
        layer.op = nodeTitle(node);
        layer.role = "compute";
        layer.kernels.emplace_back().name = kernel ? *kernel : node.op;
        layer.ms = summarize(std::array{time.ms});
    }
    report.data.deviceMs = totalMs(report.data);
    report.data.wallMs = summarize(std::array{report.data.deviceMs});
    return report;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the readers of profiles and of kept runs; what opens is summed up, compared with
// itself, and written, and must read the same.
#include "core/engine/kernel_sources.h"
#include "core/engine/profile_compare.h"
#include "core/engine/profile_import.h"
#include "core/engine/run_history.h"
#include "core/execution/profile/run_findings.h"
#include "core/execution/profile/time_groups.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include <nlohmann/json.hpp>

namespace {

nervure::Graph profiledGraph()
{
    nervure::Graph graph;
    for (const char *name : {"conv", "relu"}) {
        nervure::Node node;
        node.op = "relu";
        node.name = name;
        graph.add(std::move(node));
    }
    return graph;
}

void examineProfile(const nervure::ProfileReport &report, const nervure::Graph &graph)
{
    for (const auto grouping : {nervure::TimeGrouping::Operator, nervure::TimeGrouping::Kernel,
                                nervure::TimeGrouping::Scope}) {
        (void)nervure::groupTimes(report.data, grouping, graph);
    }
    (void)nervure::runFindings(report.data, report.device.traits.computeUnits);
    (void)nervure::compareProfiles(std::span(&report, 1), std::span(&report, 1));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    static const nervure::Graph graph = profiledGraph();
    nervure::RunHistory history;
    if (auto report = nervure::importProfile(text, graph)) {
        examineProfile(*report, graph);
        history.add(std::make_shared<const nervure::ProfileReport>(std::move(*report)));
    }
    if (auto read = nervure::readRunHistory(text)) {
        history = std::move(*read);
    }
    (void)nervure::layerKernelsFrom(nlohmann::ordered_json::parse(text, nullptr, false));
    const std::string written = nervure::runHistoryText(history);
    const auto again = nervure::readRunHistory(written);
    if (!again || again->runs().size() != history.runs().size()) {
        std::abort();
    }
    return 0;
}

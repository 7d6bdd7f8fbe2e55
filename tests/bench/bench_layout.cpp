// SPDX-License-Identifier: Apache-2.0
// bench_layout: layout of residual chains and transformers of growing length: ours, ours with all
// pieces remembered, and Graphviz on the whole graph. Times are wall times in ms.
#include "core/layout/layout_client.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>

using namespace nervure;

namespace {

/// `units` residual units of seven boxes.
LayoutRequest residual(std::uint32_t units)
{
    LayoutRequest request;
    request.nodes.push_back({80, 28});
    for (std::uint32_t u = 0; u < units; ++u) {
        const std::uint32_t first = u * 7;
        for (std::uint32_t i = 1; i <= 7; ++i) {
            request.nodes.push_back({i % 3 == 0 ? 160.0 : 180.0, i % 3 == 0 ? 64.0 : 48.0});
            request.edges.push_back({first + i - 1, first + i, 80, 18});
        }
        request.edges.push_back({first, first + 7, 80, 18});
    }
    return request;
}

/// `units` blocks of four parallel branches of different length, joined.
LayoutRequest branches(std::uint32_t units)
{
    LayoutRequest request;
    request.nodes.push_back({80, 28});
    for (std::uint32_t u = 0; u < units; ++u) {
        const auto first = static_cast<std::uint32_t>(request.nodes.size() - 1);
        std::vector<std::uint32_t> ends;
        for (std::uint32_t b = 1; b <= 4; ++b) {
            std::uint32_t last = first;
            for (std::uint32_t i = 0; i < b; ++i) {
                request.nodes.push_back({140, 64});
                const auto node = static_cast<std::uint32_t>(request.nodes.size() - 1);
                request.edges.push_back({last, node, 80, 18});
                last = node;
            }
            ends.push_back(last);
        }
        request.nodes.push_back({160, 48});
        const auto join = static_cast<std::uint32_t>(request.nodes.size() - 1);
        for (const std::uint32_t end : ends) {
            request.edges.push_back({end, join, 80, 18});
        }
    }
    return request;
}

double milliseconds(LayoutClient &client, const LayoutRequest &request, bool &isGraphviz)
{
    const auto start = std::chrono::steady_clock::now();
    const Result<LayoutResult> result = client.layout(request);
    const auto end = std::chrono::steady_clock::now();
    isGraphviz = result && result->engine == LayoutEngine::Graphviz;
    return std::chrono::duration<double, std::milli>(end - start).count();
}

void measure(const char *name, const LayoutRequest &request, const LayoutClientOptions &options)
{
    LayoutClient ours(options);
    bool isGraphviz = true;
    milliseconds(ours, residual(1), isGraphviz); // starts the helper
    const double first = milliseconds(ours, request, isGraphviz);
    const double again = milliseconds(ours, request, isGraphviz);
    LayoutClientOptions whole = options;
    whole.useCuts = false;
    LayoutClient dot(whole);
    milliseconds(dot, residual(1), isGraphviz);
    const double dotTime = milliseconds(dot, request, isGraphviz);
    std::printf("%-10s %7zu %10.1f %10.1f %10.1f%s %8.4f\n", name, request.nodes.size(), first,
                again, dotTime, isGraphviz ? " " : "*", first / dotTime);
}

} // namespace

int main(int /*argc*/, char **argv)
{
    LayoutClientOptions options;
    options.helper = std::filesystem::path(argv[0]).parent_path() / "nervure-layout";
    std::printf("%-10s %7s %10s %10s %10s  %8s\n", "graph", "boxes", "ours", "again", "whole dot",
                "ratio");
    for (const std::uint32_t units : {10U, 30U, 100U, 250U}) {
        measure("residual", residual(units), options);
        measure("branches", branches(units), options);
    }
    options.deadline = std::chrono::milliseconds(2000);
    measure("residual", residual(14000), options);
    std::printf("* stopped at the deadline or too large; our own layout stood in\n");
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
// What profiling itself costs: runs of compiled networks with event times and without, by turns, and
// the ratio of each pair's wall times; its median with the 95 % confidence interval.
//
//     bench_profiling [DEVICE [SECONDS [NETWORK]]]
//
// A network has 6 seconds unless said, and 40 pairs at least: short runs scatter more and have more.
// Exit 1 when an interval lies beyond 3 %.
#include "core/engine/prepared_model.h"
#include "core/frontends/models/models.h"
#include "core/support/text.h"

#include <chrono>
#include <cstdio>
#include <string>

using namespace nervure;

namespace {

constexpr double mostCost = 0.03;
constexpr int warmups = 3;
constexpr int fewestPairs = 40;

Result<double> wallOf(PreparedModel &model, RunMode mode)
{
    const auto outcome = model.prepared->run(model.inputs, mode, {});
    return outcome ? Result<double>(outcome->record.wallMs) : Result<double>(outcome.error());
}

struct Pair {
    double profiledMs = 0;
    double plainMs = 0;
};

/// One run of each kind; which comes first changes from pair to pair.
Result<Pair> measurePair(PreparedModel &model, bool profiledFirst)
{
    Pair pair;
    for (const bool isFirst : {true, false}) {
        const bool isProfiled = isFirst == profiledFirst;
        const Result<double> ms =
            wallOf(model, isProfiled ? RunMode::Pipelined : RunMode::Unprofiled);
        if (!ms) {
            return ms.error();
        }
        (isProfiled ? pair.profiledMs : pair.plainMs) = *ms;
    }
    return pair;
}

/// Whether profiling the network costs no more than it may, as far as can be told.
Result<bool> benchModel(const models::Model &network, const std::string &device, double seconds,
                        ExecutionContext &context)
{
    Result<Graph> graph = network.build(context.builtins.ops);
    if (!graph) {
        return graph.error();
    }
    ExecutionRequest request;
    request.graph = std::move(graph).value();
    request.facts.shapes["data"] = {1, 3, 224, 224};
    request.device = device;
    Result<PreparedModel> model = prepareModel(request, context);
    if (!model) {
        return model.error();
    }
    std::vector<double> ratios;
    std::vector<double> profiled;
    std::vector<double> plain;
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    for (int round = -warmups; round < fewestPairs || Clock::now() < end; ++round) {
        const Result<Pair> pair = measurePair(*model, round % 2 == 0);
        if (!pair) {
            return pair.error();
        }
        if (round >= 0) {
            profiled.push_back(pair->profiledMs);
            plain.push_back(pair->plainMs);
            ratios.push_back(pair->profiledMs / pair->plainMs);
        }
    }
    const Statistics ratio = summarize(ratios);
    const Interval cost = ratio.interval.value_or(Interval{ratio.min, ratio.max, 0});
    const bool isCheap = cost.low <= 1 + mostCost;
    std::printf("%-16.*s profiled %8.3f ms, plain %8.3f ms, cost %+5.2f %% (%+5.2f to %+5.2f) %s\n",
                static_cast<int>(network.name.size()), network.name.data(),
                summarize(profiled).median, summarize(plain).median, 100 * (ratio.median - 1),
                100 * (cost.low - 1), 100 * (cost.high - 1),
                !isCheap                    ? "TOO MUCH"
                : cost.high <= 1 + mostCost ? "at most 3 %"
                                            : "not sure: more seconds, or a quieter machine");
    std::fflush(stdout);
    return isCheap;
}

} // namespace

int main(int argc, char **argv)
{
    const Builtins builtins = makeBuiltins();
    DeviceCatalog devices;
    ExecutionContext context{builtins, devices, {}};
    const std::string device = argc > 1 ? argv[1] : "";
    const double seconds = parseNumber(argc > 2 ? argv[2] : "6").value_or(6);
    bool isCheap = true;
    for (const models::Model &network : models::allModels()) {
        if (argc > 3 && network.name != argv[3]) {
            continue;
        }
        const Result<bool> result = benchModel(network, device, seconds, context);
        if (!result) {
            std::fprintf(stderr, "%s\n", formatDiagnostic(result.error()).c_str());
            return 3;
        }
        isCheap = isCheap && *result;
    }
    return isCheap ? 0 : 1;
}

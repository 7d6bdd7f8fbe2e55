// SPDX-License-Identifier: Apache-2.0
// PlanMemory over a folder of NNVM's recorded graphs, with the shapes and types recorded there:
// bytes as NNVM counts them, NNVM's blocks with true sizes (recosted), our arena, and the lower
// bound. Only graphs above the bound are listed unless all are asked for; totals are over all.
//
//     bench_planner ORACLES/nnvm [all]
#include "core/builtins.h"
#include "core/formats/nnvm/nnvm_reader.h"
#include "core/passes/pass_manager.h"
#include "core/support/file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>

using namespace nervure;

namespace {

struct Row {
    std::string name;
    std::uint32_t nodes = 0;
    std::int64_t nnvm = 0;
    std::int64_t recosted = 0;
    std::int64_t arena = 0;
    std::int64_t bound = 0;
    double ms = 0;

    [[nodiscard]] double ratio() const
    {
        return bound == 0 ? 1 : static_cast<double>(arena) / static_cast<double>(bound);
    }
};

std::int64_t valueOf(const Analyses &analyses, Key<std::int64_t> key)
{
    const std::int64_t *value = analyses.find(key);
    return value ? *value : 0;
}

/// The plan of one graph; nothing when NNVM has none for it, or we.
std::optional<Row> plan(const std::filesystem::path &folder, const std::string &name,
                        const Builtins &builtins)
{
    const auto text = readFile(folder / "corpus" / (name + ".json"));
    const auto facts = readFile(folder / "oracle" / (name + ".json"));
    if (!text || !facts) {
        return std::nullopt;
    }
    const auto oracle = nlohmann::json::parse(*facts, nullptr, false);
    auto loaded = readNnvmJson(*text, {builtins.ops, Semantics::Exact, name});
    if (!loaded || !oracle.is_object() || !oracle.contains("shape") || !oracle.contains("dtype")
        || !oracle.contains("plan_memory")) {
        return std::nullopt;
    }
    loaded->graph.setAttrs({{"shape", "list_shape", oracle["shape"].dump()},
                            {"dtype", "list_int", oracle["dtype"].dump()}});
    const PassRequest request{"PlanMemory", {{"planner", "arena"}}};
    const PassRun run = runPasses(std::move(loaded->graph), std::span(&request, 1),
                                  {builtins.passes, builtins.ops});
    if (!run.ok) {
        return std::nullopt;
    }
    return Row{name,
               run.index->nodeCount(),
               valueOf(run.analyses, keys::storageNnvmBytes),
               valueOf(run.analyses, keys::storageRecosted),
               valueOf(run.analyses, keys::storageAllocatedBytes),
               valueOf(run.analyses, keys::storageLowerBound),
               run.steps.back().ms};
}

void print(const Row &row)
{
    std::printf("%-36s %6u %14lld %14lld %14lld %14lld %8.4f %8.2f\n", row.name.c_str(), row.nodes,
                static_cast<long long>(row.nnvm), static_cast<long long>(row.recosted),
                static_cast<long long>(row.arena), static_cast<long long>(row.bound), row.ratio(),
                row.ms);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_planner ORACLES/nnvm [all]\n");
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    const bool isAll = argc > 2 && std::strcmp(argv[2], "all") == 0;
    const Builtins builtins = makeBuiltins();
    std::error_code error;
    std::vector<Row> rows;
    for (const auto &file : std::filesystem::directory_iterator(folder / "corpus", error)) {
        if (auto row = plan(folder, file.path().stem().string(), builtins)) {
            rows.push_back(std::move(*row));
        }
    }
    std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
        return a.ratio() != b.ratio() ? a.ratio() > b.ratio() : a.name < b.name;
    });
    std::printf("%-36s %6s %14s %14s %14s %14s %8s %8s\n", "graph", "nodes", "nnvm", "recosted",
                "arena", "bound", "a/bound", "ms");
    Row total{"total of " + std::to_string(rows.size())};
    std::size_t atBound = 0;
    for (const Row &row : rows) {
        atBound += row.arena == row.bound ? 1 : 0;
        if (isAll || row.arena > row.bound) {
            print(row);
        }
        total.nodes += row.nodes;
        total.nnvm += row.nnvm;
        total.recosted += row.recosted;
        total.arena += row.arena;
        total.bound += row.bound;
        total.ms += row.ms;
    }
    print(total);
    std::printf("%zu of %zu at the bound\n", atBound, rows.size());
    return rows.empty() ? 1 : 0;
}

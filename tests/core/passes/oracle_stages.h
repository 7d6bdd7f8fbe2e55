// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/passes/pass_manager.h"
#include "tests/support/oracles.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace nervure::tests {

using Json = nlohmann::json;

inline Json readJson(const std::filesystem::path &file)
{
    std::ifstream stream(file);
    return Json::parse(stream, nullptr, false);
}

/// What NNVM's compiler had in hand when it fused a recorded graph, and what it made of it.
struct FusionStage {
    std::string name; ///< "mlp, level 2"
    Graph graph;      ///< with its graph attributes `shape` and `dtype`
    Json groups;      ///< the stage GraphFindFusibleGroups
    Json fused;       ///< `fused` of the stage GraphFuse; null when there is none
};

/// Reads a graph of NNVM and gives it the shapes and types of a stage.
inline Graph stageGraph(const Json &graph, const Json &stage, const Builtins &builtins)
{
    const FormatSpec &format = *builtins.formats.find("nnvm");
    auto loaded = format.read(graph.dump(), {builtins.ops, Semantics::Exact, {}});
    std::vector<GraphAttr> attrs{{"shape", "list_shape", stage["shape"].dump()},
                                 {"dtype", "list_int", stage["dtype"].dump()}};
    loaded->graph.setAttrs(std::move(attrs));
    return loaded->graph;
}

inline const Json *stageOf(const Json &stages, const char *pass)
{
    const auto it = std::find_if(stages.begin(), stages.end(),
                                 [pass](const Json &stage) { return stage["pass"] == pass; });
    return it == stages.end() ? nullptr : &*it;
}

inline bool hasKnownOperators(const Graph &graph, const Builtins &builtins)
{
    return std::all_of(graph.nodes().begin(), graph.nodes().end(), [&](NodeId id) {
        return graph.node(id).isVariable() || builtins.ops.find(graph.node(id));
    });
}

/// The fusion stage of one level of an oracle, if NNVM came so far and we know its operators.
inline bool readFusionStage(const Json &oracle, const std::string &level, const Builtins &builtins,
                            FusionStage &result)
{
    const Json &stages = oracle["opt_level"][level];
    const Json *groups = stages.is_array() ? stageOf(stages, "GraphFindFusibleGroups") : nullptr;
    if (!groups) {
        return false;
    }
    const Json *fuse = stageOf(stages, "GraphFuse");
    const std::string key = (*groups)["graph"];
    result.name = oracle["name"].get<std::string>() + ", level " + level;
    result.graph = stageGraph(oracle["graphs"][key], *groups, builtins);
    result.groups = *groups;
    result.fused = fuse ? (*fuse)["fused"] : Json();
    return hasKnownOperators(result.graph, builtins);
}

/// Calls `visit` for the fusion stages of all recorded graphs, equal ones of one graph once.
inline void forEachFusionStage(const Builtins &builtins,
                               const std::function<void(FusionStage &)> &visit)
{
    const auto folder = oraclesFolder() / "nnvm" / "oracle";
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().stem().extension() != ".tvm") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    for (const auto &file : files) {
        const Json oracle = readJson(file);
        const Json levels = oracle.value("opt_level", Json::object());
        std::set<std::string> seen;
        for (const auto &[level, stages] : levels.items()) {
            FusionStage stage;
            if (readFusionStage(oracle, level, builtins, stage)
                && seen.insert(stage.groups.dump()).second) {
                visit(stage);
            }
        }
    }
}

} // namespace nervure::tests

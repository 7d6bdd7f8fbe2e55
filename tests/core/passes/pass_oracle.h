// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/nnvm_reader.h"
#include "core/formats/nnvm_writer.h"
#include "tests/core/passes/pass_probe.h"
#include "tests/support/oracles.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>

namespace nervure::tests {

/// A file of NNVM's recorded results; discarded when it cannot be read.
inline nlohmann::json nnvmOracle(const std::string &file)
{
    std::ifstream in(oraclesFolder() / "nnvm" / file);
    return nlohmann::json::parse(in, nullptr, false);
}

/// The text of a graph of the corpus.
inline std::string nnvmCorpus(const std::string &name)
{
    std::ifstream in(oraclesFolder() / "nnvm" / "corpus" / (name + ".json"), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A graph that a recorded result holds as JSON or as text. Nothing is checked.
inline Graph oracleGraph(const std::string &text, const Builtins &builtins)
{
    auto loaded = readNnvmJson(text, {builtins.ops, Semantics::Exact, {}});
    return loaded ? loaded->graph : Graph();
}

inline Graph oracleGraph(const nlohmann::json &graph, const Builtins &builtins)
{
    return oracleGraph(graph.dump(), builtins);
}

/// What SaveJSON makes of a graph, without graph attributes.
inline nlohmann::json savedGraph(Graph graph, const Builtins &builtins)
{
    graph.setAttrs({});
    Diagnostics ignored;
    const auto text = writeNnvmJson(graph, {builtins.ops, Semantics::Exact, {}}, ignored);
    return nlohmann::json::parse(text ? *text : std::string(), nullptr, false);
}

/// The same, to compare recorded graphs with.
inline nlohmann::json savedGraph(const nlohmann::json &graph, const Builtins &builtins)
{
    return savedGraph(oracleGraph(graph, builtins), builtins);
}

/// Sets graph attributes from {"name": ["tag", value]}.
inline void setGraphAttrs(Graph &graph, const nlohmann::json &attrs)
{
    std::vector<GraphAttr> list;
    for (const auto &[name, value] : attrs.items()) {
        list.push_back({name, value.at(0).get<std::string>(), value.at(1).dump()});
    }
    graph.setAttrs(std::move(list));
}

} // namespace nervure::tests

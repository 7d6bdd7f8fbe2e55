// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/graph_difference.h"
#include "core/graph/op/op_registry.h"
#include "core/proof/runnable_graph.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// The start of all keys of operators that were cut out.
inline constexpr std::string_view cutKeyPrefix = "assumed:";

/// An output of an operator that was cut out: a variable of the graph that is left.
struct CutValue {
    std::string name; ///< of the variable
    DType type = DType::Unknown;
    Shape shape;
};

/// An operator that nothing here computes, cut out of a graph: its inputs are results of what is left, its outputs
/// are variables. Two graphs that have it are compared up to it and behind it.
struct CutOperator {
    std::string key;           ///< the same in all graphs of a proof that have it
    std::string title;         ///< "FusedGelu '/l0/Gelu'", as people read it
    std::size_t firstHead = 0; ///< of the graph that is left: its inputs, in their order
    std::size_t inputCount = 0;
    std::vector<CutValue> outputs; ///< that somebody reads
};
using CutOperators = std::vector<CutOperator>;

/// A graph without the operators that nothing here computes.
struct CutGraph {
    Graph graph;
    CutOperators cuts;
};

/// The operators of a graph that nothing here computes, in the order of its nodes: of dialects that are lowered those
/// that nobody declared, of others also those without a reference. Compiled kernels and what stands inside bodies are
/// none of them.
[[nodiscard]] std::vector<NodeId> unknownOperators(const Graph &graph, const OpRegistry &ops);
/// The operator of that name, where it is known and has no lowering; nothing where there is no such.
[[nodiscard]] std::optional<NodeId> operatorWithoutLowering(const Graph &graph,
                                                            const OpRegistry &ops,
                                                            std::string_view name);

/// Cuts the operators `keys` names out of the graph. Fails with "no-reference" at an operator where the type or
/// shape of an output that is read is not known: what is behind it cannot be run.
[[nodiscard]] Result<CutGraph> cutOperators(const KnownGraph &graph,
                                            const std::map<NodeId, std::string> &keys);

/// Names the unknown operators of a graph: those that are, with equal attributes and bodies, those of the graph
/// before have their keys. `provenance` says where the nodes came from; `taken` are all keys of the proof so far, and
/// the new ones are added.
[[nodiscard]] std::map<NodeId, std::string> cutKeys(
    const Graph &before, const std::map<NodeId, std::string> &keysBefore, const Graph &after,
    const std::vector<NodeId> &unknown, const Provenance &provenance, std::set<std::string> &taken);
/// The same without a graph before.
[[nodiscard]] std::map<NodeId, std::string> cutKeys(const Graph &graph,
                                                    const std::vector<NodeId> &unknown,
                                                    std::set<std::string> &taken);

/// The first operator that one of them alone has: its title. Empty where both have the same.
[[nodiscard]] std::string cutInOneAlone(const CutOperators &before, const CutOperators &after);

} // namespace nervure

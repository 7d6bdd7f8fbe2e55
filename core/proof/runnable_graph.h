// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/prepared_model.h"
#include "core/execution/seeded_weights.h"
#include "core/graph/difference/provenance.h"
#include "core/graph/indexed/indexed_graph.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Values of variables, by name; shared, since graphs of many steps run with the same.
using SharedValues = std::map<std::string, std::shared_ptr<const Tensor>, std::less<>>;

/// A graph that runs as it stands, one kernel a node, with shapes and types of all its values.
struct RunnableGraph {
    std::shared_ptr<const IndexedGraph> index;
    Shapes shapes;       ///< by entry id
    DTypes types;        ///< by entry id
    SharedValues values; ///< of all variables
    Semantics semantics = Semantics::Exact;

    [[nodiscard]] const Graph &graph() const { return index->graph(); }
};

/// A variable whose value nobody gave: it is made from the seed.
struct SeededVariable {
    std::string name;  ///< of the graph that runs
    std::string known; ///< the name that the value depends on
    ValueRole role = ValueRole::Data;
};

/// A model as it is run, and where the nodes of that graph came from.
struct RunnableModel {
    RunnableGraph graph;
    Provenance lowered;     ///< from the document; empty where nothing was lowered
    bool isLowered = false; ///< the document's operators were replaced by others
    std::set<std::string, std::less<>>
        given; ///< variables whose values somebody gave or the model holds
    std::set<std::string, std::less<>>
        held;                           ///< variables that lowering made of what the model holds
    std::vector<SeededVariable> seeded; ///< the others, but for constants
};

/// How graphs are run: `how` says on what device, with what arithmetic; its graph and values are not asked for.
struct ProofContext {
    const ExecutionRequest &how;
    ExecutionContext &execution;
};

/// What a request says of how to run, without its model and values.
[[nodiscard]] ExecutionRequest mannerOf(const ExecutionRequest &request);

/// The pass that makeRunnable() lowers models of this dialect with; empty: they run as they are.
[[nodiscard]] std::string_view loweredBeforehandBy(const Graph &graph, const OpRegistry &ops);

/// The request's model, lowered as a run lowers it (LightNet's documents: to NNVM's operators), with values for
/// all variables: given, else seeded. Fails where it cannot run.
[[nodiscard]] Result<RunnableModel> makeRunnable(const ExecutionRequest &request,
                                                 const Builtins &builtins);

/// A graph that passes made, with the values that its variables have. Fails where a shape or type stays
/// unknown or a variable has no value ("no-value", at the variable).
[[nodiscard]] Result<RunnableGraph> makeRunnable(const Graph &graph, const SharedValues &values,
                                                 Semantics semantics, const Builtins &builtins);

/// The graph with other values for what is seeded: those of `seed`. Fails where memory does.
[[nodiscard]] Result<RunnableGraph> reseeded(const RunnableModel &model, std::uint64_t seed);

/// Runs the graph and gives what its heads hold, in their order.
[[nodiscard]] Result<std::vector<Tensor>> headValues(const RunnableGraph &graph,
                                                     const ProofContext &context);

/// Runs the graph and gives what these entries hold at the end, in their order.
[[nodiscard]] Result<std::vector<Tensor>> entryValues(const RunnableGraph &graph,
                                                      std::span<const Entry> entries,
                                                      const ProofContext &context);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analyses.h"
#include "core/graph/indexed_graph.h"
#include "core/support/cancellation.h"
#include "core/support/registry.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nervure {

/// A declared option of a pass: `'PlanMemory{match_range=8}'`.
struct PassOption {
    std::string name;
    std::string defaultText;
    std::string help;
    std::vector<std::string> choices; ///< empty: `isInteger` decides
    bool isInteger = false;
};

/// For each node a pass made, the nodes of its input graph it came from. Nodes that are not
/// listed keep their id and came from themselves.
struct Provenance {
    struct Origin {
        NodeId node;
        std::vector<NodeId> from;
        std::string reason; ///< one phrase: "folded batch_norm into conv2d"
    };
    std::vector<Origin> origins;
};

/// What is known about the inputs from outside the graph: NNVM's shape_inputs and dtype_inputs.
/// Keyed by variable name. They beat a variable's own attributes.
struct InputFacts {
    std::map<std::string, Shape> shapes;
    std::map<std::string, DType> dtypes;
    /// Type of variables that nothing else decides; float32 as in nnvm.compiler.build.
    DType defaultType = DType::Float32;
    /// NNVM's layout_inputs; inputs that are not named have none.
    std::map<std::string, std::string> layouts{};
    /// Which variables are parameters (weights); nothing: as findParameters() tells.
    std::optional<std::set<std::string, std::less<>>> parameters{};
};

/// What a pass gets and gives. `graph` may only be changed by passes that declare it.
struct PassContext {
    Graph &graph;
    Analyses &analyses;
    Provenance &provenance;
    Diagnostics &diagnostics;
    const OpRegistry &ops;
    const InputFacts &inputs;
    const std::map<std::string, std::string> &options; ///< complete: defaults filled in
    Semantics semantics = Semantics::Exact;
    JobControl control;
    /// Snapshot of `graph` as it was when the pass started.
    std::shared_ptr<const IndexedGraph> index;
    /// Filled by passes that make variables: what is known about those. Later passes of the run find
    /// it in `inputs`.
    InputFacts madeInputs{};
};

/// A compiler pass: one file in core/passes and one word in its list.
struct PassSpec {
    std::string name;    ///< NNVM's name: "InferShape"
    std::string summary; ///< one sentence
    /// Graph attributes it reads. An option of the same name that is given meets the need too.
    std::vector<std::string> needs;
    std::vector<std::string> provides; ///< graph attributes it writes
    std::vector<PassOption> options;
    bool changesGraph = false;
    /// The analyses it leaves all speak of its new graph (LoadJSON), not only what it provides.
    bool keepsAnalyses = false;
    /// Fails with the error that stops the pipeline; smaller findings go to the diagnostics.
    std::function<Status(PassContext &)> run;
};

using PassRegistry = Registry<PassSpec>;

} // namespace nervure

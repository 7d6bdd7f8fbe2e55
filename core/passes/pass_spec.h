// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/difference/provenance.h"
#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/op/kernel_spec.h"
#include "core/graph/value/value_type.h"
#include "core/passes/held_values.h"
#include "core/passes/kept_nodes.h"
#include "core/passes/pass_request.h"
#include "core/support/cancellation.h"
#include "core/support/registry.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nervure {

struct PassSpec;
using PassRegistry = Registry<PassSpec>;

/// The options of one run of a pass, by name: complete, defaults filled in.
using OptionValues = std::map<std::string, std::string>;

/// Asks what a device that is named as on the command line can do.
using TargetLookup = std::function<Result<DeviceTraits>(const std::string &name)>;

/// Asked before a pass starts a program, with the text of its command: it fails where that is not allowed. No command
/// runs because a file was opened: whoever typed it, or was asked, allows it.
using ProgramPermission = std::function<Status(const std::string &command)>;

/// A declared option of a pass: `'PlanMemory{match_range=8}'`.
struct PassOption {
    std::string name;
    std::string defaultText;
    std::string help;
    std::vector<std::string> choices; ///< empty: `isInteger` decides
    bool isInteger = false;
    bool namesDevice = false; ///< it is a target, see targetTraits()
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
    /// Variables whose values come from a file: what findParameters() is told, where nothing is said above.
    std::set<std::string, std::less<>> loaded{};
    /// Elements of inputs that may decide shapes, as ONNX's do.
    KnownInputs elements{};
    /// Shapes with named dimensions, of inputs of a dialect that has such (hasValueTypes()).
    std::map<std::string, Dimensions> sizes{};
};

/// What a pass gets and gives. `graph` may only be changed by passes that declare it.
struct PassContext {
    Graph &graph;
    Analyses &analyses;
    Provenance &provenance;
    Diagnostics &diagnostics;
    const OpRegistry &ops;
    const InputFacts &inputs;
    const OptionValues &options;
    Semantics semantics = Semantics::Exact;
    JobControl control;
    /// Snapshot of `graph` as it was when the pass started.
    std::shared_ptr<const IndexedGraph> index;
    /// Filled by passes that make variables: what is known about those. Later passes of the run find
    /// it in `inputs`.
    InputFacts madeInputs{};
    const PassRegistry *passes = nullptr; ///< for applyPass() (pass_manager.h); may be null
    TargetLookup targets{};               ///< may be empty: no device can be asked
    ProgramPermission programs{};         ///< may be empty: none may be started
    KeptNodes kept{};                     ///< filled by passes that say why they leave nodes alone
    /// Filled by passes that make variables of what the model holds: they are parameters.
    HeldValues held{};
};

/// What a pass that stands for others gets to see when it names them.
struct ExpandContext {
    const Graph &graph;
    const OpRegistry &ops;
    const OptionValues &options;
    const InputFacts &inputs;
};

/// The passes that one stands for, and what they run with.
struct Expansion {
    std::vector<PassRequest> passes;
    InputFacts inputs;
};

/// A compiler pass: one file in core/passes and one word in its list.
struct PassSpec {
    std::string name;    ///< NNVM's name: "InferShape"
    std::string summary; ///< one sentence
    /// Graph attributes it reads. An option of the same name that is given meets the need too.
    std::vector<std::string> needs;
    std::vector<std::string> needsInFixed; ///< the same, needed in fixed semantics alone
    std::vector<std::string> provides;     ///< graph attributes it writes
    std::vector<PassOption> options;
    /// The dialects whose operators it knows; of others it has nothing to say. Empty: all.
    std::vector<Dialect> dialects{};
    bool changesGraph = false;
    /// It also takes graphs with cycles and with entries that are not there, as NNVM does. For others
    /// the pass manager refuses them.
    bool takesFaultyGraphs = false;
    /// In exact semantics it takes an importer's place, which reads the file by itself: neither faults of the
    /// graph nor what its snapshot finds stop it. The snapshot may be null then.
    bool importsInExact = false;
    /// The analyses it leaves all speak of its new graph (LoadJSON), not only what it provides.
    bool keepsAnalyses = false;
    /// Fails with the error that stops the pipeline; smaller findings go to the diagnostics.
    std::function<Status(PassContext &)> run;
    /// For a pipeline under one name (Compile), in place of `run`: the passes it stands for.
    std::function<Result<Expansion>(const ExpandContext &)> expand;

    /// True if it has something to say of a graph of that dialect. Our own operators stand among all others.
    [[nodiscard]] bool fits(Dialect dialect) const
    {
        return dialects.empty() || dialect == Dialect::Nervure
               || std::find(dialects.begin(), dialects.end(), dialect) != dialects.end();
    }
};

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/analysis/graph_totals.h"
#include "core/graph/analysis/onnx_inference.h"

#include <memory>
#include <string>
#include <vector>

namespace nervure {

/// A graph that a node holds (a body of control flow, a function), with what is known of its values from where it
/// stands: for what is shown, searched and counted of a model.
struct ShownBody {
    BodyPath place;          ///< the way to it
    std::string path;        ///< in front of its nodes' names: "pick/then_branch/"
    bool isFunction = false; ///< a call runs it once
    std::shared_ptr<const Graph> graph;
    /// With all nodes; null where there can be none.
    std::shared_ptr<const IndexedGraph> index;
    Analyses analyses; ///< over `index`: value_type, shape and dtype where they are inferred
};

/// The bodies in a graph, each before those in it. Nothing more is told of models that hold more of them than can be
/// gone through.
[[nodiscard]] std::vector<ShownBody> shownBodies(const Graph &graph, const OpRegistry &ops,
                                                 OnnxFacts facts, const CancelToken &cancel = {});

/// The multiply-accumulates of the nodes of the outermost graph that hold bodies: of a call of a function those of its
/// body, of control flow 0 where no branch has any, else unknown.
[[nodiscard]] KernelMacs bodyMacs(const std::vector<ShownBody> &bodies, Semantics semantics);

/// Adds the parameters that the bodies hold, each graph once.
void addBodyParameters(const std::vector<ShownBody> &bodies, const OpRegistry &ops,
                       Semantics semantics, GraphTotals &totals);

} // namespace nervure

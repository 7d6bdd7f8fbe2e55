// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proof/cut_operators.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace nervure {

/// A model that runs without the operators that nothing here computes.
struct CutModel {
    Graph graph;                        ///< the document's, what is unknown cut out
    std::map<NodeId, std::string> keys; ///< of what was cut, by the document's nodes
    CutOperators cuts;
    RunnableModel model; ///< of `graph`; where it was asked for
};

/// Names operators that are to be cut, see cutKeys().
using CutNaming = std::function<std::map<NodeId, std::string>(const std::vector<NodeId> &unknown)>;

/// Makes a request's model runnable. Only where that fails for an operator that nothing here computes, such operators are
/// cut out. Graphs that run as they stand (NNVM's) are cut at once, and made runnable only with `runs`. Fails as
/// makeRunnable() and cutOperators() do.
[[nodiscard]] Result<CutModel> makeCutModel(const ExecutionRequest &request,
                                            const CutNaming &naming, bool runs,
                                            const Builtins &builtins, const JobControl &control);

} // namespace nervure

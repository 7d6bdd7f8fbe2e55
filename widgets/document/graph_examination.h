// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/graph_statistics.h"
#include "core/graph/op/op_registry.h"
#include "core/graph/semantics.h"
#include "core/support/diagnostic.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>

namespace nervure {

/// What is found out about one revision of a graph by walking over all of it. The window's thread does
/// not walk over large ones: jobs make this for it.
struct GraphExamination {
    std::uint64_t revision = 0;
    Diagnostics findings; ///< what is wrong with the graph
    /// findParameters() and makeGraphStatistics(). Null: not known yet.
    std::shared_ptr<const std::unordered_set<NodeId>> parameters = nullptr;
    std::shared_ptr<const GraphStatistics> statistics = nullptr;
};

/// Walks over the graph; for any thread. `loaded` is for findParameters(). The findings are those of checkGraph().
[[nodiscard]] GraphExamination examine(const Graph &graph, const OpRegistry &ops,
                                       Semantics semantics,
                                       const std::set<std::string, std::less<>> &loaded = {});

/// Whether examine() takes so little time that it can be done on the window's thread: a fraction of a
/// frame.
[[nodiscard]] bool isSoonExamined(const Graph &graph);

/// The examination of the graph before an edit, for as long as there is no other: without the nodes
/// that are gone.
[[nodiscard]] GraphExamination withoutLost(GraphExamination before, const Graph &graph);

} // namespace nervure

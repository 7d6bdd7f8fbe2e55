// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/indexed/indexed_graph.h"

#include <memory>
#include <string_view>

namespace nervure {

/// The shapes and types of variables while passes change the graph around them, as a start for inference.
class KnownVariables {
public:
    /// Takes in what is known of a graph now.
    void note(const std::shared_ptr<const IndexedGraph> &index, const Analyses &analyses);
    /// The analyses, and for the pass that finds this attribute (shape, dtype) what was known last of the
    /// variables that are still there. Ids may be given anew, so the names have to be the same, too.
    [[nodiscard]] Analyses startOf(std::string_view attribute, Analyses analyses,
                                   const IndexedGraph &now) const;

private:
    struct Known {
        std::shared_ptr<const IndexedGraph> index;
        Analyses analyses;
    };
    template <typename T>
    static void start(EntryKey<T> key, T unknown, const Known &before, const IndexedGraph &now,
                      Analyses &analyses);

    Known m_shapes;
    Known m_types;
};

} // namespace nervure

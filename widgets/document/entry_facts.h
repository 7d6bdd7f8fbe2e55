// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/indexed/indexed_graph.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>

namespace nervure {

/// What the analyses say about one value; members are unknown or empty until a pass provided them.
struct EntryFacts {
    Shape shape;
    DType dtype = DType::Unknown;
    QString shapeText;       ///< as people read it, with the names of dimensions; empty: unknown
    QString typeText;        ///< also of types that we do not compute with; empty: unknown
    bool isDeclared = false; ///< some of it is known only because the file declares it
    QString layout;          ///< "NCHW"; empty: none
    std::optional<std::int64_t> storageId;
    std::optional<std::int64_t> inplaceIndex;
    std::optional<std::int64_t> deviceIndex; ///< in graphs of TVM's runtime
};

/// Of a value of the graph, from the analyses over `index`, which may be null. Of a node that the snapshot does not
/// reach, what the file declares.
[[nodiscard]] EntryFacts entryFacts(const Graph &graph,
                                    const std::shared_ptr<const IndexedGraph> &index,
                                    const Analyses &analyses, const Entry &entry);

} // namespace nervure

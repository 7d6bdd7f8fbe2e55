// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace nervure {

/// A value whose shape or type is not as it was. Unknown: not known then.
struct ValueChange {
    Entry value;
    Shape before;
    Shape after;
    DType typeBefore = DType::Unknown;
    DType typeAfter = DType::Unknown;

    bool operator==(const ValueChange &) const = default;
};

/// What followed from an edit, an undo or a redo.
struct InferenceDelta {
    /// In the order of the graph; without values that are new, and those that are gone.
    std::vector<ValueChange> values;
    /// The memory that is more: as planned, else of all values. Nothing: other sizes are unknown than before.
    std::optional<std::int64_t> bytes = 0;
    bool isPlanned = false; ///< both plans are known

    [[nodiscard]] bool isEmpty() const { return values.empty() && bytes.value_or(0) == 0; }
};

/// What is known of the values of one revision.
struct KnownValues {
    std::uint64_t revision = 0;
    std::shared_ptr<const IndexedGraph> index;
    Analyses analyses; ///< over `index`; with shapes
};

/// Which nodes of two revisions are the same. Passes may give an id to one node today and to another
/// after the next edit; then the name has to be the same, too.
enum class SameNodes { ById, ByIdAndName };

/// Compares what was known of all values with what is known now.
[[nodiscard]] InferenceDelta compareValues(const KnownValues &before, const KnownValues &after,
                                           SameNodes same = SameNodes::ById);
/// The same, where the values that are not as before are known already.
[[nodiscard]] InferenceDelta compareValues(const KnownValues &before, const KnownValues &after,
                                           std::vector<ValueChange> changes);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

class IndexedGraph;

/// Shapes and element types of a snapshot's entries as people read them: with the names of dimensions where
/// they have names (ONNX), and with types that we do not compute with.
class ValueLabels {
public:
    ValueLabels() = default; ///< nothing is known
    /// Both must outlive it.
    ValueLabels(const Analyses &analyses, const IndexedGraph &graph);

    /// Whether every dimension is known, by number or by name; what is no tensor has none.
    [[nodiscard]] bool isShapeKnown(std::size_t entry) const;
    /// The sizes of a tensor, each a number, an expression of names or unknown; none of a scalar. Nothing where not
    /// even the rank is known, as NNVM's lists say it by having no sizes: they have no scalars.
    [[nodiscard]] std::optional<Dimensions> sizes(std::size_t entry) const;
    /// "1×3×224×224", "batch×3", "scalar"; empty where the shape is unknown, "?" stands for a dimension.
    [[nodiscard]] std::string shape(std::size_t entry) const;
    /// "float32", "bfloat16", "sequence(float32)"; empty where it is unknown.
    [[nodiscard]] std::string type(std::size_t entry) const;
    /// True if some of that is known only because the file declares it of this very value.
    [[nodiscard]] bool isDeclared(std::size_t entry) const
    {
        return m_declared && entry < m_declared->size() && (*m_declared)[entry] != 0;
    }

private:
    const Shapes *m_shapes = nullptr;
    const DTypes *m_types = nullptr;
    const ValueTypes *m_values = nullptr; ///< of an ONNX graph
    const std::vector<std::int64_t> *m_declared = nullptr;
};

} // namespace nervure

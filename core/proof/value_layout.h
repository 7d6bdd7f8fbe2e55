// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/graph/analysis/analyses.h"
#include "core/graph/indexed/indexed_graph.h"
#include "core/graph/op/op_registry.h"

#include <optional>
#include <string>

namespace nervure {

/// A value's elements in the order that another layout has. Where nothing says its own layout, it is taken
/// for NCHW. Nothing where the layouts do not tell how, or do not lead to that shape.
[[nodiscard]] std::optional<Tensor> inLayout(const Tensor &tensor, const std::string &layout,
                                             const std::string &wanted, const Shape &shape,
                                             const OpRegistry &ops);

/// The layout that analyses say of a value; empty where they say none.
[[nodiscard]] std::string layoutOf(const IndexedGraph &index, const Analyses *analyses,
                                   const Entry &entry);

/// A value brought into the shape and layout of another one.
struct LaidBeside {
    bool fits = false;
    std::optional<Tensor> moved; ///< nothing: as it was

    [[nodiscard]] const Tensor &of(const Tensor &expected) const
    {
        return moved ? *moved : expected;
    }
};
/// `expected` in layout `from` as `actual` is, which has layout `to`.
[[nodiscard]] LaidBeside layBeside(const Tensor &expected, const std::string &from,
                                   const Tensor &actual, const std::string &to,
                                   const OpRegistry &ops);

} // namespace nervure

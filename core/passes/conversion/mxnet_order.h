// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <cstdint>
#include <vector>

namespace nervure {

/// The nodes of an MXNet symbol as from_mxnet goes through them: it tells them apart by name alone.
struct MXNetOrder {
    std::vector<std::uint32_t> nodes; ///< of each name one node, in the order of conversion
    std::vector<std::uint32_t> names; ///< by node: the number of its name
    std::uint32_t nameCount = 0;
};

/// The order in which nnvm.frontend.from_mxnet (TVM 0.5) converts: names are collected breadth first from
/// the heads with the number of distinct names they read; that list is gone through again and again, and
/// what waits for nothing more is taken at once. Fails where two nodes of one name make that raise KeyError,
/// or never end (code "never-returns").
[[nodiscard]] Result<MXNetOrder> mxnetConversionOrder(const IndexedGraph &index);

} // namespace nervure

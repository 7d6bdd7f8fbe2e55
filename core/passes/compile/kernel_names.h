// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/indexed/indexed_graph.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace nervure {

/// Names the kernels of fused groups as NNVM does: fuse_conv2d_relu. Groups that compute the same on
/// tensors of the same shapes and types share a kernel; others of that name get _1, _2, … .
class KernelNames {
public:
    /// `inShapes` and `inTypes` are those of the subgraph's variables, in its order.
    std::string nameOf(const IndexedGraph &subgraph, const Shapes &inShapes, const DTypes &inTypes);

private:
    std::string unused(const std::string &name);

    std::unordered_map<std::string, std::string> m_nameOf; ///< by what the group computes
    std::unordered_map<std::string, int> m_nextNumber;     ///< by name
};

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"

#include <set>
#include <vector>

namespace nervure {

/// Steps that stand for nothing: Keras hands on which these are, beside the values, from the layers that find them
/// (Masking, Embedding) to those that pass over them.
class KerasMasks {
public:
    /// True if steps of one of these values may stand for nothing.
    [[nodiscard]] bool reach(const std::vector<Entry> &inputs) const;
    /// Marks an operator that passes over such steps with the attribute `masked`.
    static void mark(Node &node);
    /// The operator, which is in the graph now, may hand masks on, or find steps itself.
    void follow(NodeId id, const Node &node, bool isReached);

private:
    std::set<NodeId> m_masked;
};

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/graph/same_node.h"

#include <algorithm>

namespace nervure {

bool sameBodies(const Node &a, const Node &b)
{
    const auto isSameBody = [](const auto &x, const auto &y) {
        return x == y || (x && y && x->sameAs(*y));
    };
    return std::equal(a.subgraphs.begin(), a.subgraphs.end(), b.subgraphs.begin(),
                      b.subgraphs.end(), isSameBody);
}

bool sameNode(const Node &a, const Node &b)
{
    if (a.subgraphs == b.subgraphs) {
        return a == b;
    }
    if (!sameBodies(a, b)) {
        return false;
    }
    Node other = b;
    other.subgraphs = a.subgraphs;
    return a == other;
}

} // namespace nervure

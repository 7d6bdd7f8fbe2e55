// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexed/fused_groups.h"

#include <algorithm>

namespace nervure {

const FusedGroup *FusedGroups::find(std::uint32_t root) const
{
    const auto it =
        std::lower_bound(groups.begin(), groups.end(), root,
                         [](const FusedGroup &group, std::uint32_t id) { return group.root < id; });
    return it != groups.end() && it->root == root ? &*it : nullptr;
}

} // namespace nervure

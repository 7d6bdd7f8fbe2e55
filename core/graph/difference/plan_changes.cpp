// SPDX-License-Identifier: Apache-2.0
#include "core/graph/difference/plan_changes.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace nervure {

namespace {

/// How much two storages have in common.
struct CommonValues {
    std::size_t before = 0; ///< places of the blocks
    std::size_t after = 0;
    std::int64_t bytes = 0;
    std::size_t count = 0;
};

std::vector<CommonValues> commonValues(const MemoryPlanView &before, const MemoryPlanView &after,
                                       const NodeComparison &nodes)
{
    std::map<std::pair<NodeId, std::uint32_t>, std::size_t> homes;
    for (std::size_t i = 0; i < before.blocks.size(); ++i) {
        for (const StorageTenant &tenant : before.blocks[i].tenants) {
            homes.emplace(std::pair(tenant.node, tenant.output), i);
        }
    }
    std::map<std::pair<std::size_t, std::size_t>, CommonValues> pairs;
    for (std::size_t i = 0; i < after.blocks.size(); ++i) {
        for (const StorageTenant &tenant : after.blocks[i].tenants) {
            const auto home = homes.find({nodes.stillIs(tenant.node), tenant.output});
            if (home != homes.end()) {
                CommonValues &common = pairs[{home->second, i}];
                common = {home->second, i, common.bytes + tenant.bytes, common.count + 1};
            }
        }
    }
    std::vector<CommonValues> all;
    for (const auto &[places, common] : pairs) {
        all.push_back(common);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto &a, const auto &b) { return a.bytes > b.bytes; });
    return all;
}

NodeId largestOf(const StorageBlock &block)
{
    const auto largest =
        std::max_element(block.tenants.begin(), block.tenants.end(),
                         [](const auto &a, const auto &b) { return a.bytes < b.bytes; });
    return largest == block.tenants.end() ? NodeId() : largest->node;
}

void addBefore(const StorageBlock &block, StorageChange &change)
{
    change.before = block.id;
    change.bytesBefore = block.bytes;
    change.valuesBefore = block.tenants.size();
}

} // namespace

std::vector<StorageChange> storageChanges(const MemoryPlanView &before, const MemoryPlanView &after,
                                          const NodeComparison &nodes)
{
    std::vector<StorageChange> changes;
    for (const StorageBlock &block : after.blocks) {
        StorageChange change;
        change.after = block.id;
        change.bytesAfter = block.bytes;
        change.valuesAfter = block.tenants.size();
        change.node = largestOf(block);
        changes.push_back(change);
    }
    std::vector<bool> isTaken(before.blocks.size(), false);
    for (const CommonValues &common : commonValues(before, after, nodes)) {
        StorageChange &change = changes[common.after];
        if (!change.before && !isTaken[common.before]) {
            isTaken[common.before] = true;
            addBefore(before.blocks[common.before], change);
            change.shared = common.count;
        }
    }
    for (std::size_t i = 0; i < before.blocks.size(); ++i) {
        if (!isTaken[i]) {
            addBefore(before.blocks[i], changes.emplace_back());
            changes.back().node = largestOf(before.blocks[i]);
        }
    }
    std::stable_sort(changes.begin(), changes.end(), [](const auto &a, const auto &b) {
        return std::llabs(a.growth()) > std::llabs(b.growth());
    });
    return changes;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/passes/number_names.h"

#include <fmt/format.h>
#include <string>
#include <unordered_set>

namespace nervure {

void numberNames(Graph &graph, std::span<const NodeId> order,
                 const std::function<bool(NodeId)> &isNew)
{
    std::unordered_set<std::string> taken;
    for (const NodeId id : order) {
        if (!isNew(id)) {
            taken.insert(graph.node(id).name);
        }
    }
    for (const NodeId id : order) {
        const std::string wanted = graph.node(id).name;
        if (!isNew(id) || taken.insert(wanted).second) {
            continue;
        }
        std::string name;
        for (int number = 1; name.empty() || !taken.insert(name).second; ++number) {
            name = fmt::format("{}_{}", wanted, number);
        }
        graph.edit(id).name = name;
    }
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/time_groups.h"

#include "core/execution/profile/node_times.h"
#include "core/graph/analysis/name_scopes.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace nervure {

namespace {

/// The outermost scope of every node.
std::unordered_map<NodeId, std::string> outermostScopes(const Graph &graph)
{
    const std::vector<NameScope> scopes = nameScopes(graph);
    std::unordered_map<NodeId, std::string> outermost;
    std::vector<std::size_t> top(scopes.size());
    for (std::size_t i = 0; i < scopes.size(); ++i) {
        top[i] = scopes[i].parent < 0 ? i : top[static_cast<std::size_t>(scopes[i].parent)];
        if (scopes[i].node.isValid()) {
            outermost.emplace(scopes[i].node, scopes[top[i]].label);
        }
    }
    return outermost;
}

std::size_t kernelLaunchesOf(const LayerProfile &layer)
{
    std::size_t launches = 0;
    for (const KernelProfile &kernel : layer.kernels) {
        launches += kernel.calls;
    }
    return launches;
}

/// Sums by name.
class TimeSums {
public:
    explicit TimeSums(double total) : m_total(total) {}

    TimeGroup &at(const std::string &name, const LayerProfile &layer)
    {
        const auto [it, isNew] = m_places.emplace(name, m_groups.size());
        if (isNew) {
            m_groups.emplace_back().name = name;
        }
        TimeGroup &group = m_groups[it->second];
        if (group.ids.empty() || group.ids.back() != layer.id) {
            group.ids.push_back(layer.id);
            ++group.layers;
        }
        return group;
    }

    [[nodiscard]] std::vector<TimeGroup> take()
    {
        for (TimeGroup &group : m_groups) {
            group.share = m_total > 0 ? group.ms / m_total : 0;
        }
        std::stable_sort(m_groups.begin(), m_groups.end(),
                         [](const TimeGroup &a, const TimeGroup &b) { return a.ms > b.ms; });
        return std::move(m_groups);
    }

private:
    double m_total;
    std::map<std::string, std::size_t> m_places;
    std::vector<TimeGroup> m_groups;
};

void addWhole(TimeSums &sums, const std::string &name, const LayerProfile &layer)
{
    TimeGroup &group = sums.at(name, layer);
    group.ms += layer.ms.median;
    group.launches += kernelLaunchesOf(layer);
    group.flops += layer.flops;
    group.bytes += layer.bytes;
}

/// A layer of one kernel is that kernel's; of several each launch is, where they were timed.
void addKernels(TimeSums &sums, const LayerProfile &layer)
{
    const bool isOne = layer.kernels.size() <= 1;
    if (isOne || layer.launches.empty()) {
        std::string name;
        for (const KernelProfile &kernel : layer.kernels) {
            name += (name.empty() ? "" : " + ") + kernel.name;
        }
        addWhole(sums, name, layer);
        return;
    }
    for (const LaunchProfile &launch : layer.launches) {
        TimeGroup &group = sums.at(launch.kernel, layer);
        group.ms += launch.ms.median;
        ++group.launches;
    }
}

} // namespace

std::optional<TimeGrouping> timeGroupingFromName(std::string_view name)
{
    if (name == "operator") {
        return TimeGrouping::Operator;
    }
    if (name == "kernel") {
        return TimeGrouping::Kernel;
    }
    return name == "scope" ? std::optional(TimeGrouping::Scope) : std::nullopt;
}

std::vector<TimeGroup> groupTimes(const ProfileData &profile, TimeGrouping grouping,
                                  const Graph &graph, const std::vector<bool> &counted)
{
    const bool isScope = grouping == TimeGrouping::Scope;
    const NodeTimes nodes = isScope ? timesOfNodes(profile, graph) : NodeTimes();
    const auto scopes = isScope ? outermostScopes(graph) : decltype(outermostScopes(graph))();
    TimeSums sums(totalMs(profile));
    for (std::size_t i = 0; i < profile.layers.size(); ++i) {
        const LayerProfile &layer = profile.layers[i];
        if (i < counted.size() && !counted[i]) {
            continue;
        }
        if (grouping == TimeGrouping::Kernel) {
            addKernels(sums, layer);
        } else if (isScope) {
            const auto scope = scopes.find(nodes.roots[i]);
            addWhole(sums, scope == scopes.end() ? std::string() : scope->second, layer);
        } else {
            const bool isPlain = layer.role.empty() || layer.role == "compute";
            addWhole(sums, isPlain ? layer.op : layer.op + " (" + layer.role + ')', layer);
        }
    }
    return sums.take();
}

TimeGroup totalOf(const std::vector<TimeGroup> &groups, std::string name)
{
    TimeGroup total;
    total.name = std::move(name);
    for (const TimeGroup &group : groups) {
        total.layers += group.layers;
        total.launches += group.launches;
        total.ms += group.ms;
        total.share += group.share;
        total.flops += group.flops;
        total.bytes += group.bytes;
    }
    return total;
}

} // namespace nervure

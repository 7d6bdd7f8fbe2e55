// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/run_findings.h"

#include "core/support/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>

namespace nervure {

namespace {

/// Less of a run is not worth a word.
constexpr double tellingPart = 0.01;
/// So much longer than its twin is no accident.
constexpr double tellingFactor = 1.25;
/// A device that works to more than that in the last wave of work-groups has no tail.
constexpr double tellingUse = 0.7;
/// Of single layers, the worst.
constexpr std::size_t mostOfAKind = 5;

std::string percentOf(double share)
{
    return fmt::format("{:.1f} %", 100 * share);
}

/// Whether the intervals of two medians lie apart; without intervals nothing is sure.
bool liesAbove(const Statistics &slow, const Statistics &fast)
{
    return slow.interval && fast.interval && slow.interval->low > fast.interval->high;
}

/// How much longer the fastest run of one takes than that of the other: what others did on the machine disturbs
/// medians, and hardly the fastest of many runs.
double ratioOfFastest(const Statistics &slow, const Statistics &fast)
{
    return slow.min > 0 && fast.min > 0 ? slow.min / fast.min : slow.median / fast.median;
}

class Finder {
public:
    Finder(const ProfileData &profile, std::uint32_t computeUnits)
        : m_profile(profile),
          m_units(computeUnits),
          m_wall(profile.wallMs.median > 0 ? profile.wallMs.median : totalMs(profile))
    {}

    std::vector<RunFinding> find()
    {
        findLaunches();
        findTransforms();
        findTwins();
        for (const LayerProfile &layer : m_profile.layers) {
            findTail(layer);
            findRoofs(layer);
        }
        double transfers = 0;
        for (const TransferProfile &transfer : m_profile.transfers) {
            transfers += transfer.ms.median;
        }
        add({RunFindingKind::Transfers, transfers});
        add({RunFindingKind::Unexplained, remainderMs(m_profile)});
        return worst();
    }

private:
    void add(RunFinding finding)
    {
        finding.share = m_wall > 0 ? finding.ms / m_wall : 0;
        if (finding.share < tellingPart) {
            return;
        }
        if (!finding.layers.empty()) {
            finding.layer = m_profile.layers[finding.layers.front()].node.name;
        }
        m_found.push_back(std::move(finding));
    }

    void addTogether(RunFindingKind kind, const std::vector<const LayerProfile *> &layers)
    {
        RunFinding finding{kind};
        for (const LayerProfile *layer : layers) {
            finding.ms += layer->ms.median;
            finding.layers.push_back(layer->id);
        }
        std::stable_sort(finding.layers.begin(), finding.layers.end(),
                         [this](std::uint32_t a, std::uint32_t b) {
                             return m_profile.layers[a].ms.median > m_profile.layers[b].ms.median;
                         });
        add(std::move(finding));
    }

    void findLaunches()
    {
        std::vector<const LayerProfile *> layers;
        for (const LayerProfile &layer : m_profile.layers) {
            if (layer.verdict.bound == LayerBound::Launch) {
                layers.push_back(&layer);
            }
        }
        addTogether(RunFindingKind::Launch, layers);
    }

    void findTransforms()
    {
        std::vector<const LayerProfile *> layers;
        for (const LayerProfile &layer : m_profile.layers) {
            if (layer.role == "layout_transform" || layer.role == "copy") {
                layers.push_back(&layer);
            }
        }
        addTogether(RunFindingKind::Transform, layers);
    }

    /// Layers of one operator with as many operations and bytes do the same work.
    void findTwins()
    {
        std::map<std::tuple<std::string_view, std::int64_t, std::int64_t>, const LayerProfile *>
            fastest;
        const auto keyOf = [](const LayerProfile &layer) {
            return std::tuple(std::string_view(layer.op), layer.flops, layer.bytes);
        };
        for (const LayerProfile &layer : m_profile.layers) {
            if (layer.flops <= 0 || layer.ms.median <= 0) {
                continue;
            }
            const LayerProfile *&best = fastest[keyOf(layer)];
            best = best == nullptr || layer.ms.median < best->ms.median ? &layer : best;
        }
        for (const LayerProfile &layer : m_profile.layers) {
            const auto it = fastest.find(keyOf(layer));
            if (it == fastest.end() || !liesAbove(layer.ms, it->second->ms)) {
                continue;
            }
            const Statistics &fast = it->second->ms;
            const double factor =
                std::min(layer.ms.median / fast.median, ratioOfFastest(layer.ms, fast));
            if (factor >= tellingFactor) {
                RunFinding finding{RunFindingKind::Twin, (factor - 1) * fast.median};
                finding.layers = {layer.id, it->second->id};
                finding.other = it->second->node.name;
                finding.factor = factor;
                add(std::move(finding));
            }
        }
    }

    /// How much of the device works, on average over the waves in which the groups of a kernel run.
    void findTail(const LayerProfile &layer)
    {
        if (m_units == 0 || layer.kernels.size() != 1) {
            return;
        }
        const KernelProfile &kernel = layer.kernels.front();
        std::size_t groups = 1;
        for (std::size_t i = 0; i < kernel.global.size(); ++i) {
            if (kernel.local[i] == 0) {
                return;
            }
            groups *= (kernel.global[i] + kernel.local[i] - 1) / kernel.local[i];
        }
        const std::size_t waves = (groups + m_units - 1) / m_units;
        const double use = static_cast<double>(groups) / static_cast<double>(waves * m_units);
        if (use < tellingUse) {
            RunFinding finding{RunFindingKind::Tail, layer.ms.median * (1 - use)};
            finding.layers = {layer.id};
            finding.factor = use;
            finding.groups = groups;
            finding.units = m_units;
            add(std::move(finding));
        }
    }

    void findRoofs(const LayerProfile &layer)
    {
        const LayerVerdict &verdict = layer.verdict;
        if (verdict.bound == LayerBound::Neither && verdict.roofShare > 0) {
            // By its fastest run: what others took of the device is not the layer's to save.
            const double ms = layer.ms.min > 0 ? layer.ms.min : layer.ms.median;
            RunFinding finding{RunFindingKind::Neither, ms - verdict.roofMs};
            finding.layers = {layer.id};
            finding.factor = ms / verdict.roofMs;
            add(std::move(finding));
        }
    }

    /// Of each kind the few that cost most, over all what costs most first.
    std::vector<RunFinding> worst()
    {
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const RunFinding &a, const RunFinding &b) { return a.ms > b.ms; });
        std::map<RunFindingKind, std::size_t> told;
        std::erase_if(m_found, [&told](const RunFinding &finding) {
            return ++told[finding.kind] > mostOfAKind;
        });
        return std::move(m_found);
    }

    const ProfileData &m_profile;
    std::uint32_t m_units;
    double m_wall;
    std::vector<RunFinding> m_found;
};

} // namespace

std::string_view runFindingName(RunFindingKind kind)
{
    switch (kind) {
    case RunFindingKind::Launch: return "launch";
    case RunFindingKind::Transform: return "transform";
    case RunFindingKind::Twin: return "twin";
    case RunFindingKind::Tail: return "tail";
    case RunFindingKind::Neither: return "neither";
    case RunFindingKind::Transfers: return "transfers";
    case RunFindingKind::Unexplained: return "unexplained";
    }
    return {};
}

std::vector<RunFinding> runFindings(const ProfileData &profile, std::uint32_t computeUnits)
{
    return Finder(profile, computeUnits).find();
}

std::string RunFinding::text() const
{
    const std::string cost = durationText(ms) + ", " + percentOf(share) + " of the run";
    switch (kind) {
    case RunFindingKind::Launch:
        return fmt::format("{} layers are launch-bound ({}): fuse them, or run larger batches",
                           layers.size(), cost);
    case RunFindingKind::Transform:
        return fmt::format("{} layers only change layouts or copy ({}), {} the most", layers.size(),
                           cost, layer);
    case RunFindingKind::Twin:
        return fmt::format(
            "{} takes {:.2f} times as long as {}, which does the same work ({} more)", layer,
            factor, other, durationText(ms));
    case RunFindingKind::Tail:
        return fmt::format("{}: its {} work-groups keep {} of the {} compute units busy (up to {})",
                           layer, groups, percentOf(factor), units, cost);
    case RunFindingKind::Neither:
        return fmt::format(
            "{} is at neither roof: the device allows {:.1f} times the speed of its fastest run (up to "
            "{})",
            layer, factor, cost);
    case RunFindingKind::Transfers: return "inputs and outputs on their way take " + cost;
    case RunFindingKind::Unexplained:
        return "neither layers, their launches nor transfers explain " + cost;
    }
    return {};
}

} // namespace nervure

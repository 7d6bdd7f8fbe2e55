// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_compare.h"

#include "core/engine/json_members.h"
#include "core/engine/run_history.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

/// Profiles whose layers have the nodes that were folded into them as well. None is without a node.
std::vector<ProfileData> wholeLayers(std::span<const ProfileReport> reports)
{
    std::vector<ProfileData> profiles;
    for (const ProfileReport &report : reports) {
        ProfileData &profile = profiles.emplace_back(report.data);
        for (LayerProfile &layer : profile.layers) {
            if (layer.nodes.empty()) {
                layer.nodes = {layer.node};
            }
        }
        for (const FoldedNode &folded : profile.folded) {
            if (folded.layer) {
                profile.layers[*folded.layer].nodes.push_back(folded.node);
            }
        }
    }
    return profiles;
}

/// The sum of two layers. What their intervals leave open adds up in quadrature; what a process makes
/// of all its layers adds up as it is.
Statistics sumOf(const Statistics &a, const Statistics &b)
{
    Statistics sum;
    sum.median = a.median + b.median;
    sum.mad = a.mad + b.mad;
    if (a.interval && b.interval) {
        const double below = std::hypot(a.median - a.interval->low, b.median - b.interval->low);
        const double above = std::hypot(a.interval->high - a.median, b.interval->high - b.median);
        sum.interval = Interval{sum.median - below, sum.median + above, 0.95};
    }
    return sum;
}

/// Nothing, to add to.
Statistics noTime()
{
    Statistics none;
    none.interval = Interval{0, 0, 0.95};
    return none;
}

/// Layers of both that share a node, directly or through others, are one row. Nodes are known by name:
/// two models have nothing else in common.
class Matcher {
public:
    Matcher(const ProfileData &first, const ProfileData &second) : m_first(first), m_second(second)
    {
        m_parents.resize(first.layers.size() + second.layers.size());
        std::iota(m_parents.begin(), m_parents.end(), std::size_t{0});
        std::map<std::string, std::size_t> owner;
        for (std::size_t i = 0; i < m_parents.size(); ++i) {
            for (const NamedNode &node : layer(i).nodes) {
                const auto [it, isNew] = owner.emplace(node.name, i);
                if (!isNew) {
                    m_parents[rootOf(i)] = rootOf(it->second);
                }
            }
        }
    }

    /// The layers of a row by their places in the two profiles.
    struct Row {
        std::vector<std::size_t> first;
        std::vector<std::size_t> second;
    };

    [[nodiscard]] std::vector<Row> rows()
    {
        std::map<std::size_t, std::size_t> rowOf;
        std::vector<Row> rows;
        for (std::size_t i = 0; i < m_parents.size(); ++i) {
            const auto [it, isNew] = rowOf.emplace(rootOf(i), rows.size());
            if (isNew) {
                rows.emplace_back();
            }
            const std::size_t count = m_first.layers.size();
            i < count ? rows[it->second].first.push_back(i)
                      : rows[it->second].second.push_back(i - count);
        }
        return rows;
    }

private:
    [[nodiscard]] const LayerProfile &layer(std::size_t i) const
    {
        const std::size_t count = m_first.layers.size();
        return i < count ? m_first.layers[i] : m_second.layers[i - count];
    }

    std::size_t rootOf(std::size_t i)
    {
        while (m_parents[i] != i) {
            m_parents[i] = m_parents[m_parents[i]];
            i = m_parents[i];
        }
        return i;
    }

    const ProfileData &m_first;
    const ProfileData &m_second;
    std::vector<std::size_t> m_parents;
};

/// What is compared: a row of layers, all layers, or (null) the whole run.
using LayerSet = const std::vector<std::size_t> *;

Statistics timeIn(const ProfileData &profile, LayerSet layers)
{
    if (layers == nullptr) {
        return profile.wallMs;
    }
    Statistics sum = noTime();
    for (const std::size_t layer : *layers) {
        sum = sumOf(sum, profile.layers[layer].ms);
    }
    return sum;
}

/// The things of a comparison, each by its layers in the two profiles.
std::vector<ComparedTime> compareThings(std::span<const ProfileData> first,
                                        std::span<const ProfileData> second,
                                        const std::vector<std::pair<LayerSet, LayerSet>> &things,
                                        const ComparisonRule &rule)
{
    std::vector<SingleProcess> single;
    std::vector<ProcessTimes> processes;
    for (const auto &[one, other] : things) {
        single.push_back({timeIn(first[0], one), timeIn(second[0], other)});
        ProcessTimes times;
        for (std::size_t i = 0; i < first.size(); ++i) {
            times.first.push_back(timeIn(first[i], one).median);
            times.second.push_back(timeIn(second[i], other).median);
        }
        processes.push_back(std::move(times));
    }
    return first.size() == 1 ? compareSingle(single, {first[0].wallMs, second[0].wallMs}, rule)
                             : compareInterleaved(processes, rule);
}

std::vector<std::size_t> allLayers(const ProfileData &profile)
{
    std::vector<std::size_t> all(profile.layers.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

ComparedLayers namedRow(const Matcher::Row &row, const ProfileData &first,
                        const ProfileData &second)
{
    ComparedLayers named;
    const auto add = [&named](const LayerProfile &layer, std::vector<std::string> &roots) {
        roots.push_back(layer.node.name);
        for (const std::string &node : namesOf(layer.nodes)) {
            if (std::find(named.nodes.begin(), named.nodes.end(), node) == named.nodes.end()) {
                named.nodes.push_back(node);
            }
        }
    };
    for (const std::size_t layer : row.first) {
        add(first.layers[layer], named.first);
    }
    for (const std::size_t layer : row.second) {
        add(second.layers[layer], named.second);
    }
    return named;
}

Status checkAlike(std::span<const ProfileData> processes)
{
    for (const ProfileData &process : processes) {
        const bool isAlike = std::equal(
            process.layers.begin(), process.layers.end(), processes[0].layers.begin(),
            processes[0].layers.end(), [](const LayerProfile &a, const LayerProfile &b) {
                return a.node.name == b.node.name && namesOf(a.nodes) == namesOf(b.nodes);
            });
        if (!isAlike) {
            return makeError("compare", "two processes ran different layers of the same model, "
                                        "expected the same in all: is it being tuned or changed?");
        }
    }
    return {};
}

/// What a document says it is of: {hash, inputs}; null where it does not.
Json modelOf(const Json &document)
{
    const Json model = document.is_object() ? document.value("model", Json()) : Json();
    return textOf(model, "hash").empty() ? Json() : model;
}

/// Of layers in both that have times.
double geometricMeanOf(const std::vector<ComparedLayers> &layers)
{
    double sum = 0;
    std::size_t count = 0;
    for (const ComparedLayers &row : layers) {
        if (row.isInBoth() && row.time.firstMs > 0 && row.time.secondMs > 0) {
            sum += std::log(row.time.secondMs / row.time.firstMs);
            ++count;
        }
    }
    return count > 0 ? std::exp(sum / static_cast<double>(count)) : 1;
}

} // namespace

Status checkSameModel(const Json &first, const Json &second, Diagnostics &diagnostics)
{
    const Json a = modelOf(first);
    const Json b = modelOf(second);
    if (a.is_null() || b.is_null()) {
        diagnostics.push_back(makeWarning(
            "model-unknown", "a result does not say of which model it is (it was made by an older "
                             "version), expected results of one model"));
        return {};
    }
    if (textOf(a, "hash") != textOf(b, "hash")) {
        return makeError("other-model",
                         "the results are of different models ({} and {}), expected results of "
                         "one; to compare two models give their files",
                         textOf(a, "hash").substr(0, 8), textOf(b, "hash").substr(0, 8));
    }
    if (a.value("inputs", Json()) != b.value("inputs", Json())) {
        return makeError("other-model",
                         "the results are of one model with inputs of different shapes "
                         "or types, expected the same inputs");
    }
    return {};
}

bool ComparedProfiles::isDifferent() const
{
    const auto differs = [](const ComparedTime &time) {
        return time.change == Change::Faster || time.change == Change::Slower;
    };
    return differs(wall) || differs(device)
           || std::any_of(layers.begin(), layers.end(),
                          [&](const ComparedLayers &row) { return differs(row.time); });
}

bool isSlowerBy(const ComparedTime &time, double part)
{
    return time.change == Change::Slower && time.ratio - 1 > part;
}

bool ComparedProfiles::isSlowerBy(double part) const
{
    return nervure::isSlowerBy(wall, part) || nervure::isSlowerBy(device, part)
           || std::any_of(layers.begin(), layers.end(), [part](const ComparedLayers &row) {
                  return row.isInBoth() && nervure::isSlowerBy(row.time, part);
              });
}

Result<ComparedProfiles> compareProfiles(std::span<const ProfileReport> first,
                                         std::span<const ProfileReport> second)
{
    const std::vector<ProfileData> before = wholeLayers(first);
    const std::vector<ProfileData> after = wholeLayers(second);
    RETURN_IF_FAILED(checkAlike(before));
    RETURN_IF_FAILED(checkAlike(after));
    ComparedProfiles compared;
    compared.firstTitle = titleOf(first[0]);
    compared.secondTitle = titleOf(second[0]);
    compared.processes = first.size();
    compared.environment = environmentDifferences(first[0], second[0]);
    const std::vector<Matcher::Row> rows = Matcher(before[0], after[0]).rows();
    const std::vector<std::size_t> all = allLayers(before[0]);
    const std::vector<std::size_t> others = allLayers(after[0]);
    std::vector<std::pair<LayerSet, LayerSet>> things{{nullptr, nullptr}, {&all, &others}};
    for (const Matcher::Row &row : rows) {
        things.emplace_back(&row.first, &row.second);
    }
    const auto times = compareThings(before, after, things, compared.rule);
    compared.wall = times[0];
    compared.device = times[1];
    for (std::size_t i = 0; i < rows.size(); ++i) {
        compared.layers.push_back(namedRow(rows[i], before[0], after[0]));
        compared.layers.back().time = times[i + 2];
    }
    compared.geometricMean = geometricMeanOf(compared.layers);
    compared.things = static_cast<std::size_t>(std::count_if(
        times.begin(), times.end(), [](const ComparedTime &t) { return t.interval.has_value(); }));
    std::stable_sort(compared.layers.begin(), compared.layers.end(),
                     [](const ComparedLayers &x, const ComparedLayers &y) {
                         return std::abs(x.time.secondMs - x.time.firstMs)
                                > std::abs(y.time.secondMs - y.time.firstMs);
                     });
    return compared;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_compare.h"

#include "core/engine/json_members.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

/// {median, ci95, mad}: what comparisons take of statistics.
Statistics statisticsOf(const Json &json)
{
    Statistics statistics;
    statistics.median = numberOf(json, "median", 0);
    statistics.mad = numberOf(json, "mad", 0);
    const Json interval = json.is_object() ? json.value("ci95", Json()) : Json();
    if (interval.is_array() && interval.size() == 2 && interval[0].is_number()
        && interval[1].is_number()) {
        statistics.interval = Interval{interval[0].get<double>(), interval[1].get<double>(), 0.95};
    }
    return statistics;
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

/// A node that was folded belongs to the layer that does its work.
void addFolded(const Json &document, std::vector<ProfiledLayer> &layers)
{
    const Json folded = document.value("folded", Json::array());
    if (!folded.is_array()) {
        return;
    }
    for (const Json &item : folded) {
        const std::string into = textOf(item, "into");
        const auto layer = std::find_if(layers.begin(), layers.end(),
                                        [&into](const ProfiledLayer &l) { return l.root == into; });
        if (layer != layers.end()) {
            layer->nodes.push_back(textOf(item, "node"));
        }
    }
}

/// Layers of both that share a node, directly or through others, are one row.
class Matcher {
public:
    Matcher(const ProfileResult &first, const ProfileResult &second)
        : m_first(first),
          m_second(second)
    {
        m_parents.resize(first.layers.size() + second.layers.size());
        std::iota(m_parents.begin(), m_parents.end(), std::size_t{0});
        std::map<std::string, std::size_t> owner;
        for (std::size_t i = 0; i < m_parents.size(); ++i) {
            for (const std::string &node : layer(i).nodes) {
                const auto [it, isNew] = owner.emplace(node, i);
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
    [[nodiscard]] const ProfiledLayer &layer(std::size_t i) const
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

    const ProfileResult &m_first;
    const ProfileResult &m_second;
    std::vector<std::size_t> m_parents;
};

/// What is compared: a row of layers, all layers, or (null) the whole run.
using LayerSet = const std::vector<std::size_t> *;

Statistics timeIn(const ProfileResult &profile, LayerSet layers)
{
    if (layers == nullptr) {
        return profile.wall;
    }
    Statistics sum = noTime();
    for (const std::size_t layer : *layers) {
        sum = sumOf(sum, profile.layers[layer].ms);
    }
    return sum;
}

/// The things of a comparison, each by its layers in the two profiles.
std::vector<ComparedTime> compareThings(std::span<const ProfileResult> first,
                                        std::span<const ProfileResult> second,
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
    return first.size() == 1 ? compareSingle(single, {first[0].wall, second[0].wall}, rule)
                             : compareInterleaved(processes, rule);
}

std::vector<std::size_t> allLayers(const ProfileResult &profile)
{
    std::vector<std::size_t> all(profile.layers.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

ComparedLayers namedRow(const Matcher::Row &row, const ProfileResult &first,
                        const ProfileResult &second)
{
    ComparedLayers named;
    const auto add = [&named](const ProfiledLayer &layer, std::vector<std::string> &roots) {
        roots.push_back(layer.root);
        for (const std::string &node : layer.nodes) {
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

Status checkAlike(std::span<const ProfileResult> processes)
{
    for (const ProfileResult &process : processes) {
        const bool isAlike = std::equal(process.layers.begin(), process.layers.end(),
                                        processes[0].layers.begin(), processes[0].layers.end(),
                                        [](const ProfiledLayer &a, const ProfiledLayer &b) {
                                            return a.root == b.root && a.nodes == b.nodes;
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

} // namespace

Result<ProfileResult> readProfileResult(const Json &document)
{
    const Json layers = document.is_object() ? document.value("layers", Json()) : Json();
    if (!layers.is_array()) {
        return makeError("compare", "found no layers, expected a document of `profile --json`");
    }
    ProfileResult profile;
    profile.title = textOf(document, "device") + ", " + textOf(document, "pipeline") + ", "
                    + textOf(document, "mode");
    profile.wall = statisticsOf(document.value("wall_ms", Json()));
    for (const Json &item : layers) {
        ProfiledLayer layer{textOf(item, "node"), {}, {}};
        if (item.is_object()) {
            layer.nodes = textsOf(item.value("nodes", Json()));
            layer.ms = statisticsOf(item.value("ms", Json()));
        }
        if (layer.nodes.empty()) {
            layer.nodes = {layer.root};
        }
        profile.layers.push_back(std::move(layer));
    }
    addFolded(document, profile.layers);
    return profile;
}

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

Result<ComparedProfiles> compareProfiles(std::span<const ProfileResult> first,
                                         std::span<const ProfileResult> second)
{
    for (const auto &side : {first, second}) {
        RETURN_IF_FAILED(checkAlike(side));
    }
    ComparedProfiles compared;
    compared.firstTitle = first[0].title;
    compared.secondTitle = second[0].title;
    compared.processes = first.size();
    const std::vector<Matcher::Row> rows = Matcher(first[0], second[0]).rows();
    const std::vector<std::size_t> all = allLayers(first[0]);
    const std::vector<std::size_t> others = allLayers(second[0]);
    std::vector<std::pair<LayerSet, LayerSet>> things{{nullptr, nullptr}, {&all, &others}};
    for (const Matcher::Row &row : rows) {
        things.emplace_back(&row.first, &row.second);
    }
    const auto times = compareThings(first, second, things, compared.rule);
    compared.wall = times[0];
    compared.device = times[1];
    for (std::size_t i = 0; i < rows.size(); ++i) {
        compared.layers.push_back(namedRow(rows[i], first[0], second[0]));
        compared.layers.back().time = times[i + 2];
    }
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

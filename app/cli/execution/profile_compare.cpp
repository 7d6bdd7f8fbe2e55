// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execution/profile_compare.h"

#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace nervure::cli {

namespace {

using Json = nlohmann::ordered_json;

double numberOf(const Json &json, const char *key, double otherwise = 0)
{
    const auto it = json.is_object() ? json.find(key) : json.end();
    return json.is_object() && it != json.end() && it->is_number() ? it->get<double>() : otherwise;
}

std::string textOf(const Json &json, const char *key)
{
    const auto it = json.is_object() ? json.find(key) : json.end();
    return json.is_object() && it != json.end() && it->is_string() ? it->get<std::string>()
                                                                   : std::string();
}

/// {median, ci95}; older documents have no interval, and what they span from the least to the 95th
/// percentile must do.
MeasuredTime timeOf(const Json &statistics)
{
    MeasuredTime time;
    time.ms = numberOf(statistics, "median");
    double low = numberOf(statistics, "min", time.ms);
    double high = numberOf(statistics, "p95", time.ms);
    const Json interval = statistics.is_object() ? statistics.value("ci95", Json()) : Json();
    if (interval.is_array() && interval.size() == 2 && interval[0].is_number()
        && interval[1].is_number()) {
        low = interval[0].get<double>();
        high = interval[1].get<double>();
    }
    time.below = std::max(0.0, time.ms - low);
    time.above = std::max(0.0, high - time.ms);
    return time;
}

struct Layer {
    std::string root;
    std::vector<std::string> nodes;
    MeasuredTime time;
};

struct Profile {
    std::string title;
    MeasuredTime wall;
    std::vector<Layer> layers;
};

std::vector<std::string> textsOf(const Json &list)
{
    std::vector<std::string> texts;
    if (list.is_array()) {
        for (const Json &item : list) {
            if (item.is_string()) {
                texts.push_back(item.get<std::string>());
            }
        }
    }
    return texts;
}

/// A node that was folded belongs to the layer that does its work.
void addFolded(const Json &document, std::vector<Layer> &layers)
{
    const Json folded = document.value("folded", Json::array());
    if (!folded.is_array()) {
        return;
    }
    for (const Json &item : folded) {
        const std::string into = textOf(item, "into");
        const auto layer = std::find_if(layers.begin(), layers.end(),
                                        [&into](const Layer &l) { return l.root == into; });
        if (layer != layers.end()) {
            layer->nodes.push_back(textOf(item, "node"));
        }
    }
}

Result<Profile> profileOf(const Json &document)
{
    const Json layers = document.is_object() ? document.value("layers", Json()) : Json();
    if (!layers.is_array()) {
        return makeError("compare", "found no layers, expected a document of `profile --json`");
    }
    Profile profile;
    profile.title = textOf(document, "device") + ", " + textOf(document, "pipeline") + ", "
                    + textOf(document, "mode");
    profile.wall = timeOf(document.value("wall_ms", Json()));
    for (const Json &item : layers) {
        Layer layer{textOf(item, "node"), {}, {}};
        if (item.is_object()) {
            layer.nodes = textsOf(item.value("nodes", Json()));
            layer.time = timeOf(item.value("ms", Json()));
        }
        if (layer.nodes.empty()) {
            layer.nodes = {layer.root};
        }
        profile.layers.push_back(std::move(layer));
    }
    addFolded(document, profile.layers);
    return profile;
}

/// Layers of both that share a node, directly or through others, are one row.
class Matcher {
public:
    Matcher(const Profile &first, const Profile &second) : m_first(first), m_second(second)
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

    [[nodiscard]] std::vector<ComparedLayers> rows()
    {
        std::map<std::size_t, std::size_t> rowOf;
        std::vector<ComparedLayers> rows;
        for (std::size_t i = 0; i < m_parents.size(); ++i) {
            const auto [it, isNew] = rowOf.emplace(rootOf(i), rows.size());
            if (isNew) {
                rows.emplace_back();
            }
            add(layer(i), i < m_first.layers.size(), rows[it->second]);
        }
        return rows;
    }

private:
    [[nodiscard]] const Layer &layer(std::size_t i) const
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

    static void add(const Layer &layer, bool isFirst, ComparedLayers &row)
    {
        (isFirst ? row.first : row.second).push_back(layer.root);
        MeasuredTime &time = isFirst ? row.time.first : row.time.second;
        time = time + layer.time;
        for (const std::string &node : layer.nodes) {
            if (std::find(row.nodes.begin(), row.nodes.end(), node) == row.nodes.end()) {
                row.nodes.push_back(node);
            }
        }
    }

    const Profile &m_first;
    const Profile &m_second;
    std::vector<std::size_t> m_parents;
};

MeasuredTime sumOf(const Profile &profile)
{
    MeasuredTime sum;
    for (const Layer &layer : profile.layers) {
        sum = sum + layer.time;
    }
    return sum;
}

} // namespace

MeasuredTime MeasuredTime::operator+(const MeasuredTime &other) const
{
    return {ms + other.ms, std::hypot(below, other.below), std::hypot(above, other.above)};
}

std::string_view changeName(Change change)
{
    switch (change) {
    case Change::Same: return "same within noise";
    case Change::Faster: return "faster";
    case Change::Slower: return "slower";
    }
    return {};
}

double TimeDifference::low() const
{
    return ms() - std::hypot(second.below, first.above);
}

double TimeDifference::high() const
{
    return ms() + std::hypot(second.above, first.below);
}

Change TimeDifference::change() const
{
    if (low() > 0) {
        return Change::Slower;
    }
    return high() < 0 ? Change::Faster : Change::Same;
}

Result<ComparedProfiles> compareProfiles(const Json &first, const Json &second)
{
    const Result<Profile> a = profileOf(first);
    if (!a) {
        return a.error();
    }
    const Result<Profile> b = profileOf(second);
    if (!b) {
        return b.error();
    }
    ComparedProfiles compared{a->title, b->title, {a->wall, b->wall}, {sumOf(*a), sumOf(*b)}, {}};
    compared.layers = Matcher(*a, *b).rows();
    std::stable_sort(compared.layers.begin(), compared.layers.end(),
                     [](const ComparedLayers &x, const ComparedLayers &y) {
                         return std::abs(x.time.ms()) > std::abs(y.time.ms());
                     });
    return compared;
}

} // namespace nervure::cli

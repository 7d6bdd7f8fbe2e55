// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_series.h"

#include "core/engine/run_history.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace nervure {

namespace {

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

/// Whether all were measured by turns: one report of each, with its rounds.
bool areTogether(std::span<const std::span<const ProfileReport>> reports)
{
    return std::all_of(reports.begin(), reports.end(), [&reports](const auto &one) {
        return one.size() == 1 && one[0].together.isWith(reports[0][0].together);
    });
}

/// What one of as many rounds says of the times of a layer.
Statistics timesOfRound(const LayerProfile &layer, std::size_t round, std::size_t rounds)
{
    const std::size_t runs = layer.samplesMs.size() / rounds;
    const std::span<const double> samples(layer.samplesMs);
    return runs > 0 ? summarize(samples.subspan(round * runs, runs)) : layer.ms;
}

/// A profile for each of its rounds, as that many processes would give. Only what is compared is in it.
std::vector<ProfileData> roundsOf(const ProfileReport &report, const ProfileData &whole)
{
    const std::size_t rounds = report.together.wallMs.size();
    std::vector<ProfileData> profiles(rounds);
    for (std::size_t round = 0; round < rounds; ++round) {
        profiles[round].wallMs = summarize(std::span(report.together.wallMs).subspan(round, 1));
        for (const LayerProfile &layer : whole.layers) {
            LayerProfile &one = profiles[round].layers.emplace_back();
            one.node = layer.node;
            one.nodes = layer.nodes;
            one.ms = timesOfRound(layer, round, rounds);
        }
    }
    return profiles;
}

/// The fastest run; documents of others may tell the median alone.
double fastestOf(const Statistics &times)
{
    return times.min > 0 ? times.min : times.median;
}

/// The sum of two layers. What their intervals leave open adds up in quadrature; what a process makes
/// of all its layers adds up as it is.
Statistics sumOf(const Statistics &a, const Statistics &b)
{
    Statistics sum;
    sum.median = a.median + b.median;
    sum.min = fastestOf(a) + fastestOf(b);
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

/// Layers of the profiles that share a node, directly or through others, are one row. Nodes are known by name:
/// two models have nothing else in common.
class Matcher {
public:
    explicit Matcher(std::span<const ProfileData *const> profiles) : m_profiles(profiles)
    {
        std::map<std::string, std::size_t> owner;
        for (const ProfileData *profile : profiles) {
            for (const LayerProfile &layer : profile->layers) {
                const std::size_t number = m_parents.size();
                m_parents.push_back(number);
                for (const NamedNode &node : layer.nodes) {
                    const auto [it, isNew] = owner.emplace(node.name, number);
                    if (!isNew) {
                        m_parents[rootOf(number)] = rootOf(it->second);
                    }
                }
            }
        }
    }

    /// The layers of a row by their places in each profile.
    using Row = std::vector<std::vector<std::size_t>>;

    [[nodiscard]] std::vector<Row> rows()
    {
        std::map<std::size_t, std::size_t> rowOf;
        std::vector<Row> rows;
        std::size_t number = 0;
        for (std::size_t profile = 0; profile < m_profiles.size(); ++profile) {
            for (std::size_t layer = 0; layer < m_profiles[profile]->layers.size(); ++layer) {
                const auto [it, isNew] = rowOf.emplace(rootOf(number++), rows.size());
                if (isNew) {
                    rows.emplace_back(m_profiles.size());
                }
                rows[it->second][profile].push_back(layer);
            }
        }
        return rows;
    }

private:
    std::size_t rootOf(std::size_t i)
    {
        while (m_parents[i] != i) {
            m_parents[i] = m_parents[m_parents[i]];
            i = m_parents[i];
        }
        return i;
    }

    std::span<const ProfileData *const> m_profiles;
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
            times.first.push_back(fastestOf(timeIn(first[i], one)));
            times.second.push_back(fastestOf(timeIn(second[i], other)));
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

SeriesLayers namedRow(const Matcher::Row &row, std::span<const ProfileData *const> profiles)
{
    SeriesLayers named;
    named.roots.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
        for (const std::size_t place : row[i]) {
            const LayerProfile &layer = profiles[i]->layers[place];
            named.roots[i].push_back(layer.node.name);
            for (std::string &node : namesOf(layer.nodes)) {
                if (std::find(named.nodes.begin(), named.nodes.end(), node) == named.nodes.end()) {
                    named.nodes.push_back(std::move(node));
                }
            }
        }
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

/// Of layers in both that have times.
double geometricMeanOf(const std::vector<SeriesLayers> &layers, std::size_t other)
{
    double sum = 0;
    std::size_t count = 0;
    for (const SeriesLayers &row : layers) {
        const ComparedTime &time = row.times[other];
        if (time.firstMs > 0 && time.secondMs > 0) {
            sum += std::log(time.secondMs / time.firstMs);
            ++count;
        }
    }
    return count > 0 ? std::exp(sum / static_cast<double>(count)) : 1;
}

bool isAnyCalled(const SeriesLayers &row)
{
    return std::any_of(row.times.begin(), row.times.end(),
                       [](const ComparedTime &time) { return time.isCalled(); });
}

double largestDifference(const SeriesLayers &row)
{
    double largest = 0;
    for (const ComparedTime &time : row.times) {
        largest = std::max(largest, std::abs(time.secondMs - time.firstMs));
    }
    return largest;
}

/// Compares the profiles of all processes of a series, whose layers stand in rows.
class SeriesMaker {
public:
    explicit SeriesMaker(std::span<const std::span<const ProfileReport>> reports)
        : m_reports(reports)
    {
        m_series.isByRounds = areTogether(reports);
        for (const std::span<const ProfileReport> processes : reports) {
            std::vector<ProfileData> &profiles = m_profiles.emplace_back(wholeLayers(processes));
            if (m_series.isByRounds) {
                profiles = roundsOf(processes[0], profiles[0]);
            }
        }
    }

    Result<ProfileSeries> make()
    {
        std::vector<const ProfileData *> each;
        for (const std::vector<ProfileData> &processes : m_profiles) {
            RETURN_IF_FAILED(checkAlike(processes));
            each.push_back(&processes[0]);
        }
        m_rows = Matcher(each).rows();
        for (const Matcher::Row &row : m_rows) {
            m_series.layers.push_back(namedRow(row, each));
        }
        m_series.firstTitle = titleOf(m_reports[0][0]);
        m_series.processes = m_profiles[0].size();
        // Each pair errs so much less often that all together err as seldom as one would.
        m_series.rule.level /= static_cast<double>(m_profiles.size() - 1);
        for (std::size_t other = 1; other < m_profiles.size(); ++other) {
            addMember(other);
        }
        std::stable_sort(m_series.layers.begin(), m_series.layers.end(),
                         [](const SeriesLayers &x, const SeriesLayers &y) {
                             return std::pair(isAnyCalled(x), largestDifference(x))
                                    > std::pair(isAnyCalled(y), largestDifference(y));
                         });
        return std::move(m_series);
    }

private:
    void addMember(std::size_t other)
    {
        const std::vector<std::size_t> all = allLayers(m_profiles[0][0]);
        const std::vector<std::size_t> others = allLayers(m_profiles[other][0]);
        std::vector<std::pair<LayerSet, LayerSet>> things{{nullptr, nullptr}, {&all, &others}};
        for (const Matcher::Row &row : m_rows) {
            things.emplace_back(&row[0], &row[other]);
        }
        const auto times = compareThings(m_profiles[0], m_profiles[other], things, m_series.rule);
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            m_series.layers[i].times.push_back(times[i + 2]);
        }
        SeriesMember member;
        member.title = titleOf(m_reports[other][0]);
        member.wall = times[0];
        member.device = times[1];
        member.geometricMean = geometricMeanOf(m_series.layers, other - 1);
        member.environment = environmentDifferences(m_reports[0][0], m_reports[other][0]);
        member.things = static_cast<std::size_t>(
            std::count_if(times.begin(), times.end(),
                          [](const ComparedTime &time) { return time.interval.has_value(); }));
        m_series.others.push_back(std::move(member));
    }

    std::span<const std::span<const ProfileReport>> m_reports;
    std::vector<std::vector<ProfileData>> m_profiles; ///< the processes of each
    std::vector<Matcher::Row> m_rows;
    ProfileSeries m_series;
};

/// Whether that is so of anything that is compared.
template <typename Predicate>
bool anyTime(const ProfileSeries &series, Predicate is)
{
    return std::any_of(
               series.others.begin(), series.others.end(),
               [&](const SeriesMember &other) { return is(other.wall) || is(other.device); })
           || std::any_of(series.layers.begin(), series.layers.end(), [&](const SeriesLayers &row) {
                  return std::any_of(row.times.begin(), row.times.end(), is);
              });
}

} // namespace

bool isSlowerBy(const ComparedTime &time, double part)
{
    return time.change == Change::Slower && time.ratio - 1 > part;
}

bool mayMiss(const ComparedTime &time, double part)
{
    if (time.isCalled()) {
        return false;
    }
    return !time.interval || (time.leastEffect > part && time.interval->high - 1 > part);
}

bool ProfileSeries::mayMiss(double part) const
{
    return std::any_of(others.begin(), others.end(), [part](const SeriesMember &member) {
        return nervure::mayMiss(member.wall, part);
    });
}

bool ProfileSeries::isDifferent() const
{
    return anyTime(*this, [](const ComparedTime &time) { return time.isCalled(); });
}

bool ProfileSeries::isSlowerBy(double part) const
{
    return anyTime(*this,
                   [part](const ComparedTime &time) { return nervure::isSlowerBy(time, part); });
}

Result<ProfileSeries> compareSeries(std::span<const std::span<const ProfileReport>> profiles)
{
    return SeriesMaker(profiles).make();
}

} // namespace nervure

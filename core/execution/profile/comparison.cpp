// SPDX-License-Identifier: Apache-2.0
#include "core/execution/profile/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace nervure {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// What is known of the logarithm of a ratio before the correction for many.
struct Estimate {
    double mean = 0;
    double error = 0;        ///< standard error of the mean
    std::size_t degrees = 0; ///< of freedom; 0: the error is known
    bool isKnown = false;
};

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : percentile(values, 0.5);
}

bool isTime(double ms)
{
    return std::isfinite(ms) && ms > 0;
}

/// The value that a variable is farther from zero than with probability `p`.
double studentQuantile(double p, std::size_t degrees)
{
    double low = 0;
    double high = 1;
    while (studentTail(high, degrees) > p && high < 1e9) {
        high *= 2;
    }
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (studentTail(middle, degrees) > p ? low : high) = middle;
    }
    return high;
}

Estimate pairedEstimate(const ProcessTimes &times)
{
    Estimate estimate;
    const std::size_t count = times.first.size();
    const bool isWhole = count == times.second.size() && count >= fewestProcesses
                         && std::all_of(times.first.begin(), times.first.end(), isTime)
                         && std::all_of(times.second.begin(), times.second.end(), isTime);
    if (!isWhole) {
        return estimate;
    }
    std::vector<double> ratios;
    for (std::size_t i = 0; i < count; ++i) {
        ratios.push_back(std::log(times.second[i] / times.first[i]));
    }
    const Statistics of = summarize(ratios);
    estimate = {of.mean, of.deviation / std::sqrt(static_cast<double>(count)), count - 1, true};
    return estimate;
}

/// The standard error of the logarithm of a median, from its interval.
double errorOf(const Statistics &of)
{
    constexpr double errorsPerInterval = 2 * 1.96;
    return (of.interval->high - of.interval->low) / of.median / errorsPerInterval;
}

double processDrift(const Statistics &of)
{
    return of.median > 0 ? std::max(assumedDrift, deviationsPerMad * of.mad / of.median)
                         : assumedDrift;
}

Estimate singleEstimate(const SingleProcess &of, const SingleProcess &whole)
{
    Estimate estimate;
    const auto isUsable = [](const Statistics &s) { return s.interval && isTime(s.median); };
    if (!isUsable(of.first) || !isUsable(of.second)) {
        return estimate;
    }
    const double errors = std::hypot(errorOf(of.first), errorOf(of.second));
    const double drifts = std::hypot(std::max(processDrift(of.first), processDrift(whole.first)),
                                     std::max(processDrift(of.second), processDrift(whole.second)));
    estimate = {std::log(of.second.median / of.first.median), std::hypot(errors, drifts), 0, true};
    return estimate;
}

/// Calls those different that Holm's procedure rejects and that are large enough to matter.
void callChanges(std::span<const Estimate> estimates, const ComparisonRule &rule,
                 std::vector<ComparedTime> &compared)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        if (estimates[i].isKnown) {
            order.push_back(i);
        }
    }
    std::stable_sort(order.begin(), order.end(), [&compared](std::size_t a, std::size_t b) {
        return compared[a].p < compared[b].p;
    });
    bool isRejecting = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
        ComparedTime &one = compared[order[i]];
        isRejecting = isRejecting && one.p <= rule.level / static_cast<double>(order.size() - i);
        const bool isLarge = std::abs(std::log(one.ratio)) >= std::log1p(rule.leastChange);
        one.change = !isRejecting || !isLarge ? Change::Same
                     : one.ratio > 1          ? Change::Slower
                                              : Change::Faster;
    }
}

void conclude(std::span<const Estimate> estimates, const ComparisonRule &rule,
              std::vector<ComparedTime> &compared)
{
    const auto known = std::count_if(estimates.begin(), estimates.end(),
                                     [](const Estimate &e) { return e.isKnown; });
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        const Estimate &of = estimates[i];
        ComparedTime &one = compared[i];
        if (!of.isKnown) {
            one.leastEffect = infinite;
            one.ratio =
                isTime(one.firstMs) && isTime(one.secondMs) ? one.secondMs / one.firstMs : 1;
            continue;
        }
        one.ratio = std::exp(of.mean);
        one.p =
            of.error > 0 ? studentTail(of.mean / of.error, of.degrees) : (of.mean == 0 ? 1.0 : 0.0);
        const double level = rule.level / static_cast<double>(known);
        const double reach = of.error * studentQuantile(level, of.degrees);
        one.interval =
            Interval{std::exp(of.mean - reach), std::exp(of.mean + reach), 1 - rule.level};
        one.leastEffect = std::max(std::expm1(reach), rule.leastChange);
    }
    callChanges(estimates, rule, compared);
}

} // namespace

std::string_view changeName(Change change)
{
    switch (change) {
    case Change::Same: return "same within noise";
    case Change::Faster: return "faster";
    case Change::Slower: return "slower";
    case Change::Unknown: return "not known";
    }
    return {};
}

std::vector<ComparedTime> compareInterleaved(std::span<const ProcessTimes> things,
                                             const ComparisonRule &rule)
{
    std::vector<ComparedTime> compared;
    std::vector<Estimate> estimates;
    for (const ProcessTimes &thing : things) {
        ComparedTime one;
        one.firstMs = medianOf(thing.first);
        one.secondMs = medianOf(thing.second);
        compared.push_back(one);
        estimates.push_back(pairedEstimate(thing));
    }
    conclude(estimates, rule, compared);
    return compared;
}

std::vector<ComparedTime> compareSingle(std::span<const SingleProcess> things,
                                        const SingleProcess &whole, const ComparisonRule &rule)
{
    std::vector<ComparedTime> compared;
    std::vector<Estimate> estimates;
    for (const SingleProcess &thing : things) {
        ComparedTime one;
        one.firstMs = thing.first.median;
        one.secondMs = thing.second.median;
        compared.push_back(one);
        estimates.push_back(singleEstimate(thing, whole));
    }
    conclude(estimates, rule, compared);
    return compared;
}

double studentTail(double t, std::size_t degrees)
{
    const double distance = std::abs(t);
    if (degrees == 0) {
        return std::erfc(distance / std::numbers::sqrt2);
    }
    // The finite series of the distribution for whole degrees of freedom (Abramowitz and Stegun 26.7.3
    // and 26.7.4).
    const double angle = std::atan(distance / std::sqrt(static_cast<double>(degrees)));
    const double cosine = std::cos(angle);
    const bool isOdd = degrees % 2 == 1;
    double term = isOdd ? cosine : 1;
    double sum = degrees == 1 ? 0 : term;
    for (std::size_t k = isOdd ? 3 : 2; k + 1 < degrees; k += 2) {
        term *= cosine * cosine * static_cast<double>(k - 1) / static_cast<double>(k);
        sum += term;
    }
    const double inside =
        isOdd ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
    return std::clamp(1 - inside, 0.0, 1.0);
}

} // namespace nervure

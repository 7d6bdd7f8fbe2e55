// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/statistics.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace nervure {

/// How the second of two times compares with the first.
enum class Change : std::uint8_t {
    Same,    ///< nothing that was measured tells them apart
    Faster,  ///< the second takes less time
    Slower,  ///< the second takes more time
    Unknown, ///< too little was measured to say anything
};
/// "same within noise", "faster", "slower", "not known".
[[nodiscard]] std::string_view changeName(Change change);

/// One thing (a layer, a whole run) as several processes measured it: the fastest run of each process, in
/// milliseconds. Whatever else a machine does only makes runs slower, so that the fastest tells the program
/// from its neighbors: beside a load it differs half as much from process to process as the median.
struct ProcessTimes {
    std::vector<double> first;  ///< of the first model
    std::vector<double> second; ///< of the second; of interleaved processes in the same order
};

/// What a comparison concludes about one thing.
struct ComparedTime {
    double firstMs = 0; ///< medians over the processes
    double secondMs = 0;
    /// Second over first, and where that ratio lies. The interval holds for all things of the
    /// comparison together, so that it is wider than that of one alone; nothing where it is not known.
    double ratio = 1;
    std::optional<Interval> interval;
    double p = 1; ///< how often chance alone does that much; of this thing, not corrected
    /// The least relative change that would have been called one: 0.12 is 12 %. Infinite where none is.
    double leastEffect = 0;
    Change change = Change::Unknown;

    /// Whether it is called faster or slower.
    [[nodiscard]] bool isCalled() const
    {
        return change == Change::Faster || change == Change::Slower;
    }
};

/// How sure a comparison is before it calls anything different. Processes of the same program differ
/// by more than the runs inside of them (where memory lies, what else the machine does), so that only
/// several processes can tell a change from that drift, and only if those of both sides take turns.
struct ComparisonRule {
    /// The part of comparisons of equal things in which anything at all is called different, when times
    /// are as the test takes them to be (ratios between processes normal). Chosen below the 1 % that is
    /// promised, since real ones are not.
    double level = 0.004;
    double leastChange = 0.02; ///< smaller ones are never called, however sure
};

/// Fewest interleaved processes a side that tell anything.
inline constexpr std::size_t fewestProcesses = 5;

/// Compares things that interleaved processes measured: a paired t-test on the logarithms of their
/// ratios, corrected by Holm for the number of things. Holm rather than Benjamini and Hochberg: a
/// single false call is one too many, and Holm bounds its probability whatever the things have in
/// common, as layers have the drift of their process. Things that not all processes measured, or
/// fewer than fewestProcesses, are Unknown and not counted.
[[nodiscard]] std::vector<ComparedTime> compareInterleaved(std::span<const ProcessTimes> things,
                                                           const ComparisonRule &rule = {});

/// One thing as a single process measured it, run after run.
struct SingleProcess {
    Statistics first;
    Statistics second;
};

/// How far processes are taken to drift apart where only one of each was measured, as the standard
/// deviation of the logarithm: 0.1 is 10 %.
inline constexpr double assumedDrift = 0.1;

/// The same for results of one process each. The drift between processes is assumed, and taken to be
/// larger where the runs of a process differ among themselves as they do on a busy machine, those of the
/// thing or `whole` runs: only large changes are called. Things of fewer than leastForInterval runs are
/// Unknown.
[[nodiscard]] std::vector<ComparedTime> compareSingle(std::span<const SingleProcess> things,
                                                      const SingleProcess &whole,
                                                      const ComparisonRule &rule = {});

/// The probability that a variable of Student's distribution (of the normal one for 0 degrees of
/// freedom) is farther from zero than `t`.
[[nodiscard]] double studentTail(double t, std::size_t degrees);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/support/text_difference.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace nervure {

namespace {

constexpr std::size_t around = 3; ///< equal lines shown before and after a change
/// Edits beyond this are told as one block: the work grows with their square.
constexpr std::ptrdiff_t mostSteps = 2000;

using Lines = std::vector<std::string_view>;
using Kind = LineRun::Kind;

/// Lines with their line ends; the last one may have none.
Lines linesOf(std::string_view text)
{
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

/// Collects lines to runs.
class RunList {
public:
    void add(Kind kind, std::size_t count)
    {
        if (count == 0) {
            return;
        }
        if (!m_runs.empty() && m_runs.back().kind == kind) {
            m_runs.back().count += count;
        } else {
            m_runs.push_back({kind, m_old, m_new, count});
        }
        m_old += kind == Kind::Added ? 0 : count;
        m_new += kind == Kind::Removed ? 0 : count;
    }
    [[nodiscard]] std::vector<LineRun> take() { return std::move(m_runs); }

private:
    std::vector<LineRun> m_runs;
    std::size_t m_old = 0;
    std::size_t m_new = 0;
};

/// The shortest way from one list of lines to the other (Myers): the furthest place on every
/// diagonal, step by step.
class ShortestEdit {
public:
    ShortestEdit(const Lines &before, const Lines &after) : m_before(before), m_after(after) {}

    /// One kind for each line, in order; nothing when the lists differ too much.
    [[nodiscard]] std::vector<Kind> find()
    {
        const auto oldCount = static_cast<std::ptrdiff_t>(m_before.size());
        const auto newCount = static_cast<std::ptrdiff_t>(m_after.size());
        m_most = std::min(oldCount + newCount, mostSteps);
        std::vector<std::ptrdiff_t> furthest(static_cast<std::size_t>(2 * m_most + 3), 0);
        for (std::ptrdiff_t steps = 0; steps <= m_most; ++steps) {
            m_trace.push_back(window(furthest, steps));
            for (std::ptrdiff_t diagonal = -steps; diagonal <= steps; diagonal += 2) {
                const std::ptrdiff_t x = reach(furthest, steps, diagonal);
                furthest[at(diagonal)] = x;
                if (x >= oldCount && x - diagonal >= newCount) {
                    return walkBack(steps);
                }
            }
        }
        return {};
    }

private:
    [[nodiscard]] std::size_t at(std::ptrdiff_t diagonal) const
    {
        return static_cast<std::size_t>(diagonal + m_most + 1);
    }
    /// The diagonals that the next step reads: kept for the way back.
    [[nodiscard]] std::vector<std::ptrdiff_t> window(const std::vector<std::ptrdiff_t> &furthest,
                                                     std::ptrdiff_t steps) const
    {
        const auto begin = furthest.begin() + static_cast<std::ptrdiff_t>(at(-steps)) - 1;
        return {begin, begin + 2 * steps + 3};
    }
    static bool comesFromAbove(std::ptrdiff_t left, std::ptrdiff_t right, std::ptrdiff_t steps,
                               std::ptrdiff_t diagonal)
    {
        return diagonal == -steps || (diagonal != steps && left < right);
    }
    [[nodiscard]] std::ptrdiff_t reach(const std::vector<std::ptrdiff_t> &furthest,
                                       std::ptrdiff_t steps, std::ptrdiff_t diagonal) const
    {
        const std::ptrdiff_t left = furthest[at(diagonal - 1)];
        const std::ptrdiff_t right = furthest[at(diagonal + 1)];
        std::ptrdiff_t x = comesFromAbove(left, right, steps, diagonal) ? right : left + 1;
        while (isSame(x, x - diagonal)) {
            ++x;
        }
        return x;
    }
    [[nodiscard]] bool isSame(std::ptrdiff_t x, std::ptrdiff_t y) const
    {
        return x < static_cast<std::ptrdiff_t>(m_before.size())
               && y < static_cast<std::ptrdiff_t>(m_after.size())
               && m_before[static_cast<std::size_t>(x)] == m_after[static_cast<std::size_t>(y)];
    }
    [[nodiscard]] std::vector<Kind> walkBack(std::ptrdiff_t steps) const
    {
        std::vector<Kind> kinds;
        auto x = static_cast<std::ptrdiff_t>(m_before.size());
        auto y = static_cast<std::ptrdiff_t>(m_after.size());
        for (; steps > 0; --steps) {
            const std::ptrdiff_t diagonal = x - y;
            const auto &furthest = m_trace[static_cast<std::size_t>(steps)];
            const auto place = static_cast<std::size_t>(diagonal + steps + 1);
            const bool isAdded =
                comesFromAbove(furthest[place - 1], furthest[place + 1], steps, diagonal);
            const std::ptrdiff_t fromX = isAdded ? furthest[place + 1] : furthest[place - 1];
            const std::ptrdiff_t fromY = fromX - (isAdded ? diagonal + 1 : diagonal - 1);
            for (; x > fromX + (isAdded ? 0 : 1); --x, --y) {
                kinds.push_back(Kind::Same);
            }
            kinds.push_back(isAdded ? Kind::Added : Kind::Removed);
            x = fromX;
            y = fromY;
        }
        kinds.insert(kinds.end(), static_cast<std::size_t>(x), Kind::Same);
        std::reverse(kinds.begin(), kinds.end());
        return kinds;
    }

    const Lines &m_before;
    const Lines &m_after;
    std::ptrdiff_t m_most = 0;
    std::vector<std::vector<std::ptrdiff_t>> m_trace;
};

std::vector<LineRun> runsOf(const Lines &before, const Lines &after)
{
    const auto front = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const auto same = static_cast<std::size_t>(front.first - before.begin());
    const auto back =
        std::mismatch(before.rbegin(), before.rend() - static_cast<std::ptrdiff_t>(same),
                      after.rbegin(), after.rend() - static_cast<std::ptrdiff_t>(same));
    const Lines oldMiddle(front.first, back.first.base());
    const Lines newMiddle(front.second, back.second.base());
    RunList runs;
    runs.add(Kind::Same, same);
    const std::vector<Kind> kinds = ShortestEdit(oldMiddle, newMiddle).find();
    if (kinds.empty()) {
        runs.add(Kind::Removed, oldMiddle.size());
        runs.add(Kind::Added, newMiddle.size());
    }
    for (const Kind kind : kinds) {
        runs.add(kind, 1);
    }
    runs.add(Kind::Same, static_cast<std::size_t>(before.end() - back.first.base()));
    return runs.take();
}

/// A part of the difference with the equal lines around it.
struct Hunk {
    std::vector<LineRun> runs;

    [[nodiscard]] std::size_t lines(Kind without) const
    {
        std::size_t count = 0;
        for (const LineRun &run : runs) {
            count += run.kind == without ? 0 : run.count;
        }
        return count;
    }
};

LineRun lastLines(const LineRun &run, std::size_t most)
{
    const std::size_t left = run.count - std::min(run.count, most);
    return {run.kind, run.oldLine + left, run.newLine + left, run.count - left};
}

LineRun firstLines(const LineRun &run, std::size_t most)
{
    return {run.kind, run.oldLine, run.newLine, std::min(run.count, most)};
}

std::vector<Hunk> hunksOf(const std::vector<LineRun> &runs)
{
    std::vector<Hunk> hunks;
    bool isOpen = false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const LineRun &run = runs[i];
        if (run.kind != Kind::Same) {
            if (!isOpen) {
                hunks.emplace_back();
                if (i > 0) {
                    hunks.back().runs.push_back(lastLines(runs[i - 1], around));
                }
                isOpen = true;
            }
            hunks.back().runs.push_back(run);
        } else if (isOpen) {
            const bool goesOn = i + 1 < runs.size() && run.count <= 2 * around;
            hunks.back().runs.push_back(goesOn ? run : firstLines(run, around));
            isOpen = goesOn;
        }
    }
    return hunks;
}

std::string rangeText(std::size_t first, std::size_t count)
{
    // An empty range names the line before it.
    return std::to_string(count == 0 ? first : first + 1)
           + (count == 1 ? "" : fmt::format(",{}", count));
}

void print(const Hunk &hunk, const Lines &before, const Lines &after, std::string &text)
{
    const LineRun &first = hunk.runs.front();
    text += "@@ -" + rangeText(first.oldLine, hunk.lines(Kind::Added)) + " +"
            + rangeText(first.newLine, hunk.lines(Kind::Removed)) + " @@\n";
    for (const LineRun &run : hunk.runs) {
        const bool isNew = run.kind == Kind::Added;
        const char sign = isNew ? '+' : run.kind == Kind::Removed ? '-' : ' ';
        for (std::size_t i = 0; i < run.count; ++i) {
            const std::string_view line = isNew ? after[run.newLine + i] : before[run.oldLine + i];
            text += sign;
            text += line;
            if (!line.ends_with('\n')) {
                text += "\n\\ No newline at end of file\n";
            }
        }
    }
}

} // namespace

std::vector<LineRun> lineDifference(std::string_view before, std::string_view after)
{
    return runsOf(linesOf(before), linesOf(after));
}

std::string unifiedDifference(std::string_view before, std::string_view after,
                              std::string_view beforeName, std::string_view afterName)
{
    if (before == after) {
        return {};
    }
    const Lines oldLines = linesOf(before);
    const Lines newLines = linesOf(after);
    std::string text = "--- " + std::string(beforeName) + "\n+++ " + std::string(afterName) + "\n";
    for (const Hunk &hunk : hunksOf(runsOf(oldLines, newLines))) {
        print(hunk, oldLines, newLines, text);
    }
    return text;
}

} // namespace nervure

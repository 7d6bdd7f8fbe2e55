// SPDX-License-Identifier: Apache-2.0
#include "core/layout/diagram/repeats.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <unordered_map>

namespace nervure {

namespace {

/// Lines that reach back farther do not belong to a block: how far differs from block to block.
constexpr std::uint32_t farthestInput = 400;
/// A value that more boxes read is shared between blocks: a mask, the data of all steps.
constexpr std::uint32_t mostReaders = 8;
/// Of a box that reads more, a concatenation of all before, only the nearest counts.
constexpr std::uint32_t mostInputs = 4;
constexpr std::uint32_t shortestBlock = 4;
constexpr std::uint32_t longestBlock = 2000;
/// So many places where a code occurs next are tried as the start of the next block.
constexpr int mostTries = 12;
/// Comparisons a box: graphs made to be slow are given up.
constexpr std::uint64_t mostRepeatEffort = 400;

std::uint64_t mix(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t x = a * 0x9E3779B97F4A7C15U + b;
    x ^= x >> 29U;
    x *= 0xBF58476D1CE4E5B9U;
    return x ^ (x >> 32U);
}

/// Places in the order of each box.
std::vector<std::uint32_t> placesOf(const std::vector<std::uint32_t> &order)
{
    std::vector<std::uint32_t> places(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        places[order[i]] = i;
    }
    return places;
}

} // namespace

RepeatFinder::RepeatFinder(const DrawnGraph &drawn, const std::vector<std::uint32_t> &order,
                           const std::vector<std::uint64_t> &codes)
    : m_codes(codes),
      m_count(static_cast<std::uint32_t>(order.size())),
      m_next(codes.size(), m_count),
      m_live(codes.size() + 1, 0)
{
    std::unordered_map<std::uint64_t, std::uint32_t> seen;
    for (std::uint32_t i = m_count; i-- > 0;) {
        const auto it = seen.find(codes[i]);
        if (it != seen.end()) {
            m_next[i] = it->second;
        }
        seen[codes[i]] = i;
    }
    countLive(drawn, placesOf(order));
}

std::vector<RepeatedRun> RepeatFinder::find(std::uint32_t first, std::uint32_t end)
{
    std::vector<RepeatedRun> runs;
    for (std::uint32_t at = first; at < end && m_effort < mostRepeatEffort * m_count;) {
        const RepeatedRun run = bestAt(at, end);
        if (run.count < 2) {
            ++at;
            continue;
        }
        runs.push_back(shifted(run, end));
        at = runs.back().first + runs.back().period * runs.back().count;
    }
    return runs;
}

/// Short lines only.
void RepeatFinder::countLive(const DrawnGraph &drawn, const std::vector<std::uint32_t> &places)
{
    std::vector<std::uint32_t> last(m_count, 0);
    for (const DrawnEdge &edge : drawn.edges) {
        const std::uint32_t from = places[edge.from];
        const std::uint32_t to = places[edge.to];
        if (to > from && to - from <= farthestInput) {
            last[from] = std::max(last[from], to);
        }
    }
    for (std::uint32_t i = 0; i < m_count; ++i) {
        if (last[i] > i) {
            ++m_live[i + 1];
            --m_live[last[i] + 1];
        }
    }
    for (std::uint32_t i = 1; i <= m_count; ++i) {
        m_live[i] += m_live[i - 1];
    }
}

RepeatedRun RepeatFinder::bestAt(std::uint32_t at, std::uint32_t end)
{
    RepeatedRun best;
    std::uint32_t next = m_next[at];
    for (int tries = 0; tries < mostTries && next < end; ++tries, next = m_next[next]) {
        const std::uint32_t period = next - at;
        if (period > longestBlock) {
            break;
        }
        if (period < shortestBlock) {
            continue;
        }
        std::uint32_t length = 0;
        while (next + length < end && m_codes[at + length] == m_codes[next + length]) {
            ++length;
        }
        m_effort += length;
        const std::uint32_t count = length / period + 1;
        if (count >= 2 && count * period > best.count * best.period) {
            best = {at, period, count};
        }
    }
    return best;
}

/// The same run with blocks that begin where few values go through.
RepeatedRun RepeatFinder::shifted(const RepeatedRun &run, std::uint32_t end) const
{
    const std::uint32_t after = run.first + run.period * run.count;
    // What of a next block fits behind lets blocks begin later without losing one.
    std::uint32_t rest = 0;
    while (after + rest < end && rest + 1 < run.period
           && m_codes[after + rest] == m_codes[after + rest - run.period]) {
        ++rest;
    }
    RepeatedRun best = run;
    for (std::uint32_t shift = 1; shift < run.period; ++shift) {
        const bool losesBlock = shift > rest;
        if (losesBlock && run.count < 3) {
            break;
        }
        if (m_live[run.first + shift] < m_live[best.first]) {
            best = {run.first + shift, run.period, run.count - (losesBlock ? 1 : 0)};
        }
    }
    return best;
}

std::vector<std::uint32_t> topologicalOrder(const DrawnGraph &drawn)
{
    const std::size_t count = drawn.nodes.size();
    std::vector<std::uint32_t> waiting(count, 0);
    std::vector<std::vector<std::uint32_t>> readers(count);
    for (const DrawnEdge &edge : drawn.edges) {
        if (edge.from != edge.to) {
            ++waiting[edge.to];
            readers[edge.from].push_back(edge.to);
        }
    }
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (waiting[i] == 0) {
            ready.push(i);
        }
    }
    std::vector<std::uint32_t> order;
    order.reserve(count);
    std::vector<bool> isPlaced(count, false);
    for (std::uint32_t next = 0; order.size() < count;) {
        if (ready.empty()) { // a cycle: cut it at its first box
            while (isPlaced[next]) {
                ++next;
            }
            waiting[next] = 0;
            ready.push(next);
        }
        const std::uint32_t box = ready.top();
        ready.pop();
        if (isPlaced[box]) {
            continue;
        }
        isPlaced[box] = true;
        order.push_back(box);
        for (const std::uint32_t reader : readers[box]) {
            if (waiting[reader] > 0 && --waiting[reader] == 0) {
                ready.push(reader);
            }
        }
    }
    return order;
}

std::vector<std::uint32_t> levelOrder(const DrawnGraph &drawn,
                                      const std::vector<std::uint32_t> &order)
{
    const std::size_t count = order.size();
    const std::vector<std::uint32_t> places = placesOf(order);
    std::vector<std::vector<std::uint32_t>> readers(count); // places, by place
    for (const DrawnEdge &edge : drawn.edges) {
        if (places[edge.from] < places[edge.to]) {
            readers[places[edge.from]].push_back(places[edge.to]);
        }
    }
    std::vector<std::uint32_t> level(count, 0);
    for (std::uint32_t i = 0; i < count; ++i) {
        for (const std::uint32_t reader : readers[i]) {
            level[reader] = std::max(level[reader], level[i] + 1);
        }
    }
    for (std::uint32_t i = static_cast<std::uint32_t>(count); i-- > 0;) {
        std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
        for (const std::uint32_t reader : readers[i]) {
            first = std::min(first, level[reader]);
        }
        level[i] = readers[i].empty() ? level[i] : first - 1;
    }
    std::vector<std::uint32_t> sorted = order;
    std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
        return level[places[a]] < level[places[b]];
    });
    return sorted;
}

std::vector<std::uint64_t> wiringCodes(const DrawnGraph &drawn,
                                       const std::vector<std::uint32_t> &order)
{
    const std::vector<std::uint32_t> places = placesOf(order);
    std::vector<std::uint64_t> codes(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        const DrawnNode &node = drawn.nodes[order[i]];
        // Variables are what they feed; their titles are names.
        const bool isVariable = node.kind == DrawnKind::Variable;
        codes[i] = mix(isVariable ? 1 : std::hash<std::string>()(node.title), 0);
    }
    std::vector<std::uint32_t> readers(order.size(), 0);
    std::vector<std::uint32_t> inputs(order.size(), 0);
    std::vector<std::uint32_t> nearest(order.size(), farthestInput + 1);
    for (const DrawnEdge &edge : drawn.edges) {
        const std::uint32_t from = places[edge.from];
        const std::uint32_t to = places[edge.to];
        ++readers[from];
        ++inputs[to];
        nearest[to] = to > from ? std::min(nearest[to], to - from) : nearest[to];
    }
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        codes[i] = inputs[i] > mostInputs ? mix(codes[i], nearest[i]) : codes[i];
    }
    for (const DrawnEdge &edge : drawn.edges) {
        const std::uint32_t from = places[edge.from];
        const std::uint32_t to = places[edge.to];
        if (inputs[to] > mostInputs) {
            continue;
        }
        const std::uint32_t back = to - from;
        const bool isNear = to > from && back <= farthestInput && readers[from] <= mostReaders;
        // Every step reads another part of the sequence that was cut far above.
        const std::uint32_t index = isNear ? edge.value.index : 0;
        // Added: the order of a node's lines does not count.
        codes[to] += mix(mix(isNear ? back : 0, edge.input), index + (edge.isControl ? 7U : 1U));
    }
    return codes;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/layout/layout_pieces.h"

#include "core/layout/rank_graph.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <unordered_set>
#include <utility>

namespace nervure {

namespace {

/// Beyond this the memory of pieces is cleared rather than kept for ever.
constexpr std::size_t mostPieces = 4096;
constexpr unsigned mostHelpers = 4;
/// Boxes plus crossed ranks that are worth another program.
constexpr std::size_t workOfHelper = 4000;

template <typename T>
void appendBytes(std::string &key, const T &value)
{
    key.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// Equal for requests that are laid out alike.
std::string keyOf(const LayoutRequest &request, std::span<const std::uint32_t> topOrder = {})
{
    std::string key;
    key.reserve(20 + request.nodes.size() * 8 + request.edges.size() * 9);
    for (const double gap : {request.nodeGap, request.rankGap}) {
        appendBytes(key, static_cast<float>(gap));
    }
    for (const std::size_t count :
         {request.nodes.size(), std::size_t{request.topRow}, std::size_t{request.bottomRow}}) {
        appendBytes(key, static_cast<std::uint32_t>(count));
    }
    for (const LayoutNode &node : request.nodes) {
        appendBytes(key, static_cast<float>(node.width));
        appendBytes(key, static_cast<float>(node.height));
    }
    for (const LayoutEdge &edge : request.edges) {
        appendBytes(key, edge.from);
        appendBytes(key, edge.to);
        key.push_back(static_cast<char>((edge.isHidden ? 1 : 0) + (edge.isStraight ? 2 : 0)));
    }
    for (const std::uint32_t box : topOrder) {
        appendBytes(key, box);
    }
    return key;
}

} // namespace

LayoutPieces::LayoutPieces(const std::filesystem::path &program)
{
    const unsigned helpers = std::clamp(std::thread::hardware_concurrency(), 1U, mostHelpers);
    for (unsigned i = 0; i < helpers; ++i) {
        m_helpers.emplace_back(program);
    }
}

void LayoutPieces::begin()
{
    if (m_memory.size() > mostPieces) {
        m_memory.clear();
    }
    std::erase_if(m_memory,
                  [](const auto &piece) { return piece.second.engine == LayoutEngine::Fallback; });
}

const LayoutResult *LayoutPieces::find(const LayoutRequest &request,
                                       std::span<const std::uint32_t> topOrder) const
{
    const auto it = m_memory.find(keyOf(request, topOrder));
    return it == m_memory.end() ? nullptr : &it->second;
}

const LayoutResult &LayoutPieces::keep(const LayoutRequest &request, LayoutResult piece,
                                       std::span<const std::uint32_t> topOrder)
{
    return m_memory[keyOf(request, topOrder)] = std::move(piece);
}

std::vector<LayoutPieces::Task> LayoutPieces::tasksOf(
    const std::vector<const LayoutRequest *> &wanted) const
{
    std::vector<Task> tasks;
    std::unordered_set<std::string> isWanted;
    for (const LayoutRequest *request : wanted) {
        std::string key = keyOf(*request);
        if (m_memory.count(key) == 0 && isWanted.insert(key).second) {
            tasks.push_back({std::move(key), request});
        }
    }
    return tasks;
}

Status LayoutPieces::make(const std::vector<const LayoutRequest *> &wanted,
                          const PieceLimits &limits, const JobControl &control)
{
    std::vector<Task> tasks = tasksOf(wanted);
    work(tasks, limits, control);
    for (Task &task : tasks) {
        if (!task.result || !*task.result) {
            return makeError("cancelled", "the layout was cancelled");
        }
        m_memory[std::move(task.key)] = std::move(*task.result).value();
    }
    return {};
}

/// Pieces are independent of each other: every helper takes the next one that is left.
void LayoutPieces::work(std::vector<Task> &tasks, const PieceLimits &limits,
                        const JobControl &control)
{
    std::size_t total = 0;
    for (const Task &task : tasks) {
        total += virtualNodeCount(*task.request);
    }
    std::atomic<std::size_t> next{0};
    const auto run = [&](LayoutHelper &helper, const JobControl &own) {
        for (std::size_t i = next++; i < tasks.size() && !own.cancel.isCancelled(); i = next++) {
            tasks[i].result = helper.layout(*tasks[i].request, limits, own);
            own.report(static_cast<double>(i + 1) / static_cast<double>(2 * tasks.size()),
                       "layout");
        }
    };
    const std::size_t helpers =
        std::min({m_helpers.size(), tasks.size(), 1 + total / workOfHelper});
    JobControl silent; // progress is told on this thread
    silent.cancel = control.cancel;
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < helpers; ++i) {
        others.emplace_back([&, i] { run(m_helpers[i], silent); });
    }
    run(m_helpers.front(), control);
    for (std::thread &other : others) {
        other.join();
    }
}

std::size_t LayoutPieces::helperCalls() const
{
    std::size_t calls = 0;
    for (const LayoutHelper &helper : m_helpers) {
        calls += helper.calls();
    }
    return calls;
}

std::optional<Diagnostic> LayoutPieces::takeProblem()
{
    std::optional<Diagnostic> first;
    for (LayoutHelper &helper : m_helpers) {
        std::optional<Diagnostic> problem = helper.takeProblem();
        if (problem && !first) {
            first = std::move(problem);
        }
    }
    return first;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/layout_pieces.h"

#include "core/layout/engine/rank_graph.h"
#include "core/layout/engine/route.h"
#include "core/support/fingerprint.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <thread>
#include <unordered_set>
#include <utility>

namespace nervure {

namespace {

/// Beyond this the memory of pieces is cleared rather than kept for ever: 64 MiB.
constexpr std::size_t mostNumbers = std::size_t{16} << 20U;
constexpr unsigned mostHelpers = 4;
/// Boxes plus crossed ranks that are worth another program.
constexpr std::size_t workOfHelper = 4000;

template <typename T>
void appendBytes(std::string &key, const T &value)
{
    key.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// What the piece that begins at points[first - 1] is.
PackedCurve curveOf(const std::vector<Point> &points, std::size_t first)
{
    constexpr double tolerance = 1e-3;
    if (first + 3 > points.size()) {
        return PackedCurve::Any;
    }
    const auto isMadeBy = [&](auto make) {
        std::vector<Point> made{points[first - 1]};
        made.reserve(4);
        make(made, points[first + 2]);
        return std::hypot(made[1].x - points[first].x, made[1].y - points[first].y) < tolerance
               && std::hypot(made[2].x - points[first + 1].x, made[2].y - points[first + 1].y)
                      < tolerance;
    };
    return isMadeBy(curveDown)      ? PackedCurve::Down
           : isMadeBy(straightDown) ? PackedCurve::Straight
                                    : PackedCurve::Any;
}

} // namespace

/// Equal for requests that are laid out alike.
LayoutPieces::Key LayoutPieces::keyOf(const LayoutRequest &request,
                                      std::span<const std::uint32_t> topOrder)
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
        key.push_back(static_cast<char>((edge.isHidden ? 1 : 0) + (edge.isStraight ? 2 : 0)
                                        + (edge.isInOrder ? 4 : 0)));
    }
    for (const std::uint32_t box : topOrder) {
        appendBytes(key, box);
    }
    Fingerprint print;
    print.add(key);
    return print.value();
}

LayoutPieces::LayoutPieces(const std::filesystem::path &program)
{
    const unsigned helpers = std::clamp(std::thread::hardware_concurrency(), 1U, mostHelpers);
    for (unsigned i = 0; i < helpers; ++i) {
        m_helpers.emplace_back(program);
    }
}

void LayoutPieces::begin()
{
    if (m_numbers > mostNumbers) {
        m_memory.clear();
        m_numbers = 0;
    }
    std::erase_if(m_memory,
                  [](const auto &piece) { return piece.second.engine == LayoutEngine::Fallback; });
}

std::optional<LayoutResult> LayoutPieces::find(const LayoutRequest &request,
                                               std::span<const std::uint32_t> topOrder) const
{
    const auto it = m_memory.find(keyOf(request, topOrder));
    return it == m_memory.end() ? std::nullopt : std::optional(unpack(request, it->second));
}

LayoutResult LayoutPieces::keep(const LayoutRequest &request, const LayoutResult &piece,
                                std::span<const std::uint32_t> topOrder)
{
    return unpack(request, remember(keyOf(request, topOrder), piece));
}

const LayoutPieces::Packed &LayoutPieces::remember(const Key &key, const LayoutResult &piece)
{
    Packed packed;
    packed.engine = piece.engine;
    packed.counts.reserve(piece.edges.size());
    const auto add = [&packed](Point point) {
        packed.places.push_back(static_cast<float>(point.x));
        packed.places.push_back(static_cast<float>(point.y));
    };
    for (const PlacedNode &node : piece.nodes) {
        add(node.center);
    }
    for (const PlacedEdge &edge : piece.edges) {
        const std::vector<Point> &points = edge.points;
        packed.counts.push_back(static_cast<std::uint32_t>(points.size()));
        for (std::size_t i = 0; i < points.size(); i += i == 0 ? 1 : 3) {
            const std::size_t end = i == 0 ? 1 : std::min(i + 3, points.size());
            const PackedCurve curve = i == 0 ? PackedCurve::Any : curveOf(points, i);
            if (i > 0) {
                packed.curves.push_back(curve);
            }
            const auto first = static_cast<std::ptrdiff_t>(curve == PackedCurve::Any ? i : end - 1);
            std::for_each(points.begin() + first, points.begin() + static_cast<std::ptrdiff_t>(end),
                          add);
        }
    }
    packed.places.shrink_to_fit();
    packed.curves.shrink_to_fit();
    m_numbers += packed.places.size() + packed.counts.size();
    return m_memory[key] = std::move(packed);
}

LayoutResult LayoutPieces::unpack(const LayoutRequest &request, const Packed &packed)
{
    LayoutResult piece;
    piece.engine = packed.engine;
    const float *next = packed.places.data();
    const auto take = [&next] {
        next += 2;
        return Point{next[-2], next[-1]};
    };
    piece.nodes.reserve(request.nodes.size());
    for (const LayoutNode &node : request.nodes) {
        piece.nodes.push_back({take(), node.width, node.height});
    }
    piece.edges.resize(packed.counts.size());
    const PackedCurve *curve = packed.curves.data();
    for (std::size_t i = 0; i < piece.edges.size(); ++i) {
        const std::size_t count = packed.counts[i];
        std::vector<Point> &points = piece.edges[i].points;
        points.reserve(count);
        if (count > 0) {
            points.push_back(take());
        }
        while (points.size() < count) {
            switch (*curve++) {
            case PackedCurve::Down: curveDown(points, take()); break;
            case PackedCurve::Straight: straightDown(points, take()); break;
            case PackedCurve::Any:
                std::generate_n(std::back_inserter(points),
                                std::min<std::size_t>(3, count - points.size()), take);
            }
        }
    }
    return piece;
}

std::vector<LayoutPieces::Task> LayoutPieces::tasksOf(
    const std::vector<const LayoutRequest *> &wanted) const
{
    std::vector<Task> tasks;
    std::unordered_set<Key, KeyHash> isWanted;
    for (const LayoutRequest *request : wanted) {
        const Key key = keyOf(*request, {});
        if (m_memory.count(key) == 0 && isWanted.insert(key).second) {
            tasks.push_back({key, request});
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
        remember(task.key, **task.result);
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
        for (std::size_t i = next++; i < tasks.size() && !own.cancel.isCanceled(); i = next++) {
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

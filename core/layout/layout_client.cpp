// SPDX-License-Identifier: Apache-2.0
#include "core/layout/layout_client.h"

#include "core/layout/chunk_layout.h"
#include "core/layout/far_lines.h"
#include "core/layout/layered_layout.h"
#include "core/layout/layout_cache.h"
#include "core/layout/layout_protocol.h"
#include "core/layout/place_labels.h"
#include "core/layout/rank_graph.h"
#include "core/layout/segments.h"
#include "core/layout/stubs.h"
#include "core/support/process.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace nervure {

namespace {

using Clock = std::chrono::steady_clock;

/// Graphviz's network simplex recurses as deep as the graph is long.
constexpr std::uint64_t helperStack = std::uint64_t{1} << 30U;
/// Beyond this the memory of pieces is cleared rather than kept for ever.
constexpr std::size_t mostPieces = 4096;
/// What Graphviz lays out well within a second: boxes plus crossed ranks, and boxes.
constexpr std::size_t mostWork = 3000;
constexpr std::size_t mostBoxes = 600;
/// Where lines are left out, it is done thoroughly.
constexpr std::size_t wantedWork = 1000;
/// What takes less is made again as fast as it is read.
constexpr std::chrono::milliseconds worthKeeping{40};

template <typename T>
void appendBytes(std::string &key, const T &value)
{
    key.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// Equal for requests that are laid out alike.
std::string keyOf(const LayoutRequest &request)
{
    std::string key;
    key.reserve(16 + request.nodes.size() * 8 + request.edges.size() * 9);
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
    return key;
}

bool isCancelled(const Diagnostic &error)
{
    return error.code == "cancelled";
}

} // namespace

struct LayoutClient::State {
    LayoutClientOptions options;
    std::optional<Process> helper;
    std::optional<Diagnostic> problem;
    std::unordered_map<std::string, LayoutResult> memory; ///< by keyOf()
    std::size_t helperCalls = 0;
    Clock::time_point deadline;

    Status start();
    Result<LayoutResult> ask(const LayoutRequest &request, const JobControl &control);
    Result<LayoutResult> layoutPiece(const LayoutRequest &request, const JobControl &control);
    Result<LayoutResult> layoutLarge(const LayoutRequest &request, const JobControl &control);
    Result<const LayoutResult *> remembered(const Segment &segment, const JobControl &control);
    Result<const LayoutResult *> rememberedChunk(const LayoutRequest &request,
                                                 const JobControl &control);
    [[nodiscard]] const LayoutResult *recall(const std::string &key) const;
    [[nodiscard]] std::vector<SegmentChain> split(const LayoutRequest &request,
                                                  LeftOutLines &isLeftOut) const;
    Result<LayoutResult> layout(const LayoutRequest &request, const JobControl &control);
    Result<LayoutResult> make(const LayoutRequest &request, const JobControl &control);
};

Status LayoutClient::State::start()
{
    if (helper && helper->isRunning()) {
        return {};
    }
    helper.reset();
    if (options.helper.empty()) {
        return makeError("layout-helper", "there is no layout program");
    }
    ProcessOptions start;
    start.argv = {options.helper.string()};
    start.stackBytes = helperStack;
    Result<Process> started = Process::start(start);
    if (!started) {
        return started.error();
    }
    helper = std::move(*started);
    return {};
}

Result<LayoutResult> LayoutClient::State::ask(const LayoutRequest &request,
                                              const JobControl &control)
{
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) {
        return makeError("timeout", "the layout program took too long");
    }
    if (Status status = start(); !status) {
        return status.error();
    }
    const WaitLimit limit{options.isWhole ? left : std::min(left, options.pieceDeadline),
                          &control.cancel};
    if (Status status = helper->write(encodeLayoutRequest(request) + '\n', limit); !status) {
        helper.reset();
        return status.error();
    }
    Result<std::string> answer = helper->readLine(limit);
    if (!answer) {
        helper.reset();
        return answer.error();
    }
    ++helperCalls;
    Result<LayoutResult> result = decodeLayoutResult(*answer, request);
    if (!result) {
        helper.reset();
    }
    return result;
}

/// With Graphviz if it can, else our own way. A helper that died may have been killed by someone:
/// another one is tried.
Result<LayoutResult> LayoutClient::State::layoutPiece(const LayoutRequest &request,
                                                      const JobControl &control)
{
    Result<LayoutResult> answer = ask(request, control);
    if (!answer && answer.error().code == "process" && !options.helper.empty()) {
        answer = ask(request, control);
        if (answer) {
            problem = makeError("layout-restarted",
                                "the layout program was ended from outside and started again");
            problem->severity = Severity::Note;
        }
    }
    if (answer || isCancelled(answer.error())) {
        return answer;
    }
    problem = answer.error();
    return layeredLayout(request, control);
}

Result<LayoutResult> LayoutClient::State::layoutLarge(const LayoutRequest &request,
                                                      const JobControl &control)
{
    return layoutInChunks(
        request, [&](const LayoutRequest &chunk) { return rememberedChunk(chunk, control); });
}

const LayoutResult *LayoutClient::State::recall(const std::string &key) const
{
    const auto it = memory.find(key);
    const bool isGood = it != memory.end() && it->second.engine == LayoutEngine::Graphviz;
    return isGood ? &it->second : nullptr;
}

Result<const LayoutResult *> LayoutClient::State::rememberedChunk(const LayoutRequest &request,
                                                                  const JobControl &control)
{
    std::string key = keyOf(request);
    if (const LayoutResult *known = recall(key)) {
        return known;
    }
    Result<LayoutResult> piece = layoutPiece(request, control);
    if (!piece) {
        return piece.error();
    }
    return &(memory[std::move(key)] = std::move(*piece));
}

Result<const LayoutResult *> LayoutClient::State::remembered(const Segment &segment,
                                                             const JobControl &control)
{
    const LayoutRequest &request = segment.request;
    std::string key = keyOf(request);
    if (const LayoutResult *known = recall(key)) {
        return known;
    }
    if (segment.isTrivial()) {
        return &(memory[std::move(key)] = layoutTrivialSegment(segment, request.rankGap));
    }
    const bool isLarge = request.nodes.size() > mostBoxes || virtualNodeCount(request) > mostWork;
    Result<LayoutResult> piece =
        isLarge && !options.isWhole ? layoutLarge(request, control) : layoutPiece(request, control);
    if (!piece) {
        return piece.error();
    }
    return &(memory[std::move(key)] = std::move(*piece));
}

/// Lines that make a part too large for Graphviz are left out where that helps: then there may be
/// more cuts.
std::vector<SegmentChain> LayoutClient::State::split(const LayoutRequest &request,
                                                     LeftOutLines &isLeftOut) const
{
    if (options.isWhole) {
        return splitIntoComponents(request);
    }
    isLeftOut = farLines(request);
    std::vector<SegmentChain> chains = splitIntoSegments(request, isLeftOut);
    bool leftOutMore = false;
    for (const SegmentChain &chain : chains) {
        for (const Segment &segment : chain) {
            if (!segment.isTrivial() && virtualNodeCount(segment.request) > mostWork
                && leaveOutLongest(request, segment.nodes, segment.edges, wantedWork, isLeftOut)) {
                leftOutMore = true;
            }
        }
    }
    return leftOutMore ? splitIntoSegments(request, isLeftOut) : chains;
}

Result<LayoutResult> LayoutClient::State::layout(const LayoutRequest &request,
                                                 const JobControl &control)
{
    problem.reset();
    const LayoutCache cache(options.cacheFolder);
    if (auto known = cache.find(request)) {
        return std::move(*known);
    }
    const Clock::time_point begin = Clock::now();
    deadline = begin + options.deadline;
    Result<LayoutResult> result = make(request, control);
    if (result && !problem && Clock::now() - begin >= worthKeeping) {
        cache.keep(request, *result);
    }
    return result;
}

Result<LayoutResult> LayoutClient::State::make(const LayoutRequest &request,
                                               const JobControl &control)
{
    if (memory.size() > mostPieces) {
        memory.clear();
    }
    LeftOutLines isLeftOut(request.edges.size(), false);
    const std::vector<SegmentChain> chains = split(request, isLeftOut);
    std::vector<std::vector<const LayoutResult *>> pieces;
    std::size_t done = 0;
    for (const SegmentChain &chain : chains) {
        pieces.emplace_back();
        for (const Segment &segment : chain) {
            if (control.cancel.isCancelled()) {
                return makeError("cancelled", "the layout was cancelled");
            }
            Result<const LayoutResult *> piece = remembered(segment, control);
            if (!piece) {
                return piece.error();
            }
            pieces.back().push_back(*piece);
            done += segment.nodes.size();
        }
        control.report(static_cast<double>(done) / static_cast<double>(request.nodes.size() + done),
                       "layout");
    }
    LayoutResult result = assembleSegments(request, chains, pieces);
    placeStubs(request, isLeftOut, result);
    placeLabels(request, result);
    return result;
}

LayoutClient::LayoutClient(LayoutClientOptions options) : m_state(std::make_unique<State>())
{
    m_state->options = std::move(options);
}

LayoutClient::~LayoutClient() = default;
LayoutClient::LayoutClient(LayoutClient &&) noexcept = default;
LayoutClient &LayoutClient::operator=(LayoutClient &&) noexcept = default;

Result<LayoutResult> LayoutClient::layout(const LayoutRequest &request, const JobControl &control)
{
    return m_state->layout(request, control);
}

const std::optional<Diagnostic> &LayoutClient::problem() const
{
    return m_state->problem;
}

std::size_t LayoutClient::helperCalls() const
{
    return m_state->helperCalls;
}

} // namespace nervure

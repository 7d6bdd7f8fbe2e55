// SPDX-License-Identifier: Apache-2.0
#include "core/layout/layout_client.h"

#include "core/layout/layered_layout.h"
#include "core/layout/layout_protocol.h"
#include "core/layout/place_labels.h"
#include "core/layout/rank_graph.h"
#include "core/layout/segments.h"
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

bool isCancelled(const Diagnostic &error)
{
    return error.code == "cancelled";
}

} // namespace

struct LayoutClient::State {
    LayoutClientOptions options;
    std::optional<Process> helper;
    std::optional<Diagnostic> problem;
    std::unordered_map<std::string, LayoutResult> memory; ///< by encoded request
    std::size_t helperCalls = 0;
    Clock::time_point deadline;

    Result<LayoutResult> layoutPiece(const Segment &segment, const JobControl &control);
    Result<LayoutResult> ask(const std::string &line, const LayoutRequest &request,
                             const JobControl &control);
    Result<const LayoutResult *> remembered(const Segment &segment, const JobControl &control);
    Result<LayoutResult> layout(const LayoutRequest &request, const JobControl &control);
    Status start();
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

Result<LayoutResult> LayoutClient::State::ask(const std::string &line, const LayoutRequest &request,
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
    const WaitLimit limit{left, &control.cancel};
    if (Status status = helper->write(line + '\n', limit); !status) {
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

Result<LayoutResult> LayoutClient::State::layoutPiece(const Segment &segment,
                                                      const JobControl &control)
{
    const std::size_t work = virtualNodeCount(segment.request);
    if (work > options.largestPiece) {
        problem = makeWarning("layout-size", "a part of the graph is too large for Graphviz ("
                                                 + std::to_string(work) + " places, at most "
                                                 + std::to_string(options.largestPiece) + ")");
        return layeredLayout(segment.request, control);
    }
    Result<LayoutResult> answer =
        ask(encodeLayoutRequest(segment.request), segment.request, control);
    if (answer || isCancelled(answer.error())) {
        return answer;
    }
    problem = answer.error();
    return layeredLayout(segment.request, control);
}

Result<const LayoutResult *> LayoutClient::State::remembered(const Segment &segment,
                                                             const JobControl &control)
{
    std::string key = encodeLayoutRequest(segment.request);
    if (const auto it = memory.find(key); it != memory.end()) {
        if (it->second.engine == LayoutEngine::Graphviz) {
            return &it->second;
        }
    }
    if (segment.isTrivial()) {
        return &(memory[std::move(key)] = layoutTrivialSegment(segment, segment.request.rankGap));
    }
    Result<LayoutResult> piece = layoutPiece(segment, control);
    if (!piece) {
        return piece.error();
    }
    return &(memory[std::move(key)] = std::move(*piece));
}

Result<LayoutResult> LayoutClient::State::layout(const LayoutRequest &request,
                                                 const JobControl &control)
{
    problem.reset();
    deadline = Clock::now() + options.deadline;
    if (memory.size() > mostPieces) {
        memory.clear();
    }
    const std::vector<SegmentChain> chains =
        options.useCuts ? splitIntoSegments(request) : splitIntoComponents(request);
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

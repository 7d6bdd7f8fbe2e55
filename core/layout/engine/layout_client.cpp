// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/layout_client.h"

#include "core/layout/engine/chunk_layout.h"
#include "core/layout/engine/input_order.h"
#include "core/layout/engine/layered_layout.h"
#include "core/layout/engine/layout_cache.h"
#include "core/layout/engine/layout_pieces.h"
#include "core/layout/engine/long_edges.h"
#include "core/layout/engine/loose_boxes.h"
#include "core/layout/engine/place_labels.h"
#include "core/layout/engine/place_stubs.h"
#include "core/layout/engine/rank_graph.h"
#include "core/layout/engine/segments.h"

#include <span>
#include <vector>

namespace nervure {

namespace {

using Clock = std::chrono::steady_clock;

/// What Graphviz lays out well within a second: boxes plus crossed ranks, and boxes.
constexpr std::size_t mostWork = 3000;
constexpr std::size_t mostBoxes = 600;
/// Where lines are left out, it is done thoroughly.
constexpr std::size_t wantedWork = 1000;
/// What takes less is made again as fast as it is read.
constexpr std::chrono::milliseconds worthKeeping{40};

Diagnostic canceledError()
{
    return makeError("cancelled", "the layout was cancelled");
}

bool isLarge(const LayoutRequest &request)
{
    return request.nodes.size() > mostBoxes || virtualNodeCount(request) > mostWork;
}

} // namespace

struct LayoutClient::State {
    explicit State(LayoutClientOptions given) : options(std::move(given)), pieces(options.helper) {}

    LayoutClientOptions options;
    LayoutPieces pieces;
    std::optional<Diagnostic> problem;
    PieceLimits limits;
    Status preparePieces(std::vector<SegmentChain> &chains, const JobControl &control);
    Result<LayoutResult> pieceOf(Segment &segment, const JobControl &control);
    Result<LayoutResult> layoutLarge(LayoutRequest request, const JobControl &control);
    [[nodiscard]] std::vector<SegmentChain> split(const LayoutRequest &request,
                                                  StubbedEdges &isStubbed,
                                                  const CancelToken &cancel) const;
    Result<LayoutResult> layout(const LayoutRequest &request, const JobControl &control);
    Result<LayoutResult> make(const LayoutRequest &request, const JobControl &control);
};

/// Has all segments that are not remembered laid out, but for those that are too large.
Status LayoutClient::State::preparePieces(std::vector<SegmentChain> &chains,
                                          const JobControl &control)
{
    std::vector<const LayoutRequest *> wanted;
    for (SegmentChain &chain : chains) {
        for (Segment &segment : chain) {
            if (control.cancel.isCanceled()) {
                return canceledError();
            }
            if (!segment.isTrivial() && (options.isWhole || !isLarge(segment.request))) {
                if (!options.isWhole) {
                    keepInputOrder(segment);
                }
                wanted.push_back(&segment.request);
            }
        }
    }
    return pieces.make(wanted, limits, control);
}

Result<LayoutResult> LayoutClient::State::pieceOf(Segment &segment, const JobControl &control)
{
    if (control.cancel.isCanceled()) {
        return canceledError();
    }
    if (segment.isTrivial()) {
        return layoutTrivialSegment(segment, segment.request.rankGap);
    }
    if (auto known = pieces.find(segment.request)) {
        return std::move(*known);
    }
    const bool isBetweenCuts = segment.startsAtCut && segment.endsAtCut;
    return layoutLarge(isBetweenCuts ? segment.request : std::move(segment.request), control);
}

/// In chunks, each of which goes on in the order in which the one above left its lines: that, and that
/// it takes a hundredth of the time, is worth more than Graphviz's better single chunks.
Result<LayoutResult> LayoutClient::State::layoutLarge(LayoutRequest request,
                                                      const JobControl &control)
{
    const LayoutPart layoutPart =
        [&](const LayoutRequest &chunk,
            std::span<const std::uint32_t> topOrder) -> Result<LayoutResult> {
        if (control.cancel.isCanceled()) {
            return canceledError();
        }
        if (auto known = pieces.find(chunk, topOrder)) {
            return std::move(*known);
        }
        ASSIGN_OR_RETURN(LayoutResult piece, layeredLayout(chunk, control, topOrder));
        piece.engine = LayoutEngine::Own;
        return pieces.keep(chunk, piece, topOrder);
    };
    return layoutInChunks(std::move(request), layoutPart, control.cancel);
}

/// Lines that make a part too large for Graphviz are left out where that helps: then there may be
/// more cuts.
std::vector<SegmentChain> LayoutClient::State::split(const LayoutRequest &request,
                                                     StubbedEdges &isStubbed,
                                                     const CancelToken &cancel) const
{
    if (options.isWhole) {
        return splitIntoComponents(request);
    }
    isStubbed = longEdges(request);
    if (cancel.isCanceled()) {
        return {};
    }
    std::vector<SegmentChain> chains = splitIntoSegments(request, isStubbed);
    bool leftOutMore = false;
    BoxNumbers numbers;
    for (const SegmentChain &chain : chains) {
        for (const Segment &segment : chain) {
            if (cancel.isCanceled()) {
                return {};
            }
            if (!segment.isTrivial() && virtualNodeCount(segment.request) > mostWork
                && stubLongestEdges(request, segment.nodes, segment.edges, wantedWork, isStubbed,
                                    numbers)) {
                leftOutMore = true;
            }
        }
    }
    if (!leftOutMore) {
        return chains;
    }
    chains = {}; // before the next ones are made
    return splitIntoSegments(request, isStubbed);
}

Result<LayoutResult> LayoutClient::State::layout(const LayoutRequest &request,
                                                 const JobControl &control)
{
    const LayoutCache cache(options.cacheFolder);
    if (auto known = cache.find(request)) {
        return std::move(*known);
    }
    const Clock::time_point begin = Clock::now();
    limits = {begin + options.deadline, options.isWhole ? options.deadline : options.pieceDeadline};
    Result<LayoutResult> result = make(request, control);
    const std::optional<Diagnostic> ours = pieces.takeProblem();
    problem = problem ? problem : ours;
    if (result && !ours && Clock::now() - begin >= worthKeeping) {
        cache.keep(request, *result);
    }
    return result;
}

Result<LayoutResult> LayoutClient::State::make(const LayoutRequest &request,
                                               const JobControl &control)
{
    pieces.begin();
    StubbedEdges isStubbed(request.edges.size(), false);
    std::vector<SegmentChain> chains = split(request, isStubbed, control.cancel);
    if (control.cancel.isCanceled()) {
        return canceledError();
    }
    RETURN_IF_FAILED(preparePieces(chains, control));
    control.report(0.7, "layout");
    Result<LayoutResult> result = assembleSegments(
        request, std::move(chains), [&](Segment &segment) { return pieceOf(segment, control); });
    if (result && !control.cancel.isCanceled()) {
        placeStubs(request, isStubbed, *result);
        placeLabels(request, *result, control.cancel);
    }
    if (control.cancel.isCanceled()) {
        return canceledError();
    }
    return result;
}

LayoutClient::LayoutClient(LayoutClientOptions options)
    : m_state(std::make_unique<State>(std::move(options)))
{}

LayoutClient::~LayoutClient() = default;
LayoutClient::LayoutClient(LayoutClient &&) noexcept = default;
LayoutClient &LayoutClient::operator=(LayoutClient &&) noexcept = default;

Result<LayoutResult> LayoutClient::layout(const LayoutRequest &request, const JobControl &control,
                                          Picture picture)
{
    if (picture == Picture::New) {
        m_state->problem.reset();
    }
    const std::optional<LayoutRequest> others = withoutLooseBoxes(request);
    if (!others) {
        return m_state->layout(request, control);
    }
    ASSIGN_OR_RETURN(LayoutResult layout, m_state->layout(*others, control));
    return withLooseBoxes(request, std::move(layout));
}

const std::optional<Diagnostic> &LayoutClient::problem() const
{
    return m_state->problem;
}

std::size_t LayoutClient::helperCalls() const
{
    return m_state->pieces.helperCalls();
}

} // namespace nervure

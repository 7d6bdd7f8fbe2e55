// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"
#include "core/layout/engine/long_edges.h"
#include "core/support/result.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace nervure {

/// A stretch of a graph between two neighboring cuts, both cut boxes included. A cut is a box that
/// every path goes through: no line passes it by. Its own request counts from 0, in the order of
/// `nodes` and `edges`, then come hidden lines that keep the cuts alone in their ranks.
struct Segment {
    std::vector<std::uint32_t> nodes; ///< in topological order
    std::vector<std::uint32_t> edges;
    bool startsAtCut = false; ///< its first box is the last one of the segment before
    bool endsAtCut = false;
    LayoutRequest request;

    /// Two boxes and one line: needs no layout.
    [[nodiscard]] bool isTrivial() const { return nodes.size() <= 2 && edges.size() <= 1; }
};

/// The segments of one connected component, from top to bottom.
using SegmentChain = std::vector<Segment>;

/// Splits a request into components, and these at their cuts, as if lines that are left out (none by
/// default) were not there (but they hold components together). Loops are left out too: route them with
/// routeBeside(). Linear in boxes and lines.
[[nodiscard]] std::vector<SegmentChain> splitIntoSegments(const LayoutRequest &request,
                                                          const StubbedEdges &isStubbed = {});

/// The whole request as one segment a component, for comparison.
[[nodiscard]] std::vector<SegmentChain> splitIntoComponents(const LayoutRequest &request);

/// The layout of a trivial segment.
[[nodiscard]] LayoutResult layoutTrivialSegment(const Segment &segment, double rankGap);

/// Gives the layout of a segment's request, which it may take unless that has a cut at either end.
using PieceSource = std::function<Result<LayoutResult>(Segment &)>;

/// Puts segments together, whose layouts are asked for one after the other. Cut boxes are shared; each
/// is moved sideways to stand below the one before, so that the picture does not drift. Components
/// stand side by side, in rows. Fails where `pieceOf` does.
[[nodiscard]] Result<LayoutResult> assembleSegments(const LayoutRequest &request,
                                                    std::vector<SegmentChain> chains,
                                                    const PieceSource &pieceOf);

} // namespace nervure

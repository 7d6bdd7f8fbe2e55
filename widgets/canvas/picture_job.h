// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analysis/analyses.h"
#include "core/graph/difference/counterparts.h"
#include "core/layout/diagram/groups.h"
#include "core/layout/engine/layout_client.h"
#include "widgets/canvas/canvas_switches.h"
#include "widgets/style/qt_text_measure.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace nervure {

class CanvasScene;
class IndexedGraph;

/// What layout jobs share. A new job may start while the one it replaces still winds down.
struct LayoutHands {
    explicit LayoutHands(LayoutClientOptions options) : client(std::move(options)) {}

    std::mutex mutex;
    LayoutClient client;
    QtTextMeasure measure;
};

/// What a layout job gives back; no scene when it was canceled.
struct Picture {
    std::shared_ptr<const CanvasScene> scene;
    Grouping grouping = Grouping::None; ///< by which it is folded
    std::optional<Diagnostic> problem;
    std::shared_ptr<const Counterparts> counterparts; ///< see PictureJob::step; null: not asked for
};

/// From which stage to which one a picture goes.
struct StageStep {
    std::shared_ptr<const NodeLineage> lineage; ///< null: none
    std::size_t from = 0;
    std::size_t to = 0;
};

/// All that a picture of a graph is made of, for any thread.
struct PictureJob {
    std::shared_ptr<LayoutHands> hands;
    std::shared_ptr<const Graph> graph;
    const OpRegistry &ops;
    std::shared_ptr<const IndexedGraph> index; ///< null: nothing is known
    Analyses analyses;                         ///< over `index`
    decltype(DrawOptions::loaded) loaded;
    CanvasSwitches switches;
    GroupFolding folding;
    std::shared_ptr<const std::string> known; ///< a layout that may fit; null: there is none
    bool mayChoose = false;                   ///< the grouping of a large picture
    std::vector<NodeId> gone = {}; ///< of `graph`: drawn, but not of the stage that is shown
    StageStep step; ///< whose nodes are matched, to show how one picture becomes the other

    [[nodiscard]] Picture run(const JobControl &control) const;
};

} // namespace nervure

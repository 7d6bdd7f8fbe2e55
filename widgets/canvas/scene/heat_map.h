// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/canvas/scene/canvas_marks.h"
#include "widgets/canvas/scene/node_colors.h"

#include <functional>
#include <unordered_map>

namespace nervure {

class GraphDocument;

using HeatMapValues = std::unordered_map<NodeId, double>;

/// How amounts are shown.
struct HeatMapStyle {
    QString title;
    std::function<QString(double)> format;
    bool isLogarithmic = false; ///< where all amounts are above zero; else linear all the same
};

/// Colors nodes by their amounts. Operators of the graph that have none are missing.
void addHeatMap(CanvasMarks &marks, const HeatMapValues &amounts, const HeatMapStyle &look,
                const Graph &graph);

/// Colors operators by the time of their layers, with the share of all layers' time as a badge.
/// A hint without a profile.
void addTimeMarks(CanvasMarks &marks, const GraphDocument &document, bool isLogarithmic = false);

/// Colors operators by what became of their layers' time since the run that the shown one is compared with:
/// the larger the difference, the stronger. Where nothing is called different, nothing is. A hint without a
/// comparison.
void addTimeChangeMarks(CanvasMarks &marks, const GraphDocument &document);

/// Colors operators by their parameters, MACs or bytes, as the query language counts them. A hint
/// while no shapes are known.
void addAmountMarks(CanvasMarks &marks, const GraphDocument &document, NodeColoring amount,
                    bool isLogarithmic = false);

} // namespace nervure

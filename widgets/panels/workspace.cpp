// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/workspace.h"

#include <algorithm>
#include <cstddef>

namespace nervure {

namespace {

constexpr std::array<const char *, 3> workspaceKeys{"model", "passes", "profile"};

constexpr std::array<DockPlace, 5> modelPlaces{{{"outline", Qt::LeftDockWidgetArea},
                                                {"find", Qt::LeftDockWidgetArea},
                                                {"palette", Qt::LeftDockWidgetArea},
                                                {"inspector", Qt::RightDockWidgetArea},
                                                {"history", Qt::RightDockWidgetArea}}};
constexpr std::array<DockPlace, 7> passesPlaces{{{"passes", Qt::LeftDockWidgetArea},
                                                 {"outline", Qt::LeftDockWidgetArea},
                                                 {"changes", Qt::RightDockWidgetArea},
                                                 {"inspector", Qt::RightDockWidgetArea},
                                                 {"memory", Qt::BottomDockWidgetArea},
                                                 {"proof", Qt::BottomDockWidgetArea},
                                                 {"text-difference", Qt::BottomDockWidgetArea}}};
constexpr std::array<DockPlace, 5> profilePlaces{{{"run", Qt::BottomDockWidgetArea},
                                                  {"charts", Qt::BottomDockWidgetArea},
                                                  {"memory", Qt::BottomDockWidgetArea},
                                                  {"inspector", Qt::RightDockWidgetArea},
                                                  {"outline", Qt::RightDockWidgetArea}}};

/// Below it, panels at both sides leave a canvas of less than 60 %, or in the other workspaces nothing that
/// a graph can be seen in.
constexpr int leastWidthForTwoSides = 1800;
constexpr int leastWidthForThreeColumns = 1000;
constexpr int sideWidth = 280;
constexpr int inspectorWidth = 360;
constexpr int stepsWidth = 560; ///< the list of steps, with its columns

} // namespace

QString workspaceKey(Workspace workspace)
{
    return QString::fromLatin1(workspaceKeys.at(static_cast<std::size_t>(workspace)));
}

Workspace workspaceOfKey(const QString &key)
{
    for (const Workspace workspace : allWorkspaces()) {
        if (workspaceKey(workspace) == key) {
            return workspace;
        }
    }
    return Workspace::Model;
}

std::span<const DockPlace> usualPlaces(Workspace workspace)
{
    switch (workspace) {
    case Workspace::Model: return modelPlaces;
    case Workspace::Passes: return passesPlaces;
    case Workspace::Profile: break;
    }
    return profilePlaces;
}

AreaSizes usualSizes(Workspace workspace, int windowWidth, int windowHeight)
{
    constexpr int leastSide = 220;
    const int narrow = std::clamp(windowWidth / 5, leastSide, sideWidth);
    const int wide = std::clamp(windowWidth * 2 / 7, leastSide, inspectorWidth);
    switch (workspace) {
    case Workspace::Model:
        return {narrow, wide, windowHeight / 3, windowWidth < leastWidthForTwoSides};
    case Workspace::Passes:
        return windowWidth < leastWidthForThreeColumns
                   ? AreaSizes{wide, wide, windowHeight / 4, true}
                   : AreaSizes{std::min(windowWidth / 3, stepsWidth), narrow, windowHeight / 4,
                               false};
    case Workspace::Profile: break;
    }
    return {narrow, wide, windowHeight * 2 / 5, false};
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <Qt>

#include <array>
#include <span>

namespace nervure {

/// What a person does at the moment; the docks are arranged for it.
enum class Workspace { Model, Passes, Profile };

/// In the order of the switch.
[[nodiscard]] constexpr std::array<Workspace, 3> allWorkspaces()
{
    return {Workspace::Model, Workspace::Passes, Workspace::Profile};
}

/// What settings call it: "model".
[[nodiscard]] QString workspaceKey(Workspace workspace);
/// The one with that key; Model for what nobody knows.
[[nodiscard]] Workspace workspaceOfKey(const QString &key);

/// Where a dock of a fresh arrangement is.
struct DockPlace {
    const char *panel;
    Qt::DockWidgetArea area;
};

/// The docks that a workspace shows when nobody has arranged it, in the order of their tabs: the first of
/// an area is in front. All others are closed, and open in the area their panel asks for.
[[nodiscard]] std::span<const DockPlace> usualPlaces(Workspace workspace);

/// How large the areas of a fresh arrangement are, in device-independent pixels.
struct AreaSizes {
    int left;
    int right;
    int bottom;
    /// The docks of the left area stand above those of the right one, so that the canvas keeps 60 % of the
    /// window.
    bool isStacked;
};

/// Those that fit a window so large.
[[nodiscard]] AreaSizes usualSizes(Workspace workspace, int windowWidth, int windowHeight);

} // namespace nervure

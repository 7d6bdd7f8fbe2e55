// SPDX-License-Identifier: Apache-2.0
#include "app/actions/go_actions.h"

#include "app/actions/action_tables.h"
#include "app/actions/window_actions.h"
#include "app/commands/canvas_commands.h"
#include "app/commands/navigation.h"
#include "app/commands/node_selection.h"
#include "app/files/model_windows.h"
#include "app/files/window_services.h"
#include "widgets/canvas/graph_view.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMainWindow>

namespace nervure {

namespace {

using namespace action_tables;

void toggleLogarithmic(C c)
{
    c.session.colors.setLogarithmic(!c.session.colors.isLogarithmic());
}

template <SelectionStep step>
bool canStep(C c)
{
    return canSelect(c.session, step);
}

template <SelectionStep step>
void doStep(C c)
{
    selectAlong(c.session, step);
}

template <int number>
void setBookmark(C c)
{
    c.navigation.setBookmark(number);
}

template <int number>
void goToBookmark(C c)
{
    c.navigation.goToBookmark(number);
}

template <int number>
bool hasBookmark(C c)
{
    return hasDocument(c) && c.navigation.hasBookmark(number);
}

template <int number>
QString bookmarkName(C c)
{
    const auto &place = c.navigation.bookmark(number);
    return place ? place->name : QString();
}

bool canNameBookmark(C c)
{
    return hasDocument(c) && (c.navigation.bookmarkHere() || c.navigation.freeBookmark());
}

/// As if the key was pressed there.
template <int key, int modifiers = 0>
void pressOnCanvas(C c)
{
    c.view.setFocus();
    QKeyEvent press(QEvent::KeyPress, key, Qt::KeyboardModifiers(modifiers));
    QCoreApplication::sendEvent(&c.view, &press);
}

bool canFoldHere(C c)
{
    return c.view.selectedGroup() >= 0;
}

bool hasSelection(C c)
{
    return !c.session.selection.isEmpty();
}

bool hasTabs(C c)
{
    return c.services.windows.tabCount(c.window) > 1;
}

template <int step>
void goToTab(C c)
{
    c.services.windows.goForward(c.window, step);
}

template <NodeColoring coloring>
void colorBy(C c)
{
    c.canvas.setColoring(coloring);
}

template <NodeColoring coloring>
bool isColoredBy(C c)
{
    return c.canvas.coloring() == coloring;
}

// clang-format off
#define NERVURE_COLOUR(id, group, text, keys, what) \
    {id, Menu::Color, group, text, nullptr, keys, hasDocument, colorBy<NodeColoring::what>, \
     isColoredBy<NodeColoring::what>}
#define NERVURE_STEP(id, group, text, icon, keys, what) \
    {id, Menu::Go, group, text, icon, keys, canStep<SelectionStep::what>, \
     doStep<SelectionStep::what>, nullptr}
#define NERVURE_BOOKMARK(n, group, text) \
    {"bookmark-" #n, Menu::Bookmarks, group, text, nullptr, #n, hasBookmark<n>, goToBookmark<n>, \
     nullptr, bookmarkName<n>, true}
#define NERVURE_SET_BOOKMARK(n, group, text) \
    {"set-bookmark-" #n, Menu::Bookmarks, group, text, nullptr, "Alt+" #n, hasDocument, \
     setBookmark<n>, nullptr}

const ActionSpec goTable[] = {
    {"palette", Menu::Go, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Commands…"), "search",
     "Ctrl+Shift+P", nullptr, showPalette, nullptr},
    {"back", Menu::Go, group, QT_TRANSLATE_NOOP("Actions", "&Back"), "step-back", "Alt+Left",
     [](C c) { return c.navigation.canGoBack(); },
     [](C c) { c.navigation.goBack(); }, nullptr},
    {"forward", Menu::Go, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Forward"), "step-forward",
     "Alt+Right", [](C c) { return c.navigation.canGoForward(); },
     [](C c) { c.navigation.goForward(); }, nullptr},
    {"next-tab", Menu::Go, group, QT_TRANSLATE_NOOP("Actions", "&Next model"), nullptr,
     "Ctrl+Tab; Ctrl+PgDown", hasTabs, goToTab<1>, nullptr},
    {"previous-tab", Menu::Go, sameGroup, QT_TRANSLATE_NOOP("Actions", "P&revious model"), nullptr,
     "Ctrl+Shift+Tab; Ctrl+PgUp", hasTabs, goToTab<-1>, nullptr},
    {"new-window", Menu::Go, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Move to a new window"), nullptr,
     nullptr, hasTabs, [](C c) { c.services.windows.moveToNewWindow(c.window); }, nullptr},
    NERVURE_STEP("select-ancestors", group, QT_TRANSLATE_NOOP("Actions", "Select &ancestors"),
                 "arrow-up", "Ctrl+Shift+Up", Ancestors),
    NERVURE_STEP("select-descendants", sameGroup,
                 QT_TRANSLATE_NOOP("Actions", "Select &descendants"), "arrow-down",
                 "Ctrl+Shift+Down", Descendants),
    NERVURE_STEP("select-operands", sameGroup, QT_TRANSLATE_NOOP("Actions", "Select &operands"),
                 nullptr, nullptr, Operands),
    NERVURE_STEP("select-users", sameGroup, QT_TRANSLATE_NOOP("Actions", "Select &users"), nullptr,
                 nullptr, Users),
    NERVURE_STEP("select-path", sameGroup, QT_TRANSLATE_NOOP("Actions", "Select a &path between them"),
                 "select-path", "Ctrl+Shift+L", Path),
    NERVURE_STEP("select-between", sameGroup,
                 QT_TRANSLATE_NOOP("Actions", "Select everything bet&ween them"), nullptr, "Ctrl+Shift+B",
                 Between),

    {"next-value", Menu::Go, group, QT_TRANSLATE_NOOP("Actions", "Next &value at the node"), nullptr,
     "V", hasSelection, pressOnCanvas<Qt::Key_V>, nullptr, nullptr, false, true},
    {"previous-value", Menu::Go, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Previous va&lue at the node"), nullptr, "Shift+V", hasSelection,
     pressOnCanvas<Qt::Key_V, Qt::ShiftModifier>, nullptr, nullptr, false, true},
    {"unfold-here", Menu::Groups, group, QT_TRANSLATE_NOOP("Actions", "Unfold the &selection"),
     nullptr, "+", hasSelection, pressOnCanvas<Qt::Key_Plus>, nullptr, nullptr, false, true},
    {"fold-here", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "Fold the group aroun&d"),
     nullptr, "-", canFoldHere, pressOnCanvas<Qt::Key_Minus>, nullptr, nullptr, false, true},

    NERVURE_BOOKMARK(1, sameGroup, QT_TRANSLATE_NOOP("Actions", "Go to bookmark &1")),
    NERVURE_BOOKMARK(2, sameGroup, QT_TRANSLATE_NOOP("Actions", "Go to bookmark &2")),
    NERVURE_BOOKMARK(3, sameGroup, QT_TRANSLATE_NOOP("Actions", "Go to bookmark &3")),
    NERVURE_BOOKMARK(4, sameGroup, QT_TRANSLATE_NOOP("Actions", "Go to bookmark &4")),
    NERVURE_BOOKMARK(5, sameGroup, QT_TRANSLATE_NOOP("Actions", "Go to bookmark &5")),
    NERVURE_BOOKMARK(6, sameGroup, QT_TRANSLATE_NOOP("Actions", "Go to bookmark &6")),
    NERVURE_BOOKMARK(7, sameGroup, QT_TRANSLATE_NOOP("Actions", "Go to bookmark &7")),
    NERVURE_BOOKMARK(8, sameGroup, QT_TRANSLATE_NOOP("Actions", "Go to bookmark &8")),
    NERVURE_BOOKMARK(9, sameGroup, QT_TRANSLATE_NOOP("Actions", "Go to bookmark &9")),
    {"name-bookmark", Menu::Bookmarks, group, QT_TRANSLATE_NOOP("Actions", "&Name this place…"),
     nullptr, "Ctrl+Shift+K", canNameBookmark, nameBookmark, nullptr},
    {"remove-bookmark", Menu::Bookmarks, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Remove the bookmark here"), nullptr, nullptr,
     [](C c) { return hasDocument(c) && c.navigation.bookmarkHere().has_value(); },
     [](C c) { c.navigation.removeBookmark(*c.navigation.bookmarkHere()); }, nullptr},
    NERVURE_SET_BOOKMARK(1, group, QT_TRANSLATE_NOOP("Actions", "Set bookmark 1")),
    NERVURE_SET_BOOKMARK(2, sameGroup, QT_TRANSLATE_NOOP("Actions", "Set bookmark 2")),
    NERVURE_SET_BOOKMARK(3, sameGroup, QT_TRANSLATE_NOOP("Actions", "Set bookmark 3")),
    NERVURE_SET_BOOKMARK(4, sameGroup, QT_TRANSLATE_NOOP("Actions", "Set bookmark 4")),
    NERVURE_SET_BOOKMARK(5, sameGroup, QT_TRANSLATE_NOOP("Actions", "Set bookmark 5")),
    NERVURE_SET_BOOKMARK(6, sameGroup, QT_TRANSLATE_NOOP("Actions", "Set bookmark 6")),
    NERVURE_SET_BOOKMARK(7, sameGroup, QT_TRANSLATE_NOOP("Actions", "Set bookmark 7")),
    NERVURE_SET_BOOKMARK(8, sameGroup, QT_TRANSLATE_NOOP("Actions", "Set bookmark 8")),
    NERVURE_SET_BOOKMARK(9, sameGroup, QT_TRANSLATE_NOOP("Actions", "Set bookmark 9")),

    NERVURE_COLOUR("colour-category", sameGroup,
                   QT_TRANSLATE_NOOP("Actions", "&Kind of operator"), nullptr, Category),
    NERVURE_COLOUR("colour-time", sameGroup, QT_TRANSLATE_NOOP("Actions", "&Time"), nullptr, Time),
    NERVURE_COLOUR("colour-time-change", sameGroup,
                   QT_TRANSLATE_NOOP("Actions", "Cha&nge of time"), nullptr, TimeChange),
    NERVURE_COLOUR("colour-parameters", sameGroup, QT_TRANSLATE_NOOP("Actions", "&Parameters"),
                   nullptr, Parameters),
    NERVURE_COLOUR("colour-macs", sameGroup, QT_TRANSLATE_NOOP("Actions", "&MACs"), nullptr, Macs),
    NERVURE_COLOUR("colour-bytes", sameGroup, QT_TRANSLATE_NOOP("Actions", "Output &bytes"),
                   nullptr, Bytes),
    NERVURE_COLOUR("colour-device", sameGroup, QT_TRANSLATE_NOOP("Actions", "&Device"), nullptr,
                   Device),
    NERVURE_COLOUR("colour-group", sameGroup, QT_TRANSLATE_NOOP("Actions", "&Fusion group"),
                   nullptr, Group),
    NERVURE_COLOUR("colour-provenance", sameGroup,
                   QT_TRANSLATE_NOOP("Actions", "&What the pass did"), nullptr, Provenance),
    NERVURE_COLOUR("colour-rules", sameGroup, QT_TRANSLATE_NOOP("Actions", "&Rules"), nullptr,
                   Rules),
    NERVURE_COLOUR("colour-attachment", sameGroup, QT_TRANSLATE_NOOP("Actions", "&Attached data"),
                   nullptr, Attachment),
    {"edit-rules", Menu::Color, group, QT_TRANSLATE_NOOP("Actions", "&Edit rules…"), nullptr,
     nullptr, hasDocument, showColorRules, nullptr},
    {"logarithmic", Menu::Color, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Logarithmic scale"),
     nullptr, nullptr, hasDocument, toggleLogarithmic,
     [](C c) { return c.session.colors.isLogarithmic(); }},
};
#undef NERVURE_COLOUR
#undef NERVURE_STEP
#undef NERVURE_BOOKMARK
#undef NERVURE_SET_BOOKMARK
// clang-format on

} // namespace

std::span<const ActionSpec> goActions()
{
    return goTable;
}

} // namespace nervure

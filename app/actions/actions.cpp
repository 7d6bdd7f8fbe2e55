// SPDX-License-Identifier: Apache-2.0
#include "app/actions/actions.h"

#include "app/actions/go_actions.h"
#include "app/commands/canvas_commands.h"
#include "app/commands/edit_commands.h"
#include "app/commands/pass_stepper.h"
#include "app/files/document_session.h"
#include "app/files/file_commands.h"
#include "app/files/recovery.h"
#include "app/files/window_services.h"
#include "app/window/main_window.h"
#include "app/window/window_manager.h"
#include "widgets/canvas/view/graph_view.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>
#include <vector>

namespace nervure {

namespace {

using W = MainWindow;
using Menu = ActionMenu;

constexpr bool group = true;
constexpr bool sameGroup = false;
constexpr int allLevels = 1000;

bool hasDocument(const W &w)
{
    return w.hasDocument();
}

bool hasFile(const W &w)
{
    return w.hasDocument() && !w.session().document.path().isEmpty();
}

bool canRunPasses(const W &w)
{
    return w.hasDocument() && !w.session().passes.isRunning();
}

bool hasNodes(const W &w)
{
    return !w.session().selection.nodes().empty();
}

bool canEditNodes(const W &w)
{
    return w.edits().hasNodes();
}

bool canEditValue(const W &w)
{
    return w.edits().hasValue();
}

bool hasGroups(const W &w)
{
    return w.hasDocument() && w.canvas().hasGroups();
}

void runPasses(W &w, std::initializer_list<const char *> names)
{
    std::vector<PassRequest> passes;
    for (const char *name : names) {
        passes.push_back({name, {}});
    }
    w.session().passes.run(std::move(passes));
}

// clang-format off
const ActionSpec table[] = {
    {"open", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Open…"), "open", "Ctrl+O",
     nullptr, [](W &w) { w.files().askToOpen(); }, nullptr},
    {"reload", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Reload"), "reload", "F5",
     hasFile, [](W &w) { w.files().reload(); }, nullptr},
    {"recover", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "Reco&ver unsaved work…"),
     nullptr, nullptr, [](const W &w) { return w.services().recovery.leftCount() > 0; },
     [](W &w) { w.services().recovery.start(&w); }, nullptr},
    {"save", Menu::File, group, QT_TRANSLATE_NOOP("Actions", "&Save"), "save", "Ctrl+S",
     // A project keeps the view, too, which is no change of the model.
     [](const W &w) { return w.hasDocument() && (w.session().document.isDirty() || w.isProject()); },
     [](W &w) { w.files().save(); }, nullptr},
    {"save-as", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "Save &as…"), nullptr,
     "Ctrl+Shift+S", hasDocument, [](W &w) { w.files().askToSave(); }, nullptr},
    {"export", Menu::File, group, QT_TRANSLATE_NOOP("Actions", "&Export picture…"), "export",
     "Ctrl+Shift+E", hasDocument, [](W &w) { w.canvas().askToExport(); }, nullptr},
    {"print", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Print…"), nullptr, "Ctrl+P",
     hasDocument, [](W &w) { w.canvas().print(); }, nullptr},
    {"attach", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "A&ttach data…"), nullptr,
     nullptr, hasDocument, [](W &w) { w.askToAttach(); }, nullptr},
    {"export-data", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "Export &data…"), nullptr,
     nullptr, hasDocument, [](W &w) { w.askToExportData(); }, nullptr},
    {"close", Menu::File, group, QT_TRANSLATE_NOOP("Actions", "&Close"), "close", "Ctrl+W",
     nullptr, [](W &w) { w.close(); }, nullptr},
    {"quit", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Quit"), nullptr, "Ctrl+Q",
     nullptr, [](W &w) { w.services().windows.quit(); }, nullptr},

    {"undo", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Undo"), "undo", "Ctrl+Z",
     [](const W &w) { return w.session().document.undoStack().canUndo(); },
     [](W &w) { w.session().document.undoStack().undo(); }, nullptr,
     [](const W &w) { return w.session().document.undoStack().undoText(); }},
    {"redo", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Redo"), "redo",
     "Ctrl+Shift+Z; Ctrl+Y",
     [](const W &w) { return w.session().document.undoStack().canRedo(); },
     [](W &w) { w.session().document.undoStack().redo(); }, nullptr,
     [](const W &w) { return w.session().document.undoStack().redoText(); }},
    {"cut", Menu::Edit, group, QT_TRANSLATE_NOOP("Actions", "Cu&t"), "cut", "Ctrl+X",
     canEditNodes, [](W &w) { w.edits().cut(); }, nullptr},
    {"copy", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Copy"), "copy", "Ctrl+C",
     hasNodes, [](W &w) { w.edits().copy(); }, nullptr},
    {"paste", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Paste"), "paste", "Ctrl+V",
     [](const W &w) { return w.edits().canPaste(); }, [](W &w) { w.edits().paste(); }, nullptr},
    {"duplicate", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "D&uplicate"), nullptr,
     "Shift+D", canEditNodes, [](W &w) { w.edits().duplicate(); }, nullptr},
    {"delete", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Delete"), "delete", "Del",
     canEditNodes, [](W &w) { w.edits().deleteSelected(Readers::Unconnect); }, nullptr},
    {"delete-bridge", Menu::Edit, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Delete and &bridge the gap"), nullptr, "Shift+Del; Ctrl+Del",
     canEditNodes, [](W &w) { w.edits().deleteSelected(Readers::Bridge); }, nullptr},
    {"rename", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "Re&name…"), "edit", "F2",
     canEditNodes, [](W &w) { w.edits().rename(); }, nullptr},
    {"copy-names", Menu::Edit, group, QT_TRANSLATE_NOOP("Actions", "C&opy names"), nullptr,
     "Ctrl+Shift+C", [](const W &w) { return !w.session().selection.isEmpty(); },
     [](W &w) { w.copyNames(); }, nullptr},
    {"select-all", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "Select &all"), nullptr,
     "Ctrl+A", hasDocument, [](W &w) { w.selectAll(); }, nullptr},
    {"select-none", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "Select &none"), nullptr,
     "Ctrl+Shift+A", [](const W &w) { return !w.session().selection.isEmpty(); },
     [](W &w) { w.session().selection.clear(); }, nullptr},
    {"find", Menu::Edit, group, QT_TRANSLATE_NOOP("Actions", "&Find…"), "search", "Ctrl+F",
     hasDocument, [](W &w) { w.raisePanel("find"); }, nullptr},
    {"settings", Menu::Edit, group, QT_TRANSLATE_NOOP("Actions", "Se&ttings…"), "settings",
     "Ctrl+,", nullptr, [](W &w) { w.showSettings(); }, nullptr},

    {"fit", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Fit graph"), "fit", "Home; F",
     hasDocument, [](W &w) { w.view().fit(); }, nullptr},
    {"zoom-in", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Zoom &in"), "zoom-in",
     "Shift+Up; Ctrl++; Ctrl+=", hasDocument, [](W &w) { w.view().zoomIn(); }, nullptr},
    {"zoom-out", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Zoom &out"), "zoom-out",
     "Shift+Down; Ctrl+-", hasDocument, [](W &w) { w.view().zoomOut(); }, nullptr},
    {"actual-size", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Actual size"), nullptr,
     "Shift+Backspace; Ctrl+0", hasDocument, [](W &w) { w.view().actualSize(); }, nullptr},
    {"show-attributes", Menu::View, group, QT_TRANSLATE_NOOP("Actions", "Show a&ttributes"),
     nullptr, "Ctrl+D", nullptr, [](W &w) { w.canvas().toggle(CanvasSwitch::Attributes); },
     [](const W &w) { return w.canvas().isOn(CanvasSwitch::Attributes); }},
    {"show-weights", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Show &weights"), nullptr,
     "Ctrl+I", nullptr, [](W &w) { w.canvas().toggle(CanvasSwitch::Weights); },
     [](const W &w) { return w.canvas().isOn(CanvasSwitch::Weights); }},
    {"show-names", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Show &names"), nullptr,
     "Ctrl+U", nullptr, [](W &w) { w.canvas().toggle(CanvasSwitch::Names); },
     [](const W &w) { return w.canvas().isOn(CanvasSwitch::Names); }},
    {"flow-right", Menu::View, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Values flow to the &right"), nullptr, "Ctrl+T", nullptr,
     [](W &w) { w.canvas().toggle(CanvasSwitch::FlowsRight); },
     [](const W &w) { return w.canvas().isOn(CanvasSwitch::FlowsRight); }},
    {"line-names", Menu::Lines, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Names of values"),
     nullptr, nullptr, nullptr, [](W &w) { w.canvas().toggle(CanvasSwitch::ValueNames); },
     [](const W &w) { return w.canvas().isOn(CanvasSwitch::ValueNames); }},
    {"line-shapes", Menu::Lines, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Shapes"), nullptr,
     nullptr, nullptr, [](W &w) { w.canvas().toggle(CanvasSwitch::ValueShapes); },
     [](const W &w) { return w.canvas().isOn(CanvasSwitch::ValueShapes); }},
    {"line-types", Menu::Lines, sameGroup, QT_TRANSLATE_NOOP("Actions", "All &types"), nullptr,
     nullptr, nullptr, [](W &w) { w.canvas().toggle(CanvasSwitch::ValueTypes); },
     [](const W &w) { return w.canvas().isOn(CanvasSwitch::ValueTypes); }},
    {"group-none", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Ungrouped"), nullptr,
     nullptr, nullptr, [](W &w) { w.canvas().setGrouping(Grouping::None); },
     [](const W &w) { return w.canvas().grouping() == Grouping::None; }},
    {"group-scopes", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "Group by &name"),
     nullptr, "Ctrl+G", nullptr, [](W &w) { w.canvas().setGrouping(Grouping::Scopes); },
     [](const W &w) { return w.canvas().grouping() == Grouping::Scopes; }},
    {"group-repeats", Menu::Groups, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Group what &repeats"), nullptr, "Ctrl+Shift+G", nullptr,
     [](W &w) { w.canvas().setGrouping(Grouping::Repeats); },
     [](const W &w) { return w.canvas().grouping() == Grouping::Repeats; }},
    {"group-fusion", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "Group what is &fused"),
     nullptr, nullptr, nullptr, [](W &w) { w.canvas().setGrouping(Grouping::Fusion); },
     [](const W &w) { return w.canvas().grouping() == Grouping::Fusion; }},
    {"unfold-level", Menu::Groups, group, QT_TRANSLATE_NOOP("Actions", "Unfold one &level"),
     nullptr, "Ctrl+]", hasGroups, [](W &w) { w.canvas().unfold(1); }, nullptr},
    {"fold-level", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "Fold &one level"),
     nullptr, "Ctrl+[", hasGroups, [](W &w) { w.canvas().unfold(-1); }, nullptr},
    {"unfold-all", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "Unfold &all"), nullptr,
     "Ctrl+Alt+]", hasGroups, [](W &w) { w.canvas().unfold(allLevels); }, nullptr},
    {"fold-all", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Fold all"), nullptr,
     "Ctrl+Alt+[", hasGroups, [](W &w) { w.canvas().unfold(-allLevels); }, nullptr},
    {"wheel-zooms", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Mouse w&heel zooms"),
     nullptr, "Ctrl+M", nullptr, [](W &w) { w.toggleWheel(); },
     [](const W &w) { return w.wheelZooms(); }},
    {"heat-map", Menu::View, group, QT_TRANSLATE_NOOP("Actions", "Heat &map of times"), "heat",
     "Ctrl+E", [](const W &w) { return w.session().document.profile().has_value(); },
     [](W &w) { w.canvas().toggle(CanvasSwitch::HeatMap); },
     [](const W &w) { return w.canvas().isOn(CanvasSwitch::HeatMap); }},
    {"full-screen", Menu::View, group, QT_TRANSLATE_NOOP("Actions", "F&ull screen"), nullptr, "F11",
     nullptr, [](W &w) { w.toggleFullScreen(); }, [](const W &w) { return w.isFullScreen(); }},

    {"theme-system", Menu::Theme, sameGroup, QT_TRANSLATE_NOOP("Actions", "As the desk&top"),
     nullptr, nullptr, nullptr, [](W &w) { w.setTheme(ThemeChoice::System); },
     [](const W &w) { return w.theme() == ThemeChoice::System; }},
    {"theme-light", Menu::Theme, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Light"), "theme-light",
     nullptr, nullptr, [](W &w) { w.setTheme(ThemeChoice::Light); },
     [](const W &w) { return w.theme() == ThemeChoice::Light; }},
    {"theme-dark", Menu::Theme, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Dark"), "theme-dark",
     nullptr, nullptr, [](W &w) { w.setTheme(ThemeChoice::Dark); },
     [](const W &w) { return w.theme() == ThemeChoice::Dark; }},

    {"add-operator", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Add an operator…"), "add", "Ins",
     [](const W &w) { return w.edits().canEdit(); }, [](W &w) { w.edits().chooseOperator(); },
     nullptr},
    {"insert-operator", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Insert an operator behind…"), nullptr, "Alt+Ins",
     canEditValue, [](W &w) { w.edits().chooseInsertion(); }, nullptr},
    {"replace-selection", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Replace by an operator…"), nullptr, "Ctrl+H", canEditNodes,
     [](W &w) { w.edits().chooseReplacement(); }, nullptr},
    {"toggle-output", Menu::Structure, group, QT_TRANSLATE_NOOP("Actions", "&Output of the model"),
     nullptr, "O", canEditValue, [](W &w) { w.edits().toggleOutput(); },
     [](const W &w) { return w.edits().isSelectedOutput(); }},
    {"disconnect", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Disconnect from its readers"), nullptr, nullptr,
     [](const W &w) { return w.edits().canEdit() && w.session().selection.value().has_value(); },
     [](W &w) { w.edits().disconnectSelected(); }, nullptr},
    {"control-dependency", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Wait for the others selected"), nullptr, "W",
     [](const W &w) { return w.edits().hasNodes() && w.session().selection.nodes().size() > 1; },
     [](W &w) { w.edits().toggleControl(); }, nullptr},
    {"run-earlier", Menu::Structure, sameGroup, QT_TRANSLATE_NOOP("Actions", "Run &earlier"),
     nullptr, "Alt+Up", [](const W &w) { return w.edits().canMoveInOrder(); },
     [](W &w) { w.edits().moveInOrder(-1); }, nullptr},
    {"run-later", Menu::Structure, sameGroup, QT_TRANSLATE_NOOP("Actions", "Run &later"), nullptr,
     "Alt+Down", [](const W &w) { return w.edits().canMoveInOrder(); },
     [](W &w) { w.edits().moveInOrder(1); }, nullptr},
    {"extract", Menu::Structure, group,
     QT_TRANSLATE_NOOP("Actions", "E&xtract into a new window"), nullptr, "Ctrl+Shift+X", hasNodes,
     [](W &w) { w.edits().extract(); }, nullptr},
    {"open-subgraphs", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Open s&ubgraphs in new windows"), nullptr, "Ctrl+Shift+Return",
     [](const W &w) { return w.edits().hasSubgraphs(); },
     [](W &w) { w.edits().openSubgraphs(); }, nullptr},
    {"merge", Menu::Structure, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Merge a model in…"),
     nullptr, nullptr, [](const W &w) { return w.edits().canEdit(); },
     [](W &w) { w.edits().askToMerge(); }, nullptr},

    {"infer-shapes", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Infer shapes"),
     "passes", nullptr, canRunPasses,
     [](W &w) { runPasses(w, {"InferShape", "InferType"}); }, nullptr},
    {"plan-memory", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "Plan &memory"), "memory",
     nullptr, canRunPasses, [](W &w) { w.session().passes.runUsual(); }, nullptr},
    {"previous-pass", Menu::Graph, group, QT_TRANSLATE_NOOP("Actions", "&Previous pass"),
     "step-back", "[", [](const W &w) { return w.stepper().step() > 0; },
     [](W &w) { w.stepper().goBack(); }, nullptr},
    {"next-pass", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Next pass"),
     "step-forward", "]",
     [](const W &w) { return w.stepper().step() < w.stepper().stepCount(); },
     [](W &w) { w.stepper().goForward(); }, nullptr},
    {"run", Menu::Graph, group, QT_TRANSLATE_NOOP("Actions", "&Run and profile"), "run", "Ctrl+R",
     [](const W &w) { return w.hasDocument() && !w.session().profiles.isRunning(); },
     [](W &w) { w.run(); }, nullptr},
    {"stop", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Stop the run"), "stop",
     "Shift+F5", [](const W &w) { return w.session().profiles.isRunning(); },
     [](W &w) { w.session().profiles.stop(); }, nullptr},
    {"exact-semantics", Menu::Graph, group,
     QT_TRANSLATE_NOOP("Actions", "&Exactly as the original"), nullptr, nullptr, hasDocument,
     [](W &w) { w.toggleSemantics(); },
     [](const W &w) { return w.session().document.semantics() == Semantics::Exact; }},
    {"graph-properties", Menu::Graph, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Graph properties"), "info", "Ctrl+Return", hasDocument,
     [](W &w) { w.showGraphProperties(); }, nullptr},

    {"keys", Menu::Help, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Keys"), "help", "?; F1",
     nullptr, [](W &w) { w.showKeys(); }, nullptr},
    {"log-file", Menu::Help, sameGroup, QT_TRANSLATE_NOOP("Actions", "Show &log file"), nullptr,
     nullptr, nullptr, [](W &w) { w.showLogFile(); }, nullptr},
    {"about", Menu::Help, group, QT_TRANSLATE_NOOP("Actions", "&About Nervure"), "nervure",
     nullptr, nullptr, [](W &w) { w.showAbout(); }, nullptr},
};
// clang-format on

} // namespace

std::span<const ActionSpec> actionTable()
{
    static const std::vector<ActionSpec> all = [] {
        std::vector<ActionSpec> specs(std::begin(table), std::end(table));
        const auto go = goActions();
        const auto graph = std::find_if(specs.begin(), specs.end(), [](const ActionSpec &spec) {
            return spec.menu == ActionMenu::Graph;
        });
        specs.insert(graph, go.begin(), go.end());
        return specs;
    }();
    return all;
}

} // namespace nervure

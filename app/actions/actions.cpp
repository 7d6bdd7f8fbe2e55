// SPDX-License-Identifier: Apache-2.0
#include "app/actions/actions.h"

#include "app/actions/action_tables.h"
#include "app/actions/go_actions.h"
#include "app/actions/manual_help.h"
#include "app/actions/window_actions.h"
#include "app/commands/canvas_commands.h"
#include "app/commands/edit_commands.h"
#include "app/commands/graph_exchange.h"
#include "app/commands/node_selection.h"
#include "app/commands/pass_stepper.h"
#include "app/files/attachments.h"
#include "app/files/file_commands.h"
#include "app/files/model_windows.h"
#include "app/files/nnvm_import.h"
#include "app/files/recovery.h"
#include "app/files/run_files.h"
#include "app/files/window_services.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/canvas/side_by_side.h"
#include "widgets/panels/panel_docks.h"
#include "widgets/panels/run/what_if_dialog.h"

#include <QMainWindow>

#include <algorithm>
#include <iterator>
#include <vector>

namespace nervure {

namespace {

using namespace action_tables;

constexpr int allLevels = 1000;

bool hasFile(C c)
{
    return hasDocument(c) && !c.session.document.path().isEmpty();
}

bool canRunPasses(C c)
{
    return hasDocument(c) && !c.session.passes.isRunning();
}

bool hasNodes(C c)
{
    return !c.session.selection.nodes().empty();
}

bool canEditNodes(C c)
{
    return c.edits.hasNodes();
}

bool canEditValue(C c)
{
    return c.edits.hasValue();
}

bool hasGroups(C c)
{
    return hasDocument(c) && c.canvas.hasGroups();
}

bool isExact(C c)
{
    return c.session.document.semantics() == Semantics::Exact;
}

void toggleSemantics(C c)
{
    c.session.document.setSemantics(isExact(c) ? Semantics::Fixed : Semantics::Exact);
}

void run(C c)
{
    c.docks.show(QStringLiteral("run"));
    c.session.profiles.run();
}

bool canRun(C c)
{
    return hasDocument(c) && !c.session.profiles.isRunning();
}

void measureEdit(C c)
{
    c.docks.show(QStringLiteral("run"));
    c.session.profiles.measureEdit();
}

void measureWhatIf(C c)
{
    c.docks.show(QStringLiteral("run"));
    askWhatIf(c.session.profiles, c.session.document, &c.window);
}

void tune(C c)
{
    c.docks.show(QStringLiteral("run"));
    c.session.profiles.tune();
}

void showGraphProperties(C c)
{
    c.session.selection.clear();
    c.docks.raise(QStringLiteral("inspector"));
}

template <Workspace workspace>
void setWorkspace(C c)
{
    c.docks.setWorkspace(workspace);
}

template <Workspace workspace>
bool isWorkspace(C c)
{
    return c.docks.workspace() == workspace;
}

void runPasses(C c, std::initializer_list<const char *> names)
{
    std::vector<PassRequest> passes;
    for (const char *name : names) {
        passes.push_back({name, {}});
    }
    c.session.passes.run(std::move(passes));
}

template <ProofExtent extent>
bool canProve(C c)
{
    return c.session.proofs.whyNot(extent).isEmpty();
}

template <ProofExtent extent>
void prove(C c)
{
    c.docks.raise(QStringLiteral("proof"));
    c.session.proofs.prove(extent);
}

// clang-format off
const ActionSpec table[] = {
    {"open", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Open…"), "open", "Ctrl+O",
     nullptr, [](C c) { c.files.askToOpen(); }, nullptr},
    {"open-steps", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "Open s&teps…"), nullptr,
     nullptr, nullptr, [](C c) { c.files.askToOpenSteps(); }, nullptr},
    {"compare-file", Menu::File, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Compare with a fi&le…"), nullptr, nullptr, canRunPasses,
     [](C c) { c.files.askToCompare(false); }, nullptr},
    {"compare-values", Menu::File, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Compare val&ues with a file…"), nullptr, nullptr,
     [](C c) { return canRunPasses(c) && !c.session.proofs.isRunning(); },
     [](C c) { c.files.askToCompare(true); }, nullptr},
    {"reload", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Reload"), "reload", "F5",
     hasFile, [](C c) { c.files.reload(); }, nullptr},
    {"recover", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "Reco&ver unsaved work…"),
     nullptr, nullptr, [](C c) { return c.services.recovery.leftCount() > 0; },
     [](C c) { c.services.recovery.start(&c.window); }, nullptr},
    {"save", Menu::File, group, QT_TRANSLATE_NOOP("Actions", "&Save"), "save", "Ctrl+S",
     // A project keeps the view, too, which is no change of the model.
     [](C c) { return hasDocument(c) && (c.session.document.isDirty() || c.files.isProject()); },
     [](C c) { c.files.save(); }, nullptr},
    {"save-as", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "Save &as…"), nullptr,
     "Ctrl+Shift+S", hasDocument, [](C c) { c.files.askToSave(); }, nullptr},
    {"import-nnvm", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "Import as &NNVM"),
     nullptr, nullptr, [](C c) { return hasDocument(c) && c.import.isPossible(); },
     [](C c) { c.import.start(); }, nullptr},
    {"export", Menu::File, group, QT_TRANSLATE_NOOP("Actions", "&Export picture…"), "export",
     "Ctrl+Shift+E", hasDocument, [](C c) { c.canvas.askToExport(); }, nullptr},
    {"print", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Print…"), nullptr, "Ctrl+P",
     hasDocument, [](C c) { c.canvas.print(); }, nullptr},
    {"attach", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "A&ttach data…"), nullptr,
     nullptr, hasDocument, [](C c) { c.attachments.askToOpen(); }, nullptr},
    {"export-data", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "Export &data…"), nullptr,
     nullptr, hasDocument, [](C c) { c.attachments.askToSave(); }, nullptr},
    {"export-run", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "Export r&un…"), nullptr,
     nullptr, [](C c) { return c.session.document.profile() != nullptr; },
     [](C c) { c.runFiles.askToSave(); }, nullptr},
    {"add-run", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "Add a run from a fi&le…"),
     nullptr, nullptr, hasDocument, [](C c) { c.runFiles.askToOpen(); }, nullptr},
    {"close", Menu::File, group, QT_TRANSLATE_NOOP("Actions", "&Close"), "close", "Ctrl+W",
     nullptr, [](C c) { c.window.close(); }, nullptr},
    {"quit", Menu::File, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Quit"), nullptr, "Ctrl+Q",
     nullptr, [](C c) { c.services.windows.quit(); }, nullptr},

    {"undo", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Undo"), "undo", "Ctrl+Z",
     [](C c) { return c.session.document.undoStack().canUndo(); },
     [](C c) { c.session.document.undoStack().undo(); }, nullptr,
     [](C c) { return c.session.document.undoStack().undoText(); }},
    {"redo", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Redo"), "redo",
     "Ctrl+Shift+Z; Ctrl+Y",
     [](C c) { return c.session.document.undoStack().canRedo(); },
     [](C c) { c.session.document.undoStack().redo(); }, nullptr,
     [](C c) { return c.session.document.undoStack().redoText(); }},
    {"cut", Menu::Edit, group, QT_TRANSLATE_NOOP("Actions", "Cu&t"), "cut", "Ctrl+X",
     canEditNodes, [](C c) { c.exchange.cut(); }, nullptr},
    {"copy", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Copy"), "copy", "Ctrl+C",
     hasNodes, [](C c) { c.exchange.copy(); }, nullptr},
    {"paste", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Paste"), "paste", "Ctrl+V",
     [](C c) { return c.exchange.canPaste(); }, [](C c) { c.exchange.paste(); }, nullptr},
    {"duplicate", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "D&uplicate"), nullptr,
     "Shift+D", canEditNodes, [](C c) { c.edits.duplicate(); }, nullptr},
    {"delete", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Delete"), "delete", "Del",
     canEditNodes, [](C c) { c.edits.deleteSelected(EditKind::Delete); }, nullptr},
    {"delete-bridge", Menu::Edit, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Delete and &bridge the gap"), nullptr, "Shift+Del; Ctrl+Del",
     canEditNodes, [](C c) { c.edits.deleteSelected(EditKind::DeleteBridging); }, nullptr},
    {"rename", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "Re&name…"), "edit", "F2",
     canEditNodes, [](C c) { c.edits.rename(); }, nullptr},
    {"copy-names", Menu::Edit, group, QT_TRANSLATE_NOOP("Actions", "C&opy names"), nullptr,
     "Ctrl+Shift+C", [](C c) { return !c.session.selection.isEmpty(); },
     [](C c) { copyNames(c.session); }, nullptr},
    {"select-all", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "Select &all"), nullptr,
     "Ctrl+A", hasDocument, [](C c) { selectAll(c.session); }, nullptr},
    {"select-none", Menu::Edit, sameGroup, QT_TRANSLATE_NOOP("Actions", "Select &none"), nullptr,
     "Ctrl+Shift+A", [](C c) { return !c.session.selection.isEmpty(); },
     [](C c) { c.session.selection.clear(); }, nullptr},
    {"find", Menu::Edit, group, QT_TRANSLATE_NOOP("Actions", "&Find…"), "search", "Ctrl+F",
     hasDocument, [](C c) { c.docks.raise(QStringLiteral("find")); }, nullptr},
    {"settings", Menu::Edit, group, QT_TRANSLATE_NOOP("Actions", "Se&ttings…"), "settings",
     "Ctrl+,", nullptr, showSettings, nullptr},

    {"fit", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Fit graph"), "fit", "Home; F",
     hasDocument, [](C c) { c.view.fit(); }, nullptr},
    {"fit-selection", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Zoom to &selection"),
     nullptr, "Z", hasNodes, [](C c) { c.view.zoomToSelection(); }, nullptr},
    {"zoom-in", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Zoom &in"), "zoom-in",
     "Shift+Up; Ctrl++; Ctrl+=", hasDocument, [](C c) { c.view.zoomIn(); }, nullptr},
    {"zoom-out", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Zoom &out"), "zoom-out",
     "Shift+Down; Ctrl+-", hasDocument, [](C c) { c.view.zoomOut(); }, nullptr},
    {"actual-size", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Actual size"), nullptr,
     "Shift+Backspace; Ctrl+0", hasDocument, [](C c) { c.view.actualSize(); }, nullptr},
    {"show-attributes", Menu::View, group, QT_TRANSLATE_NOOP("Actions", "Show a&ttributes"),
     nullptr, "Ctrl+D", nullptr, [](C c) { c.canvas.toggle(CanvasSwitch::Attributes); },
     [](C c) { return c.canvas.isOn(CanvasSwitch::Attributes); }},
    {"show-weights", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Show &weights"), nullptr,
     "Ctrl+I", nullptr, [](C c) { c.canvas.toggle(CanvasSwitch::Weights); },
     [](C c) { return c.canvas.isOn(CanvasSwitch::Weights); }},
    {"show-outputs", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Show out&puts"), nullptr,
     nullptr, nullptr, [](C c) { c.canvas.toggle(CanvasSwitch::Outputs); },
     [](C c) { return c.canvas.isOn(CanvasSwitch::Outputs); }},
    {"show-names", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Show &names"), nullptr,
     "Ctrl+U", nullptr, [](C c) { c.canvas.toggle(CanvasSwitch::Names); },
     [](C c) { return c.canvas.isOn(CanvasSwitch::Names); }},
    {"flow-right", Menu::View, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Values flow to the &right"), nullptr, "Ctrl+T", nullptr,
     [](C c) { c.canvas.toggle(CanvasSwitch::FlowsRight); },
     [](C c) { return c.canvas.isOn(CanvasSwitch::FlowsRight); }},
    {"line-names", Menu::Lines, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Names of values"),
     nullptr, nullptr, nullptr, [](C c) { c.canvas.toggle(CanvasSwitch::EdgeNames); },
     [](C c) { return c.canvas.isOn(CanvasSwitch::EdgeNames); }},
    {"line-shapes", Menu::Lines, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Shapes"), nullptr,
     nullptr, nullptr, [](C c) { c.canvas.toggle(CanvasSwitch::EdgeShapes); },
     [](C c) { return c.canvas.isOn(CanvasSwitch::EdgeShapes); }},
    {"line-types", Menu::Lines, sameGroup, QT_TRANSLATE_NOOP("Actions", "All &types"), nullptr,
     nullptr, nullptr, [](C c) { c.canvas.toggle(CanvasSwitch::EdgeTypes); },
     [](C c) { return c.canvas.isOn(CanvasSwitch::EdgeTypes); }},
    {"group-none", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Ungrouped"), nullptr,
     nullptr, nullptr, [](C c) { c.canvas.setGrouping(Grouping::None); },
     [](C c) { return c.canvas.grouping() == Grouping::None; }},
    {"group-scopes", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "Group by &name"),
     nullptr, "Ctrl+G", nullptr, [](C c) { c.canvas.setGrouping(Grouping::Scopes); },
     [](C c) { return c.canvas.grouping() == Grouping::Scopes; }},
    {"group-repeats", Menu::Groups, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Group what &repeats"), nullptr, "Ctrl+Shift+G", nullptr,
     [](C c) { c.canvas.setGrouping(Grouping::Repeats); },
     [](C c) { return c.canvas.grouping() == Grouping::Repeats; }},
    {"group-fusion", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "Group what is &fused"),
     nullptr, nullptr, nullptr, [](C c) { c.canvas.setGrouping(Grouping::Fusion); },
     [](C c) { return c.canvas.grouping() == Grouping::Fusion; }},
    {"unfold-level", Menu::Groups, group, QT_TRANSLATE_NOOP("Actions", "Unfold one &level"),
     nullptr, "Ctrl+]", hasGroups, [](C c) { c.canvas.unfold(1); }, nullptr},
    {"fold-level", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "Fold &one level"),
     nullptr, "Ctrl+[", hasGroups, [](C c) { c.canvas.unfold(-1); }, nullptr},
    {"unfold-all", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "Unfold &all"), nullptr,
     "Ctrl+Alt+]", hasGroups, [](C c) { c.canvas.unfold(allLevels); }, nullptr},
    {"fold-all", Menu::Groups, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Fold all"), nullptr,
     "Ctrl+Alt+[", hasGroups, [](C c) { c.canvas.unfold(-allLevels); }, nullptr},
    {"wheel-zooms", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Mouse w&heel zooms"),
     nullptr, "Ctrl+M", nullptr, toggleWheel,
     wheelZooms},
    {"heat-map", Menu::View, group, QT_TRANSLATE_NOOP("Actions", "Heat &map of times"), "heat",
     "Ctrl+E", [](C c) { return c.session.document.profile() != nullptr; },
     [](C c) { c.canvas.toggle(CanvasSwitch::HeatMap); },
     [](C c) { return c.canvas.isOn(CanvasSwitch::HeatMap); }},
    {"full-screen", Menu::View, group, QT_TRANSLATE_NOOP("Actions", "F&ull screen"), nullptr, "F11",
     nullptr, [](C c) {
        QWidget *window = c.window.window();
        window->setWindowState(window->windowState() ^ Qt::WindowFullScreen);
     },
     [](C c) { return c.window.window()->isFullScreen(); }},
    {"canvas-alone", Menu::View, sameGroup, QT_TRANSLATE_NOOP("Actions", "Canvas alon&e"), nullptr,
     "F12", hasDocument, toggleCanvasAlone, isCanvasAlone},
    {"workspace-model", Menu::Workspaces, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Model"), nullptr,
     "F6", hasDocument, setWorkspace<Workspace::Model>, isWorkspace<Workspace::Model>},
    {"workspace-passes", Menu::Workspaces, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Passes"),
     nullptr, "F7", hasDocument, setWorkspace<Workspace::Passes>, isWorkspace<Workspace::Passes>},
    {"workspace-profile", Menu::Workspaces, sameGroup, QT_TRANSLATE_NOOP("Actions", "P&rofile"),
     nullptr, "F8", hasDocument, setWorkspace<Workspace::Profile>,
     isWorkspace<Workspace::Profile>},
    {"arrange-anew", Menu::Workspaces, group, QT_TRANSLATE_NOOP("Actions", "&Arrange as usual"),
     nullptr, nullptr, hasDocument, [](C c) { c.docks.arrangeAnew(); }, nullptr},

    {"theme-system", Menu::Theme, sameGroup, QT_TRANSLATE_NOOP("Actions", "As the desk&top"),
     nullptr, nullptr, nullptr, [](C c) { setTheme(c, ThemeChoice::System); },
     [](C c) { return theme(c) == ThemeChoice::System; }},
    {"theme-light", Menu::Theme, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Light"), "theme-light",
     nullptr, nullptr, [](C c) { setTheme(c, ThemeChoice::Light); },
     [](C c) { return theme(c) == ThemeChoice::Light; }},
    {"theme-dark", Menu::Theme, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Dark"), "theme-dark",
     nullptr, nullptr, [](C c) { setTheme(c, ThemeChoice::Dark); },
     [](C c) { return theme(c) == ThemeChoice::Dark; }},

    {"add-operator", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Add an operator…"), "add", "Ins",
     [](C c) { return c.edits.canEdit(); }, [](C c) { c.edits.chooseOperator(); },
     nullptr},
    {"insert-operator", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Insert an operator after…"), nullptr, "Alt+Ins",
     canEditValue, [](C c) { c.edits.chooseInsertion(); }, nullptr},
    {"replace-selection", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Replace with an operator…"), nullptr, "Ctrl+H", canEditNodes,
     [](C c) { c.edits.chooseReplacement(); }, nullptr},
    {"toggle-output", Menu::Structure, group, QT_TRANSLATE_NOOP("Actions", "&Output of the model"),
     nullptr, "O", canEditValue, [](C c) { c.edits.toggleOutput(); },
     [](C c) { return c.edits.isSelectedOutput(); }},
    {"disconnect", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Disconnect from all readers"), nullptr, nullptr,
     [](C c) { return c.edits.canEdit() && c.session.selection.value().has_value(); },
     [](C c) { c.edits.disconnectSelected(); }, nullptr},
    {"control-dependency", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Wait for the other selected nodes"), nullptr, "W",
     [](C c) { return c.edits.hasNodes() && c.session.selection.nodes().size() > 1; },
     [](C c) { c.edits.toggleControl(); }, nullptr},
    {"run-earlier", Menu::Structure, sameGroup, QT_TRANSLATE_NOOP("Actions", "Run &earlier"),
     nullptr, "Alt+Up", [](C c) { return c.edits.canMoveInOrder(); },
     [](C c) { c.edits.moveInOrder(-1); }, nullptr},
    {"run-later", Menu::Structure, sameGroup, QT_TRANSLATE_NOOP("Actions", "Run &later"), nullptr,
     "Alt+Down", [](C c) { return c.edits.canMoveInOrder(); },
     [](C c) { c.edits.moveInOrder(1); }, nullptr},
    {"extract", Menu::Structure, group,
     QT_TRANSLATE_NOOP("Actions", "E&xtract as a new model"), nullptr, "Ctrl+Shift+X", hasNodes,
     [](C c) { c.exchange.extract(); }, nullptr},
    {"open-subgraphs", Menu::Structure, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Open s&ubgraphs as models"), nullptr, "Ctrl+Shift+Return",
     [](C c) { return c.exchange.hasSubgraphs(); },
     [](C c) { c.exchange.openSubgraphs(); }, nullptr},
    {"merge", Menu::Structure, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Merge a model in…"),
     nullptr, nullptr, [](C c) { return c.edits.canEdit(); },
     [](C c) { c.exchange.askToMerge(); }, nullptr},

    {"infer-shapes", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Infer shapes"),
     "passes", nullptr, canRunPasses,
     [](C c) { runPasses(c, {"InferShape", "InferType"}); }, nullptr},
    {"plan-memory", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "Plan &memory"), "memory",
     nullptr, canRunPasses, [](C c) { c.session.passes.runUsual(); }, nullptr},
    {"previous-pass", Menu::Graph, group, QT_TRANSLATE_NOOP("Actions", "&Previous pass"),
     "step-back", "[; K", [](C c) { return c.stepper.canGoBack(); },
     [](C c) { c.stepper.goBack(); }, nullptr},
    {"next-pass", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Next pass"),
     "step-forward", "]; J", [](C c) { return c.stepper.canGoForward(); },
     [](C c) { c.stepper.goForward(); }, nullptr},
    {"compare-steps", Menu::Graph, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Compare with this pass"), nullptr, "=",
     [](C c) { return c.stepper.stepCount() > 0; }, [](C c) { c.stepper.toggleComparison(); },
     [](C c) { return c.stepper.isComparing(); }},
    {"side-by-side", Menu::Graph, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Two steps side &by side"), "side-by-side", "B",
     [](C c) { return c.stepper.stepCount() > 0; }, [](C c) { c.panes.setOn(!c.panes.isOn()); },
     [](C c) { return c.panes.isOn(); }},
    {"prove-step", Menu::Graph, group, QT_TRANSLATE_NOOP("Actions", "Pro&ve this step"), "check",
     nullptr, canProve<ProofExtent::Step>, prove<ProofExtent::Step>, nullptr},
    {"prove-all", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "Prove &all steps"), nullptr,
     nullptr, canProve<ProofExtent::All>, prove<ProofExtent::All>, nullptr},
    {"bisect", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Bisect the passes"), nullptr,
     nullptr, canProve<ProofExtent::First>, prove<ProofExtent::First>, nullptr},
    {"run", Menu::Graph, group, QT_TRANSLATE_NOOP("Actions", "&Run and profile"), "run", "Ctrl+R",
     canRun, run, nullptr},
    {"measure-edit", Menu::Graph, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Measure the last e&dits"), nullptr, nullptr,
     [](C c) { return canRun(c) && c.session.profiles.editedSince().has_value(); }, measureEdit,
     nullptr},
    {"what-if", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "Measure &what if…"),
     "side-by-side", nullptr, canRun, measureWhatIf, nullptr},
    {"tune", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Tune the kernels"), nullptr,
     nullptr, canRun, tune, nullptr},
    {"stop", Menu::Graph, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Stop the run"), "stop",
     "Shift+F5",
     [](C c) { return c.session.profiles.isRunning() || c.session.proofs.isRunning(); },
     [](C c) {
         c.session.profiles.stop();
         c.session.proofs.stop();
     }, nullptr},
    {"connect-machine", Menu::Graph, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "Co&nnect to a machine…"), nullptr, nullptr,
     canRun, connectMachine, nullptr},
    {"exact-semantics", Menu::Graph, group,
     QT_TRANSLATE_NOOP("Actions", "&Exact: compute as the original does"), nullptr, nullptr, hasDocument,
     toggleSemantics, isExact},
    {"graph-properties", Menu::Graph, sameGroup,
     QT_TRANSLATE_NOOP("Actions", "&Graph properties"), "info", "Ctrl+Return", hasDocument,
     showGraphProperties, nullptr},

    {"manual", Menu::Help, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Manual"), "help", "F1",
     nullptr, showManual, nullptr},
    {"keys", Menu::Help, sameGroup, QT_TRANSLATE_NOOP("Actions", "&Keys"), nullptr, "?", nullptr,
     showKeys, nullptr},
    {"log-file", Menu::Help, sameGroup, QT_TRANSLATE_NOOP("Actions", "Show &log file"), nullptr,
     nullptr, nullptr, showLogFile, nullptr},
    {"about", Menu::Help, group, QT_TRANSLATE_NOOP("Actions", "&About Nervure"), "nervure",
     nullptr, nullptr, showAbout, nullptr},
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

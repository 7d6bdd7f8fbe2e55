// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_client.h"
#include "widgets/canvas/canvas_switches.h"
#include "widgets/canvas/scene/canvas_marks.h"
#include "widgets/canvas/scene/edit_marks.h"
#include "widgets/canvas/scene/node_colors.h"
#include "widgets/canvas/scene/stage_picture.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace nervure {

class CanvasScene;
class ColorSources;
class GraphDocument;
class GraphView;
class JobRunner;
class Selection;
struct LayoutHands;
struct ModelStage;
struct Picture;
struct StageStep;

/// Keeps a view showing a document: lays out off the UI thread after every change, keeps the
/// selections equal, and marks diagnostics, times and changes on the nodes. Everything given must
/// outlive it.
class CanvasController : public QObject {
    Q_OBJECT

public:
    struct Parts {
        GraphDocument &document;
        Selection &selection;
        JobRunner &jobs;
        GraphView &view;
        ColorSources *colors = nullptr; ///< null: no rules and no attached data
    };
    CanvasController(const Parts &parts, LayoutClientOptions layout, QObject *parent = nullptr);
    ~CanvasController() override;

    [[nodiscard]] NodeColoring coloring() const { return m_coloring; }
    /// Time without a profile shows categories until there is one.
    void setColoring(NodeColoring coloring);
    [[nodiscard]] const CanvasSwitches &switches() const { return m_switches; }
    /// Another grouping begins with its outermost groups folded. A model just opened then comes as they
    /// say, however large it is.
    void setSwitches(const CanvasSwitches &switches);
    /// Marks these nodes in the place of those that were edited, while no pass's graph is shown.
    void setChangeMarks(std::unordered_map<NodeId, ChangeMark> marks);
    /// Marks the nodes whose values followed from an edit, see EditMarks.
    void follow(const InferenceDelta &inferenceDelta);
    /// Whether models that are opened from now on come folded when they are large, so that the first
    /// picture can be read. Their grouping is then what was found to fit.
    void setOpensFolded(bool opensFolded) { m_opensFolded = opensFolded; }
    [[nodiscard]] const GroupFolding &folding() const { return m_folding; }
    void setFolding(GroupFolding folding);
    /// A layout of the model that was just opened, as packedLayout() made it: if it fits what is to be
    /// shown, nothing is laid out.
    void setKnownLayout(std::shared_ptr<const std::string> layout);
    /// Makes packedLayout() of what is shown, on any thread; may be empty.
    [[nodiscard]] std::function<std::string()> packedLayout() const;
    /// True if ids of nodes in the view are not those of the stage: its picture is still to come.
    [[nodiscard]] bool showsOtherNodes() const;
    /// Folds the group of that key if it is open, else unfolds it.
    void toggleGroup(const QString &key);

Q_SIGNALS:
    /// The view shows the document as it is now.
    void shown();
    /// The layout was stopped by the user; the view shows what it had.
    void canceled();
    void coloringChanged();
    /// A large model was opened folded.
    void groupingChosen();

private:
    void replaceContent();
    void startOrWait();
    void takeSelection();
    void showSelection();
    void start();
    [[nodiscard]] StageStep stepToNext() const;
    void take(Picture picture);
    void showProgress();
    void cancel();
    void noteChanges(const ModelStage &stage);
    /// The file holds this graph now.
    void restartMarks(std::shared_ptr<const Graph> file);
    void refreshMarks();
    void addColors(CanvasMarks &marks) const;
    void followColors(const ColorSources &colors);
    /// Finds the nodes of the rules again, if they are what is shown.
    void applyRules();
    void gatherNotes();
    void jumpTo(nervure::NodeId node);
    bool unfold(NodeId node);

    Parts m_parts;
    std::shared_ptr<LayoutHands> m_hands; ///< used by one job at a time
    std::shared_ptr<const Graph> m_shown; ///< the stage's graph at the latest job
    std::shared_ptr<const Graph> m_own;   ///< the document's own, as the marks know it
    std::shared_ptr<const Graph> m_drawn; ///< what that job draws of it
    EditMarks m_edits;
    std::unordered_map<NodeId, ChangeMark> m_passMarks; ///< while a pass's graph is shown
    std::optional<std::unordered_map<NodeId, ChangeMark>> m_givenMarks; ///< see setChangeMarks()
    StagePicture m_picture;                                             ///< what the view shows
    StagePicture m_next; ///< what the latest job draws
    StageViews m_views;
    std::shared_ptr<const Graph> m_saving; ///< what is being written
    std::unordered_map<NodeId, QString> m_notes;
    std::vector<std::vector<NodeId>> m_ruleNodes; ///< of the rules that are on
    QTimer m_soon;
    QTimer m_patience; ///< with passes that run
    quint64 m_job = 0;
    NodeId m_pendingJump;
    std::shared_ptr<const std::string> m_knownLayout; ///< null: there is none
    NodeColoring m_coloring = NodeColoring::Category;
    CanvasSwitches m_switches;
    GroupFolding m_folding;
    bool m_showsPass = false; ///< what is shown was made by a pass
    bool m_opensFolded = false;
    bool m_choosesGrouping = false;  ///< the first picture of a model is still to come
    bool m_isGroupingChosen = false; ///< by us, not by the user
};

} // namespace nervure

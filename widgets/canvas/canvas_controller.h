// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/analyses.h"
#include "core/layout/layout_client.h"
#include "widgets/canvas/canvas_marks.h"

#include <QObject>
#include <QTimer>

#include <limits>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace nervure {

class IndexedGraph;
class GraphDocument;
class GraphView;
class JobRunner;
class Selection;
struct Drawing;

/// What the nodes' colours say.
enum class Colouring { Category, Time, Memory };

/// What of the graph is drawn.
struct CanvasSwitches {
    bool weights = false; ///< as nodes of their own; else part of their operator
    bool names = true;
    bool attributes = true;

    bool operator==(const CanvasSwitches &) const = default;
};

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
    };
    CanvasController(const Parts &parts, LayoutClientOptions layout, QObject *parent = nullptr);
    ~CanvasController() override;

    [[nodiscard]] Colouring colouring() const { return m_colouring; }
    /// Time without a profile shows categories until there is one.
    void setColouring(Colouring colouring);
    [[nodiscard]] bool foldsParameters() const { return !m_switches.weights; }
    void setFoldsParameters(bool folds);
    [[nodiscard]] const CanvasSwitches &switches() const { return m_switches; }
    void setSwitches(const CanvasSwitches &switches);
    /// Shows what is known after that many of the document's passes.
    void setStep(int step);
    /// Lays out anew, from scratch.
    void relayout();

Q_SIGNALS:
    /// The view shows the document as it is now.
    void shown();
    /// The layout was stopped by the user; the view shows what it had.
    void cancelled();
    void colouringChanged();

private:
    struct Shared;
    /// What is drawn, and what is known of it.
    struct Stage {
        std::shared_ptr<const Graph> graph;
        std::shared_ptr<const IndexedGraph> index; ///< null: nothing is known
        Analyses analyses;                         ///< over `index`
        std::shared_ptr<const Graph> before;       ///< a pass made `graph` of it; else null
    };

    void replaceContent();
    void takeSelection();
    [[nodiscard]] Stage stage() const;
    void start();
    void take(std::shared_ptr<const Drawing> drawing);
    void showProgress();
    void cancel();
    void noteChanges(const Stage &stage);
    void refreshMarks();
    void markDiagnostics(CanvasMarks &marks) const;
    void jumpTo(nervure::NodeId node);

    Parts m_parts;
    std::shared_ptr<Shared> m_shared;     ///< the layout client, used by one job at a time
    std::shared_ptr<const Graph> m_shown; ///< what the latest job draws
    std::unordered_map<NodeId, ChangeMark> m_changes;
    QTimer m_soon;
    quint64 m_job = 0;
    NodeId m_pendingJump;
    Colouring m_colouring = Colouring::Category;
    CanvasSwitches m_switches;
    bool m_showsStep = false; ///< what is shown was made by a pass
    int m_step = std::numeric_limits<int>::max();
};

} // namespace nervure

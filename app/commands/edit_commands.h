// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/edits/add_edits.h"
#include "core/graph/edits/delete_edits.h"
#include "widgets/canvas/tools/edit_gestures.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

class GraphView;
class ModelWindows;
struct DocumentContent;
struct DocumentSession;

/// What actions, gestures and menus ask of the structure of the document: each becomes an edit of
/// core, named and undoable, or one sentence that says why not.
class EditCommands : public QObject {
    Q_OBJECT

public:
    /// All must outlive this; `window` owns it and is the parent of dialogs.
    EditCommands(DocumentSession &session, GraphView &view, ModelWindows &windows, QWidget *window);

    [[nodiscard]] EditGestures &gestures() { return *m_gestures; }

    [[nodiscard]] bool canEdit() const;
    [[nodiscard]] bool hasNodes() const;
    [[nodiscard]] bool hasValue() const;
    [[nodiscard]] bool isSelectedOutput() const;
    [[nodiscard]] bool canPaste() const;

    void deleteSelected(Readers readers);
    void duplicate();
    /// False: it could not be, which is told.
    bool copy();
    void cut();
    void paste();
    void rename();
    /// Opens the operators beside the selection, or in the middle; the chosen one reads it.
    void chooseOperator();
    /// The same, put between the selected value and those who read it.
    void chooseInsertion();
    void chooseReplacement();
    void toggleOutput();
    void toggleControl();
    /// Whether the selected node can take another place in the order that runs.
    [[nodiscard]] bool canMoveInOrder() const;
    void moveInOrder(int places);
    void disconnectSelected();
    /// Takes the edge away, of data or control.
    void removeEdge(const CanvasEdge &edge);
    /// The selection as a model of its own, in a new window.
    void extract();
    /// Whether the selected node holds graphs of its own, as loops and conditions do.
    [[nodiscard]] bool hasSubgraphs() const;
    /// Copies of these, each in a new window.
    void openSubgraphs();
    /// Opens a copy in a window of its own.
    void showAlone(const Graph &graph);
    void askToMerge();
    void merge(const QString &path);

Q_SIGNALS:
    /// One sentence for the message bar.
    void failed(const QString &message);
    /// Something was done after all: what failed before is no longer of interest.
    void done();

private:
    using TextSource = std::function<Result<std::string>()>; ///< called on another thread
    using Choice = std::function<Result<NodeId>(const QString &op)>;

    void dropEdge(const EdgeDrop &drop);
    void dropOperator(const QString &op, const CanvasPlace &place);
    void connectTo(const EdgeDrop &drop, NodeId reader);
    void connectInput(const EdgeDrop &drop, const EdgeEnd &end);
    void choose(const QPoint &at, const std::optional<Entry> &reads, Choice choice);
    void show(const Result<NodeId> &added);
    bool tell(const Status &status);
    void renameTo(NodeId node, const QString &name);
    void addInto(const QString &title, TextSource source, bool isMerge);
    [[nodiscard]] QPoint placeForPopup() const;
    [[nodiscard]] std::vector<NodeId> layers() const;

    DocumentSession &m_session;
    GraphView &m_view;
    ModelWindows &m_windows;
    QWidget *m_window;
    EditGestures *m_gestures;
};

} // namespace nervure

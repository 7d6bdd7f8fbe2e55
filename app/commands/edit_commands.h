// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commands/edit_reporter.h"
#include "core/graph/edits/input_places.h"
#include "core/graph/edits/named_edits.h"
#include "widgets/canvas/tools/edit_gestures.h"

#include <functional>
#include <optional>
#include <vector>

class QMenu;

namespace nervure {

class GraphView;
struct DocumentSession;

/// What actions, gestures and menus ask of the structure of the document: each becomes an edit of
/// core, named and undoable, or one sentence that says why not.
class EditCommands : public EditReporter {
    Q_OBJECT

public:
    /// All must outlive this; `window` owns it and is the parent of dialogs.
    EditCommands(DocumentSession &session, GraphView &view, QWidget *window);

    [[nodiscard]] EditGestures &gestures() { return *m_gestures; }

    [[nodiscard]] bool canEdit() const;
    [[nodiscard]] bool hasNodes() const;
    [[nodiscard]] bool hasValue() const;
    [[nodiscard]] bool isSelectedOutput() const;

    /// `kind` is one of those that delete nodes.
    void deleteSelected(EditKind kind);
    void duplicate();
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

private:
    using Choice = std::function<Result<Edit>(const QString &op)>;

    void dropEdge(const EdgeDrop &drop);
    void dropOperator(const QString &op, const CanvasPoint &place);
    void connectTo(const EdgeDrop &drop, NodeId reader);
    void connectToOutput(const EdgeDrop &drop, std::size_t head);
    void connectInput(const EdgeDrop &drop, NodeId reader, const InputPlace &place);
    [[nodiscard]] QMenu *newDropMenu(const QString &name, const QString &title);
    void choose(const QPoint &at, const std::optional<Entry> &reads, Choice choice);
    bool perform(EditKind kind, const EditArguments &arguments);
    Result<Edit> insert(const QString &op, const std::vector<EdgeEnd> &ends);
    void show(const Result<Edit> &addition);
    [[nodiscard]] QPoint placeForPopup() const;
    [[nodiscard]] std::vector<NodeId> layers() const;

    DocumentSession &m_session;
    GraphView &m_view;
    QWidget *m_window;
    EditGestures *m_gestures;
};

} // namespace nervure

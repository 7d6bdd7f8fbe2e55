// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/difference/counterparts.h"
#include "core/layout/engine/layout_client.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <span>
#include <vector>

class QComboBox;
class QLabel;
class QSplitter;
class QToolButton;

namespace nervure {

class CanvasController;
class CanvasSurface;
class GraphDocument;
class GraphView;
class JobRunner;
class Selection;

/// The canvas of a document, and beside it, where that is wanted, a second one with the step that the one shown is
/// compared with (GraphDocument::comparedStep(), or the one before). Both show the same part of their pictures
/// and have the same nodes selected, as far as these have counterparts; a line above says what they are to
/// each other. Differences are marked in both.
class SideBySide : public QWidget {
    Q_OBJECT

public:
    struct Parts {
        GraphDocument &document;
        Selection &selection;
        JobRunner &jobs;
        GraphView &view; ///< the document's; becomes a part of this
        CanvasController &canvas;
    };
    /// All must outlive it but for the view, which goes with it. `layout` is for the second picture.
    SideBySide(const Parts &parts, LayoutClientOptions layout, QWidget *parent = nullptr);
    ~SideBySide() override;

    /// Whether a second canvas is wanted; it is there while there are steps.
    [[nodiscard]] bool isOn() const { return m_isOn; }
    void setOn(bool isOn);
    /// Null while there is none.
    [[nodiscard]] GraphView *otherView() const;
    /// The step that it shows.
    [[nodiscard]] int otherStep() const;
    /// Another language.
    void retranslate();
    /// The document's view moves otherwise now, see GraphView::setWheelZooms().
    void followPreferences();

Q_SIGNALS:
    void switched();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Other;

    QWidget *makeHeader();
    void followSwitches();
    void refresh();
    void open();
    void close();
    void showOther();
    void showMarks();
    void listSteps();
    void match();
    void follow(CanvasSurface &leader, CanvasSurface &follower);
    void followMain();
    void followOther();
    void selectOther();
    void selectMain();
    void showWords();
    void elideWords();
    /// In the step shown of nodes of the other one, or the other way round.
    [[nodiscard]] std::vector<NodeId> counterpartsOf(std::span<const NodeId> nodes,
                                                     bool areInOther) const;

    Parts m_parts;
    LayoutClientOptions m_layout;
    QLabel *m_title;
    QComboBox *m_steps;
    QLabel *m_words;
    QToolButton *m_close;
    QWidget *m_header;
    QSplitter *m_panes;
    std::unique_ptr<Other> m_other;
    std::optional<Counterparts> m_counterparts; ///< of the other step (first) and the one shown
    QTimer m_emptySoon;      ///< an edit drops the steps, which are there again in a moment
    StagePlace m_matched;    ///< the shown one of these
    int m_matchedOther = -1; ///< and the other
    bool m_isOn = false;
    bool m_isOtherChosen = false; ///< the selection was made in the other canvas
    bool m_isFollowing = false;
};

} // namespace nervure

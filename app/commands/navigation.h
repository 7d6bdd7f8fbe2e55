// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/own_nodes.h"

#include <QObject>
#include <QPointF>

#include <array>
#include <optional>
#include <vector>

namespace nervure {

class CanvasController;
class CanvasScene;
class GraphView;
struct DocumentSession;

/// Where somebody was: what was selected and which part of the picture was seen. Tied to a node, so
/// that it stays true when the picture is laid out again, or shows another step.
struct Viewpoint {
    std::vector<OwnNodeId> selection;
    OwnNodeId anchor; ///< a node that was drawn near the middle; invalid: there was none
    QPointF offset;   ///< from its center to the middle of the view, in picture pixels
    double zoom = 1;
    QString name{}; ///< of a bookmark
};

/// Finds the way back: bookmarks 1 to 9, and the history of what was selected, as in a browser.
class Navigation : public QObject {
    Q_OBJECT

public:
    static constexpr int bookmarkCount = 9;

    /// All must outlive this.
    Navigation(DocumentSession &session, const CanvasController &canvas, GraphView &view,
               QObject *parent = nullptr);

    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_places.size(); }
    void goBack();
    void goForward();

    /// Numbers from 1.
    [[nodiscard]] bool hasBookmark(int number) const;
    /// Named after the node that is there.
    void setBookmark(int number);
    /// The bookmark on the node that is there, and the first number that is free.
    [[nodiscard]] std::optional<int> bookmarkHere() const;
    [[nodiscard]] std::optional<int> freeBookmark() const;
    /// What a bookmark here would be called.
    [[nodiscard]] QString nameHere() const { return nameOf(here()); }
    /// Names the bookmark that is here; else makes one, if a number is free.
    void nameBookmarkHere(const QString &name);
    void removeBookmark(int number);
    void goToBookmark(int number);

    /// Null where there is none.
    [[nodiscard]] const std::optional<Viewpoint> &bookmark(int number) const;
    void restoreBookmark(int number, Viewpoint place);

    /// Where one is now.
    [[nodiscard]] Viewpoint here() const;
    /// Goes there without a step in the history; nodes that are not there any more are left out.
    void showPlace(const Viewpoint &place);

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// Other ways are open now.
    void changed();
    /// One short sentence for the status bar.
    void told(const QString &text);

private:
    [[nodiscard]] const CanvasScene *scene() const;
    void note();
    void forget();
    void goTo(std::size_t place);
    void bookmarksChanged();
    void showFlags();
    [[nodiscard]] QString nameOf(const Viewpoint &place) const;
    DocumentSession &m_session;
    const CanvasController &m_canvas;
    GraphView &m_view;
    std::vector<Viewpoint> m_places; ///< oldest first
    std::size_t m_at = 0;            ///< which of them is shown
    std::array<std::optional<Viewpoint>, bookmarkCount> m_bookmarks;
    bool m_isGoing = false; ///< the selection changes because of us
};

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "app/commands/navigation.h"

#include "app/files/document_session.h"
#include "widgets/canvas/canvas_controller.h"
#include "widgets/canvas/graph_view.h"
#include "widgets/text/format.h"

#include <QMouseEvent>
#include <QScopedValueRollback>

#include <algorithm>
#include <limits>

namespace nervure {

namespace {

constexpr std::size_t mostPlaces = 200;
/// Of larger selections a place keeps the last node alone.
constexpr std::size_t mostNodes = 1000;

/// The drawn node nearest to the middle of what is seen.
std::optional<std::uint32_t> nodeInTheMiddle(const GraphView &view)
{
    const CanvasScene &scene = *view.scene();
    const QPointF middle = view.visibleArea().center();
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::max();
    for (const std::uint32_t node : scene.nodesIn(view.visibleArea())) {
        const double away = (scene.nodeRect(node).center() - middle).manhattanLength();
        if (away < least && !scene.graph().isOutput(node)) {
            least = away;
            nearest = node;
        }
    }
    return nearest;
}

} // namespace

Navigation::Navigation(DocumentSession &session, const CanvasController &canvas, GraphView &view,
                       QObject *parent)
    : QObject(parent),
      m_session(session),
      m_canvas(canvas),
      m_view(view)
{
    forget();
    connect(&session.selection, &Selection::selectionChanged, this, &Navigation::note);
    connect(&session.document, &GraphDocument::contentReplaced, this, &Navigation::forget);
    connect(&canvas, &CanvasController::shown, this, &Navigation::showFlags);
    view.viewport()->installEventFilter(this);
}

void Navigation::forget()
{
    m_places = {Viewpoint()};
    m_at = 0;
    m_bookmarks = {};
    bookmarksChanged();
}

void Navigation::bookmarksChanged()
{
    showFlags();
    Q_EMIT changed();
}

/// Bookmarks, on what stands for their nodes in the stage that is shown.
void Navigation::showFlags()
{
    const auto nodes = m_session.document.ownNodes();
    std::vector<std::pair<NodeId, QString>> flags;
    for (int number = 1; number <= bookmarkCount; ++number) {
        const auto &place = bookmark(number);
        if (const NodeId node = place ? nodes->shown(place->anchor) : NodeId(); node.isValid()) {
            flags.emplace_back(node, QString::number(number));
        }
    }
    m_view.setFlags(std::move(flags));
}

/// The picture of the stage that is shown; null while it is still to come.
const CanvasScene *Navigation::scene() const
{
    return m_canvas.showsOtherNodes() ? nullptr : m_view.scene();
}

QString Navigation::nameOf(const Viewpoint &place) const
{
    const NodeId anchor = m_session.document.ownNodes()->shown(place.anchor);
    const Node *node = m_session.document.stage().graph->find(anchor);
    return node == nullptr ? QString() : toQString(node->name);
}

Viewpoint Navigation::here() const
{
    Viewpoint place;
    const auto nodes = m_session.document.ownNodes();
    std::vector<NodeId> selection = m_session.selection.nodes();
    if (selection.size() > mostNodes) {
        selection = {m_session.selection.current()};
    }
    for (const NodeId node : selection) {
        if (const OwnNodeId own = nodes->own(node); own.isValid()) {
            place.selection.push_back(own);
        }
    }
    place.zoom = m_view.zoom();
    if (!this->scene() || this->scene()->nodeCount() == 0) {
        return place;
    }
    const CanvasScene &scene = *this->scene();
    const auto selected = scene.graph().find(m_session.selection.current());
    const auto anchor = selected ? selected : nodeInTheMiddle(m_view);
    if (anchor) {
        const NodeId node = scene.graph().nodes[*anchor].node;
        place.anchor = nodes->own(node);
        // Of a box in a subgraph, the card of the node that holds it.
        const std::uint32_t card = scene.graph().find(node).value_or(*anchor);
        place.offset = m_view.visibleArea().center() - scene.nodeRect(card).center();
    }
    return place;
}

void Navigation::showPlace(const Viewpoint &place)
{
    const QScopedValueRollback<bool> guard(m_isGoing, true);
    const auto own = m_session.document.ownNodes();
    std::vector<NodeId> nodes;
    for (const OwnNodeId node : place.selection) {
        const NodeId shown = own->shown(node);
        if (shown.isValid() && std::find(nodes.begin(), nodes.end(), shown) == nodes.end()) {
            nodes.push_back(shown);
        }
    }
    m_session.selection.setNodes(std::move(nodes));
    const CanvasScene *scene = this->scene();
    const auto anchor = scene ? scene->graph().find(own->shown(place.anchor)) : std::nullopt;
    if (!anchor) {
        return;
    }
    ViewTransform target = m_view.transform();
    target.setScale(place.zoom, {});
    target.centerOn(scene->nodeRect(*anchor).center() + place.offset, m_view.viewport()->size());
    m_view.setTransform(target);
}

/// The place that is left keeps what was seen there last.
void Navigation::note()
{
    if (m_isGoing) {
        return;
    }
    const std::vector<OwnNodeId> selection = m_places[m_at].selection;
    m_places[m_at] = here();
    Viewpoint next = m_places[m_at];
    m_places[m_at].selection = selection;
    if (next.selection == selection) {
        return;
    }
    m_places.resize(m_at + 1);
    m_places.push_back(std::move(next));
    if (m_places.size() > mostPlaces) {
        m_places.erase(m_places.begin());
    }
    m_at = m_places.size() - 1;
    Q_EMIT changed();
}

void Navigation::goTo(std::size_t place)
{
    const std::vector<OwnNodeId> selection = m_places[m_at].selection;
    m_places[m_at] = here();
    m_places[m_at].selection = selection;
    m_at = place;
    showPlace(m_places[m_at]);
    Q_EMIT changed();
}

void Navigation::goBack()
{
    if (canGoBack()) {
        goTo(m_at - 1);
    }
}

void Navigation::goForward()
{
    if (canGoForward()) {
        goTo(m_at + 1);
    }
}

bool Navigation::hasBookmark(int number) const
{
    return bookmark(number).has_value();
}

const std::optional<Viewpoint> &Navigation::bookmark(int number) const
{
    return m_bookmarks.at(static_cast<std::size_t>(number - 1));
}

void Navigation::restoreBookmark(int number, Viewpoint place)
{
    m_bookmarks.at(static_cast<std::size_t>(number - 1)) = std::move(place);
    bookmarksChanged();
}

void Navigation::setBookmark(int number)
{
    Viewpoint place = here();
    place.name = nameOf(place);
    Q_EMIT told(place.name.isEmpty() ? tr("Bookmark %1 is here").arg(number)
                                     : tr("Bookmark %1 is at %2").arg(number).arg(place.name));
    m_bookmarks.at(static_cast<std::size_t>(number - 1)) = std::move(place);
    bookmarksChanged();
}

std::optional<int> Navigation::bookmarkHere() const
{
    const OwnNodeId anchor = here().anchor;
    for (int number = 1; number <= bookmarkCount; ++number) {
        if (anchor.isValid() && bookmark(number) && bookmark(number)->anchor == anchor) {
            return number;
        }
    }
    return std::nullopt;
}

std::optional<int> Navigation::freeBookmark() const
{
    for (int number = 1; number <= bookmarkCount; ++number) {
        if (!bookmark(number)) {
            return number;
        }
    }
    return std::nullopt;
}

void Navigation::nameBookmarkHere(const QString &name)
{
    const auto number = bookmarkHere() ? bookmarkHere() : freeBookmark();
    if (!number) {
        return;
    }
    if (!bookmark(*number)) {
        setBookmark(*number);
    }
    if (!name.trimmed().isEmpty()) {
        m_bookmarks.at(static_cast<std::size_t>(*number - 1))->name = name.trimmed();
    }
    bookmarksChanged();
}

void Navigation::removeBookmark(int number)
{
    m_bookmarks.at(static_cast<std::size_t>(number - 1)).reset();
    bookmarksChanged();
}

void Navigation::goToBookmark(int number)
{
    const auto &place = bookmark(number);
    if (!place) {
        return;
    }
    m_places[m_at] = here();
    m_places.resize(m_at + 1);
    m_places.push_back(*place);
    m_at = m_places.size() - 1;
    showPlace(*place);
    Q_EMIT changed();
}

bool Navigation::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress) {
        const Qt::MouseButton button = static_cast<QMouseEvent *>(event)->button();
        if (button == Qt::BackButton || button == Qt::ForwardButton) {
            button == Qt::BackButton ? goBack() : goForward();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace nervure

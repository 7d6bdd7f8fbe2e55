// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/tables.h"

#include "widgets/panels/node_view.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>
#include <vector>

namespace nervure {

namespace {
constexpr int leastRow = 24;
constexpr int mostMeasured = 64;    ///< rows; the rest is as high as the last of them
constexpr double elasticPart = 0.3; ///< of a view's width that its elastic column gets at least

/// The most that each of `needs` may get of `room`: the small ones get all they need.
int fairMost(std::vector<int> needs, int room)
{
    std::sort(needs.begin(), needs.end());
    for (std::size_t at = 0; at < needs.size(); ++at) {
        const int share = room / static_cast<int>(needs.size() - at);
        if (needs[at] > share) {
            return share;
        }
        room -= needs[at];
    }
    return needs.empty() ? room : needs.back();
}

/// Keeps the columns of a view within its width.
class ColumnShares : public QObject {
public:
    ColumnShares(NodeView *view, int elastic) : QObject(view), m_view(view), m_elastic(elastic)
    {
        view->viewport()->installEventFilter(this);
        const auto share = [this] { shareOut(); };
        connect(view->model(), &QAbstractItemModel::modelReset, this, share);
        connect(view->model(), &QAbstractItemModel::rowsInserted, this, share);
        connect(view->model(), &QAbstractItemModel::rowsRemoved, this, share);
        connect(view->model(), &QAbstractItemModel::dataChanged, this, share);
    }

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Resize) {
            shareOut();
        }
        return false;
    }

private:
    void shareOut()
    {
        QHeaderView *header = m_view->header();
        const QAbstractItemView *cells = m_view; // a tree's own hint is not for everybody
        const int width = m_view->viewport()->width();
        int room = width - static_cast<int>(width * elasticPart);
        std::vector<int> needs;
        for (int at = 0; at < header->count(); ++at) {
            if (header->isSectionHidden(at) || at == m_elastic) {
                continue;
            }
            if (header->sectionResizeMode(at) == QHeaderView::ResizeToContents) {
                needs.push_back(
                    std::max(cells->sizeHintForColumn(at), header->sectionSizeHint(at)));
            } else {
                room -= header->sectionSize(at);
            }
        }
        const int most = std::max(fairMost(std::move(needs), room), header->minimumSectionSize());
        if (header->maximumSectionSize() != most) {
            header->setMaximumSectionSize(most);
            header->setSectionResizeMode(m_elastic, QHeaderView::Stretch); // has all be resized
        }
    }

    NodeView *m_view;
    int m_elastic;
};

} // namespace

void fitHeight(NodeView *view, int rows)
{
    int height = view->header()->sizeHint().height() + 2;
    const int measured = std::min(rows, mostMeasured);
    int last = leastRow;
    for (int row = 0; row < measured; ++row) {
        last = std::max(leastRow, view->sizeHintForRow(row));
        height += last;
    }
    height += (rows - measured) * last;
    view->setFixedHeight(height);
}

void alignFirstColumns(const std::vector<NodeView *> &views, int most)
{
    int width = 0;
    for (NodeView *view : views) {
        view->header()->setSectionResizeMode(0, QHeaderView::Fixed);
        const QAbstractItemView *cells = view; // a tree's own hint is not for everybody
        width = std::max({width, cells->sizeHintForColumn(0), view->header()->sectionSizeHint(0)});
    }
    for (NodeView *view : views) {
        view->header()->resizeSection(0, std::min(width, most));
    }
}

void fitColumns(NodeView *view, int elastic)
{
    view->header()->setStretchLastSection(false);
    for (int at = 0; at < view->model()->columnCount(); ++at) {
        view->header()->setSectionResizeMode(at, at == elastic ? QHeaderView::Stretch
                                                               : QHeaderView::ResizeToContents);
    }
}

void shareColumns(NodeView *view, int elastic)
{
    fitColumns(view, elastic);
    new ColumnShares(view, elastic);
}

} // namespace nervure

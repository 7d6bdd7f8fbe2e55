// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/tables.h"

#include "widgets/panels/node_view.h"

#include <QHeaderView>

#include <algorithm>

namespace nervure {

namespace {
constexpr int leastRow = 24;
constexpr int mostMeasured = 64; ///< rows; the rest is as high as the last of them
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

} // namespace nervure

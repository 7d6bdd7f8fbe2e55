// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/tables.h"

#include "widgets/panels/node_view.h"

#include <QHeaderView>

#include <algorithm>

namespace nervure {

namespace {
constexpr int leastRow = 24;
constexpr int mostMeasured = 64; ///< rows; all are of one height
} // namespace

void fitHeight(NodeView *view, int rows)
{
    int height = view->header()->sizeHint().height() + 2;
    const int measured = std::min(rows, mostMeasured);
    for (int row = 0; row < measured; ++row) {
        height += std::max(leastRow, view->sizeHintForRow(row));
    }
    height += (rows - measured) * leastRow;
    view->setFixedHeight(height);
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

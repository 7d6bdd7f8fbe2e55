// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/editing_fixture.h"
#include "tests/widgets/panels/cell_typing.h"

#include <QTreeView>

namespace nervure::tests {

/// Types a value into the attribute's cell of the inspector.
inline bool typeAttribute(const EditingFixture &at, const QString &name, const QString &value)
{
    auto *view = find<QTreeView>(at.window, "inspector-attributes");
    const QAbstractItemModel *model = view->model();
    const auto rows = model->match(model->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly);
    return !rows.isEmpty() && typeIntoCell(view, rows.first().siblingAtColumn(1), value);
}

} // namespace nervure::tests

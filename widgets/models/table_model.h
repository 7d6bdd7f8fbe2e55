// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/models/column.h"

#include <QAbstractTableModel>

#include <utility>
#include <vector>

namespace nervure {

/// A flat list of rows under columns that are data. A concrete model sets its columns once and its
/// rows whenever they change, and says which node a row is about.
template <typename Row>
class TableModel : public QAbstractTableModel {
public:
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    [[nodiscard]] const Row &row(int number) const
    {
        return m_rows[static_cast<std::size_t>(number)];
    }
    void setRows(std::vector<Row> rows)
    {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
            return {};
        }
        const Row &row = this->row(index.row());
        return role == NodeRole ? QVariant(nodeOf(row).value)
                                : column(index.column()).data(row, role);
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
            return {};
        }
        return column(section).header(role);
    }

protected:
    explicit TableModel(QObject *parent) : QAbstractTableModel(parent) {}

    void setColumns(std::vector<Column<Row>> columns) { m_columns = std::move(columns); }
    [[nodiscard]] const Column<Row> &column(int number) const
    {
        return m_columns[static_cast<std::size_t>(number)];
    }
    /// The node a row leads to; invalid when there is none.
    [[nodiscard]] virtual NodeId nodeOf(const Row &) const { return {}; }

private:
    std::vector<Column<Row>> m_columns;
    std::vector<Row> m_rows;
};

} // namespace nervure

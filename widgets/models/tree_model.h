// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/models/column.h"

#include <QAbstractItemModel>

#include <utility>
#include <vector>

namespace nervure {

/// A tree of rows in one flat vector; links are positions in it, parents come before children.
template <typename Row>
struct TreeItem {
    Row row;
    int parent = -1; ///< -1: at the top
    std::vector<int> children = {};
    int position = 0; ///< among its siblings
};

/// A tree under columns that are data; the counterpart of TableModel.
template <typename Row>
class TreeModel : public QAbstractItemModel {
public:
    using Items = std::vector<TreeItem<Row>>;

    /// Appends an item under `parent` (-1: at the top) and returns its place.
    static int addItem(Items &items, int parent, Row row)
    {
        const int place = static_cast<int>(items.size());
        items.push_back({std::move(row), parent});
        if (parent >= 0) {
            auto &siblings = items[static_cast<std::size_t>(parent)].children;
            items.back().position = static_cast<int>(siblings.size());
            siblings.push_back(place);
        }
        return place;
    }

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent) const override
    {
        if (row < 0 || column < 0 || row >= rowCount(parent) || column >= columnCount(parent)) {
            return {};
        }
        return createIndex(
            row, column, static_cast<quintptr>(childrenOf(parent)[static_cast<std::size_t>(row)]));
    }
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override
    {
        return index.isValid() ? indexOf(item(index).parent) : QModelIndex();
    }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
    }
    [[nodiscard]] int columnCount(const QModelIndex & = {}) const override
    {
        return static_cast<int>(m_columns.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
            return {};
        }
        const Row &row = item(index).row;
        return role == NodeRole
                   ? QVariant(nodeOf(row).value)
                   : m_columns[static_cast<std::size_t>(index.column())].data(row, role);
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
            return {};
        }
        return m_columns[static_cast<std::size_t>(section)].header(role);
    }

protected:
    explicit TreeModel(QObject *parent) : QAbstractItemModel(parent) {}

    void setColumns(std::vector<Column<Row>> columns) { m_columns = std::move(columns); }
    void setItems(Items items)
    {
        beginResetModel();
        m_items = std::move(items);
        m_top.clear();
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            if (m_items[i].parent < 0) {
                m_items[i].position = static_cast<int>(m_top.size());
                m_top.push_back(static_cast<int>(i));
            }
        }
        endResetModel();
    }
    [[nodiscard]] const Items &items() const { return m_items; }
    [[nodiscard]] const TreeItem<Row> &item(const QModelIndex &index) const
    {
        return m_items[static_cast<std::size_t>(index.internalId())];
    }
    /// Column 0 of the item at that place.
    [[nodiscard]] QModelIndex indexOf(int place) const
    {
        return place < 0 ? QModelIndex()
                         : createIndex(m_items[static_cast<std::size_t>(place)].position, 0,
                                       static_cast<quintptr>(place));
    }
    [[nodiscard]] virtual NodeId nodeOf(const Row &) const { return {}; }

private:
    [[nodiscard]] const std::vector<int> &childrenOf(const QModelIndex &parent) const
    {
        return parent.isValid() ? item(parent).children : m_top;
    }

    std::vector<Column<Row>> m_columns;
    Items m_items;
    std::vector<int> m_top;
};

} // namespace nervure

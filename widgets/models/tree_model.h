// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "widgets/models/column.h"

#include <QAbstractItemModel>

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace nervure {

/// A tree of rows in one flat vector; the link is a position in it, parents come before children.
template <typename Row>
struct TreeItem {
    Row row;
    int parent = -1;  ///< -1: at the top
    int position = 0; ///< among its siblings; the model finds it out
};

/// A tree under columns that are data; the counterpart of TableModel.
template <typename Row>
class TreeModel : public QAbstractItemModel {
public:
    using Items = std::vector<TreeItem<Row>>;

    /// Appends an item under `parent` (-1: at the top) and returns its place.
    static int addItem(Items &items, int parent, Row row)
    {
        items.push_back({std::move(row), parent});
        return static_cast<int>(items.size()) - 1;
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
        listChildren();
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
    [[nodiscard]] std::span<const int> childrenOf(const QModelIndex &parent) const
    {
        const std::size_t list =
            parent.isValid() ? static_cast<std::size_t>(parent.internalId()) + 1 : 0;
        return std::span(m_children).subspan(m_starts[list], m_starts[list + 1] - m_starts[list]);
    }
    void listChildren()
    {
        const auto listOf = [](const auto &item) {
            return static_cast<std::size_t>(item.parent + 1);
        };
        m_starts.assign(m_items.size() + 2, 0);
        for (TreeItem<Row> &item : m_items) {
            item.position = static_cast<int>(m_starts[listOf(item) + 1]++);
        }
        std::partial_sum(m_starts.begin(), m_starts.end(), m_starts.begin());
        m_children.resize(m_items.size());
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            m_children[m_starts[listOf(m_items[i])]
                       + static_cast<std::size_t>(m_items[i].position)] = static_cast<int>(i);
        }
    }

    std::vector<Column<Row>> m_columns;
    Items m_items;
    std::vector<int> m_children;               ///< of the top, then of each item
    std::vector<std::uint32_t> m_starts{0, 0}; ///< where in m_children
};

} // namespace nervure

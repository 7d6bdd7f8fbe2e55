// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QVariant>

#include <functional>
#include <utility>

namespace nervure {

/// Roles that all models of ours answer, beside Qt's.
enum ModelRole {
    SortRole = Qt::UserRole + 1, ///< what a column sorts by: numbers as numbers
    NodeRole,                    ///< the row's NodeId value (uint), invalid when it has none
    ShareRole,                   ///< 0 to 1: a bar behind the cell's text
    IconNameRole,                ///< name of an icon before the text
    MutedRole,                   ///< true: less important than other cells
    ChoicesRole,                 ///< the values an editor offers; empty: any text
};

/// How all cells of a column look.
struct CellStyle {
    bool isNumber = false;
    bool isCode = false;
    bool isMuted = false;
};

/// Alignment, font and MutedRole of such a cell.
[[nodiscard]] QVariant cellStyle(const CellStyle &style, int role);

/// One column of a table or tree over rows of type `Row`: all that differs between columns, so
/// that a model is a list of these.
///
///     Column<Row>(tr("Time"), [](const Row &row) { return formatTime(row.ms); })
///         .sort([](const Row &row) { return row.ms; }).number()
template <typename Row>
class Column {
public:
    using Text = std::function<QString(const Row &)>;
    using Read = std::function<QVariant(const Row &)>;

    Column(QString title, Text text) : m_title(std::move(title)), m_text(std::move(text)) {}

    /// What to sort by, when it is not the text.
    Column &sort(Read key) { return with(m_sort, std::move(key)); }
    /// Right-aligned, monospaced with tabular digits.
    Column &number() { return with(m_style.isNumber, true); }
    /// Monospaced, left-aligned: shapes, attributes.
    Column &code() { return with(m_style.isCode, true); }
    Column &muted() { return with(m_style.isMuted, true); }
    /// Muted where the row says so.
    Column &mutedIf(std::function<bool(const Row &)> isMuted)
    {
        return with(m_mutedIf, std::move(isMuted));
    }
    /// Tooltip of the header.
    Column &hint(QString text) { return with(m_hint, std::move(text)); }
    Column &toolTip(Text text) { return with(m_toolTip, std::move(text)); }
    Column &share(Read share) { return with(m_share, std::move(share)); }
    Column &icon(Read name) { return with(m_icon, std::move(name)); }

    /// What the cell of this column and `row` answers.
    [[nodiscard]] QVariant data(const Row &row, int role) const
    {
        switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole: return m_text(row);
        case SortRole: return m_sort ? m_sort(row) : QVariant(m_text(row));
        case Qt::ToolTipRole: return m_toolTip ? QVariant(m_toolTip(row)) : QVariant();
        case ShareRole: return m_share ? m_share(row) : QVariant();
        case IconNameRole: return m_icon ? m_icon(row) : QVariant();
        case MutedRole: return m_style.isMuted || (m_mutedIf && m_mutedIf(row));
        default: return cellStyle(m_style, role);
        }
    }
    [[nodiscard]] QVariant header(int role) const
    {
        switch (role) {
        case Qt::DisplayRole: return m_title;
        case Qt::ToolTipRole: return m_hint.isEmpty() ? QVariant() : QVariant(m_hint);
        case Qt::TextAlignmentRole: return cellStyle(m_style, role);
        default: return {};
        }
    }

private:
    template <typename Member, typename Value>
    Column &with(Member &member, Value value)
    {
        member = std::move(value);
        return *this;
    }

    QString m_title;
    Text m_text;
    Read m_sort;
    CellStyle m_style;
    QString m_hint;
    Text m_toolTip;
    Read m_share;
    Read m_icon;
    std::function<bool(const Row &)> m_mutedIf;
};

} // namespace nervure

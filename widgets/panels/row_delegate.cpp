// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/row_delegate.h"

#include "widgets/models/column.h"
#include "widgets/style/tinted_icon.h"

#include <QPainter>

#include <algorithm>

namespace nervure {

namespace {
constexpr int leastHeight = 24;
constexpr int iconSize = 16;
constexpr int barMargin = 3;
constexpr double barStrength = 0.22;
} // namespace

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    const QVariant share = index.data(ShareRole);
    if (share.isValid() && share.toDouble() > 0) {
        QRectF bar = QRectF(option.rect).adjusted(barMargin, barMargin, -barMargin, -barMargin);
        bar.setLeft(bar.right() - bar.width() * std::clamp(share.toDouble(), 0.0, 1.0));
        QColor color = option.palette.color(QPalette::Highlight);
        color.setAlphaF(barStrength);
        painter->fillRect(bar, color);
    }
    QStyledItemDelegate::paint(painter, option, index);
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return QStyledItemDelegate::sizeHint(option, index).expandedTo({0, leastHeight});
}

void RowDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(MutedRole).toBool()) {
        option->textElideMode = Qt::ElideRight; // sentences; names differ at their ends
        option->palette.setColor(QPalette::Text, option->palette.color(QPalette::PlaceholderText));
    }
    const QString icon = index.data(IconNameRole).toString();
    if (!icon.isEmpty()) {
        option->icon = tintedIcon(icon);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = {iconSize, iconSize};
    }
}

} // namespace nervure

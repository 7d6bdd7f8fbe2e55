// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/link_delegate.h"

#include "widgets/models/value_model.h"
#include "widgets/panels/node_view.h"
#include "widgets/panels/tables.h"
#include "widgets/style/fonts.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>
#include <QTreeView>

#include <algorithm>
#include <cmath>

namespace nervure {

namespace {

constexpr int margin = 4;
constexpr int sideMargin = 7; ///< as the style has it for cells
constexpr int leastLinkWidth = 40;

/// Lays the text out in lines of that width, broken anywhere where no word ends; returns their height.
double layOut(QTextLayout &layout, double width)
{
    QTextOption wrapping;
    wrapping.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(wrapping);
    layout.beginLayout();
    double height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

double roomIn(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const auto *view = qobject_cast<const QTreeView *>(option.widget);
    const int width = view != nullptr ? view->columnWidth(index.column()) : option.rect.width();
    return std::max(leastLinkWidth, width - 2 * sideMargin);
}

} // namespace

QString LinkDelegate::factsOf(const QModelIndex &index)
{
    if (index.column() != ValueModel::Value) {
        return {};
    }
    const auto told = [&index](int column) {
        return index.siblingAtColumn(column).data().toString();
    };
    QStringList facts{told(ValueModel::ShapeColumn), told(ValueModel::Type)};
    const QString storage = told(ValueModel::Storage);
    facts.append(storage.isEmpty() ? QString() : tr("storage %1").arg(storage));
    facts.removeAll(QString());
    return facts.join(QStringLiteral("  "));
}

void LinkDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = item.text;
    item.text.clear();
    const QStyle *style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, option.widget);
    painter->save();
    QTextLayout name(text, item.font);
    const double height = layOut(name, roomIn(option, index));
    const QPointF place = option.rect.topLeft() + QPointF(sideMargin, margin);
    const bool isRole = index.column() == ValueModel::Role;
    const QColor muted = item.palette.color(QPalette::PlaceholderText);
    painter->setPen(isRole ? muted : item.palette.color(QPalette::Text));
    name.draw(painter, place);
    painter->setPen(muted);
    painter->setFont(numberFont());
    const QRectF below(place + QPointF(0, height),
                       QSizeF(roomIn(option, index), option.rect.height() - height - margin));
    const QString facts = factsOf(index);
    painter->drawText(
        below, Qt::AlignTop | Qt::AlignLeft,
        painter->fontMetrics().elidedText(facts, Qt::ElideRight, static_cast<int>(below.width())));
    painter->restore();
}

QSize LinkDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    if (index.column() == ValueModel::Role) {
        return RowDelegate::sizeHint(option, index);
    }
    QTextLayout name(item.text, item.font);
    double height = layOut(name, roomIn(option, index));
    if (!factsOf(index).isEmpty()) {
        height += QFontMetricsF(numberFont()).height();
    }
    return {leastLinkWidth, static_cast<int>(std::ceil(height)) + 2 * margin};
}

NodeView *linkView(const QString &name, const QString &title, ValueModel *model, QWidget *parent)
{
    auto *view = new NodeView(name, title, parent);
    view->setRows(model);
    view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setItemDelegate(new LinkDelegate(view));
    view->setUniformRowHeights(false);
    for (const int told : {ValueModel::ShapeColumn, ValueModel::Type, ValueModel::Storage}) {
        view->setColumnHidden(told, true); // below the name
    }
    fitColumns(view, ValueModel::Value);
    return view;
}

} // namespace nervure

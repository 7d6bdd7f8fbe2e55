// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/charts/budget_chart.h"

#include "widgets/text/format.h"

#include <QPainter>

#include <algorithm>

namespace nervure {

namespace {

constexpr double budgetRow = 24;
constexpr double budgetMargin = 8;
constexpr double leastTitled = 28; ///< bars below this width carry no title

bool isOfItem(const std::vector<BudgetItem> &items, std::size_t layer, std::size_t scope)
{
    int item = static_cast<int>(layer);
    while (item >= 0 && item != static_cast<int>(scope)) {
        item = items[static_cast<std::size_t>(item)].parent;
    }
    return item >= 0;
}

} // namespace

BudgetChart::BudgetChart(QWidget *parent) : ProfileChart(parent)
{
    setObjectName(QStringLiteral("charts-budget"));
    setAccessibleName(tr("Where the time of a run goes"));
}

void BudgetChart::setBudget(std::vector<BudgetItem> items)
{
    m_items = std::move(items);
    m_places.assign(m_items.size(), {});
    std::vector<double> used(m_items.size()); ///< of each item, what those before took
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const double whole = std::max(m_items.front().ms, 1e-12);
        if (i == 0) {
            m_places[i] = {0, 0, 1};
            continue;
        }
        const auto parent = static_cast<std::size_t>(m_items[i].parent);
        const double from = m_places[parent].from + used[parent];
        const double part = std::max(m_items[i].ms, 0.0) / whole;
        m_places[i] = {m_places[parent].depth + 1, from, from + part};
        used[parent] += part;
    }
    update();
}

QSize BudgetChart::sizeHint() const
{
    int depth = 0;
    for (const Place &place : m_places) {
        depth = std::max(depth, place.depth);
    }
    return {480, static_cast<int>((depth + 1) * budgetRow + 2 * budgetMargin)};
}

QRectF BudgetChart::barOf(std::size_t item) const
{
    const Place &place = m_places[item];
    const double room = width() - 2 * budgetMargin;
    return {budgetMargin + place.from * room, budgetMargin + place.depth * budgetRow,
            std::max((place.to - place.from) * room - 1, 0.5), budgetRow - 1};
}

std::optional<std::size_t> BudgetChart::itemAt(QPointF place) const
{
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (barOf(i).contains(place)) {
            return i;
        }
    }
    return std::nullopt;
}

std::vector<std::uint32_t> BudgetChart::layersAt(QPointF place) const
{
    const std::optional<std::size_t> item = itemAt(place);
    std::vector<std::uint32_t> layers;
    for (std::size_t i = 0; item && i < m_items.size(); ++i) {
        if (m_items[i].kind == BudgetItem::Kind::Layer && isOfItem(m_items, i, *item)) {
            layers.push_back(m_items[i].layer);
        }
    }
    return layers;
}

QString BudgetChart::titleOf(const BudgetItem &item) const
{
    switch (item.kind) {
    case BudgetItem::Kind::Run: return tr("Run");
    case BudgetItem::Kind::Launches: return tr("Launching");
    case BudgetItem::Kind::Transfers: return tr("Transfers");
    case BudgetItem::Kind::Remainder: return tr("Explained by no layer");
    case BudgetItem::Kind::Scope:
    case BudgetItem::Kind::Layer: break;
    }
    return toQString(item.name);
}

QString BudgetChart::tipAt(QPointF place) const
{
    const std::optional<std::size_t> item = itemAt(place);
    if (!item) {
        return {};
    }
    const BudgetItem &of = m_items[*item];
    const QString head = QStringLiteral("%1: %2, %3")
                             .arg(titleOf(of), formatTime(of.ms),
                                  formatShare(of.ms / std::max(m_items.front().ms, 1e-12)));
    return of.kind == BudgetItem::Kind::Layer ? head + u'\n' + layerTip(of.layer) : head;
}

void BudgetChart::paintChart(QPainter &painter)
{
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        paintItem(painter, i);
    }
}

void BudgetChart::paintItem(QPainter &painter, std::size_t item) const
{
    const BudgetItem &of = m_items[item];
    const QRectF bar = barOf(item);
    const bool isLayer = of.kind == BudgetItem::Kind::Layer;
    QColor fill = isLayer ? colorOf(of.layer) : palette().color(QPalette::PlaceholderText);
    fill.setAlphaF(isLayer ? 0.55F : of.kind == BudgetItem::Kind::Remainder ? 0.15F : 0.3F);
    painter.fillRect(bar, fill);
    if (isLayer && currentLayer() == of.layer) {
        painter.setPen(QPen(palette().color(QPalette::Link), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (bar.width() < leastTitled) {
        return;
    }
    painter.setPen(palette().color(QPalette::Text));
    const QRectF text = bar.adjusted(4, 0, -4, 0);
    const QString title = QStringLiteral("%1  %2").arg(titleOf(of), formatTime(of.ms));
    painter.drawText(
        text, Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(title, Qt::ElideRight, static_cast<int>(text.width())));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/memory/lifetime_chart.h"

#include "widgets/panels/memory/lifetime_layout.h"
#include "widgets/text/format.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace nervure {

using namespace lifetime_layout;

namespace {

constexpr int arenaHeight = 160; ///< least height of an arena's map
constexpr double textMargin = 4;
constexpr double thinBar = 3;
constexpr double narrowestText = 40; ///< bars below this width carry no name

QString tipOf(const StorageTenant &tenant, std::int64_t storage)
{
    const QString words = tenant.offset >= 0
                              ? LifetimeChart::tr("%1\n%2 at offset %3, steps %4 to %5")
                              : LifetimeChart::tr("%1\n%2 in storage %3, steps %4 to %5");
    return words.arg(toQString(tenant.name), formatBytes(tenant.bytes))
        .arg(tenant.offset >= 0 ? formatCount(tenant.offset) : QString::number(storage))
        .arg(tenant.firstStep)
        .arg(tenant.lastStep);
}

} // namespace

LifetimeChart::LifetimeChart(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("memory-chart"));
    setAccessibleName(tr("Lifetimes: storages over steps"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

MemoryPlanView LifetimeChart::ordered(MemoryPlanView plan)
{
    std::stable_sort(plan.blocks.begin(), plan.blocks.end(),
                     [](const auto &a, const auto &b) { return a.bytes > b.bytes; });
    return plan;
}

void LifetimeChart::setOrderedPlan(MemoryPlanView plan)
{
    m_plan = std::move(plan);
    m_inUse = bytesInUse(m_plan);
    m_peakStep = static_cast<std::uint32_t>(std::max_element(m_inUse.begin(), m_inUse.end())
                                            - m_inUse.begin());
    setMinimumHeight(sizeHint().height());
    update();
}

void LifetimeChart::setCurrentNode(NodeId node)
{
    m_current = node;
    update();
}

QSize LifetimeChart::sizeHint() const
{
    if (m_plan.hasOffsets) {
        return {480, rowsTop + arenaHeight + chartMargin};
    }
    return {480, rowsTop + static_cast<int>(m_plan.blocks.size()) * rowHeight + chartMargin};
}

double LifetimeChart::stepWidth() const
{
    const double steps = std::max<std::uint32_t>(m_plan.stepCount, 1);
    return std::max(0.0, static_cast<double>(width() - labelWidth - chartMargin)) / steps;
}

double LifetimeChart::byteHeight() const
{
    const double room = std::max(0, height() - rowsTop - chartMargin);
    return room / static_cast<double>(std::max<std::int64_t>(m_plan.plannedBytes, 1));
}

QRectF LifetimeChart::barRect(std::size_t row, const StorageTenant &tenant) const
{
    const double left = labelWidth + tenant.firstStep * stepWidth();
    const double steps = tenant.lastStep - tenant.firstStep + 1;
    const double width = std::max(2.0, steps * stepWidth() - 1);
    if (m_plan.hasOffsets) {
        const double top = rowsTop + static_cast<double>(tenant.offset) * byteHeight();
        return {left, top, width,
                std::max(1.5, static_cast<double>(tenant.bytes) * byteHeight() - 1)};
    }
    const double top =
        rowsTop + static_cast<double>(row) * rowHeight + (rowHeight - barHeight) / 2.0;
    return {left, top, width, barHeight};
}

const StorageTenant *LifetimeChart::tenantAt(QPoint point) const
{
    if (m_plan.hasOffsets) {
        // Later bars lie over earlier ones.
        for (auto block = m_plan.blocks.rbegin(); block != m_plan.blocks.rend(); ++block) {
            const auto it = std::find_if(
                block->tenants.rbegin(), block->tenants.rend(), [&](const auto &tenant) {
                    return barRect(0, tenant).adjusted(-1, -1, 1, 1).contains(point);
                });
            if (it != block->tenants.rend()) {
                return &*it;
            }
        }
        return nullptr;
    }
    const int row = (point.y() - rowsTop) / rowHeight;
    if (point.y() < rowsTop || row >= static_cast<int>(m_plan.blocks.size())) {
        return nullptr;
    }
    const auto at = static_cast<std::size_t>(row);
    const auto &tenants = m_plan.blocks[at].tenants;
    // Later bars lie over earlier ones.
    const auto it = std::find_if(tenants.rbegin(), tenants.rend(), [&](const auto &tenant) {
        return barRect(at, tenant).adjusted(-1, -4, 1, 4).contains(point);
    });
    return it == tenants.rend() ? nullptr : &*it;
}

QRectF LifetimeChart::barOf(NodeId node) const
{
    for (std::size_t row = 0; row < m_plan.blocks.size(); ++row) {
        for (const StorageTenant &tenant : m_plan.blocks[row].tenants) {
            if (tenant.node == node) {
                return barRect(row, tenant);
            }
        }
    }
    return {};
}

bool LifetimeChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const auto step = stepAt(help->pos())) {
        QToolTip::showText(help->globalPos(), usageTip(*step), this);
        return true;
    }
    const StorageTenant *tenant = tenantAt(help->pos());
    if (tenant == nullptr) {
        QToolTip::hideText();
        event->ignore();
        return true;
    }
    const auto row = static_cast<std::size_t>((help->pos().y() - rowsTop) / rowHeight);
    const std::int64_t storage = m_plan.hasOffsets ? -1 : m_plan.blocks[row].id;
    QToolTip::showText(help->globalPos(), tipOf(*tenant, storage), this);
    return true;
}

void LifetimeChart::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(event->rect(), palette().base());
    paintUsage(painter);
    m_painted.clear();
    if (m_plan.hasOffsets) {
        paintArena(painter, event->rect());
    } else {
        const int first = std::max(0, (event->rect().top() - rowsTop) / rowHeight);
        const int last = (event->rect().bottom() - rowsTop) / rowHeight;
        for (int row = first; row <= last && row < static_cast<int>(m_plan.blocks.size()); ++row) {
            paintRow(painter, static_cast<std::size_t>(row));
        }
    }
    paintPeakLine(painter);
    paintUsageLabels(painter);
    if (m_plan.hasOffsets) {
        paintAddresses(painter);
    } else {
        const int first = std::max(0, (event->rect().top() - rowsTop) / rowHeight);
        const int last = (event->rect().bottom() - rowsTop) / rowHeight;
        for (int row = first; row <= last && row < static_cast<int>(m_plan.blocks.size()); ++row) {
            paintRowLabel(painter, static_cast<std::size_t>(row));
        }
    }
    paintSteps(painter);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

double LifetimeChart::usageY(std::int64_t bytes) const
{
    const auto most =
        static_cast<double>(std::max({m_plan.plannedBytes, m_inUse[m_peakStep], std::int64_t{1}}));
    return axisHeight + usageHeight * (1 - static_cast<double>(bytes) / most);
}

std::optional<std::uint32_t> LifetimeChart::stepAt(QPoint point) const
{
    const bool isInCurve = point.y() >= axisHeight && point.y() < axisHeight + usageHeight
                           && point.x() >= labelWidth && m_plan.stepCount > 0;
    if (!isInCurve || stepWidth() <= 0) {
        return std::nullopt;
    }
    const auto step = static_cast<std::uint32_t>((point.x() - labelWidth) / stepWidth());
    return std::min(step, m_plan.stepCount - 1);
}

QString LifetimeChart::usageTip(std::uint32_t step) const
{
    constexpr std::size_t mostNamed = 5;
    const std::vector<const StorageTenant *> alive = aliveAt(m_plan, step);
    QStringList lines{tr("step %1: %2 in use").arg(step).arg(formatBytes(m_inUse[step]))};
    for (std::size_t i = 0; i < std::min(alive.size(), mostNamed); ++i) {
        lines.append(
            QStringLiteral("%1, %2").arg(toQString(alive[i]->name), formatBytes(alive[i]->bytes)));
    }
    if (alive.size() > mostNamed) {
        lines.append(tr("and %n more", nullptr, static_cast<int>(alive.size() - mostNamed)));
    }
    return lines.join(u'\n');
}

/// The bytes in use over the steps, below a line for what the plan takes.
void LifetimeChart::paintUsage(QPainter &painter) const
{
    if (m_plan.stepCount == 0) {
        return;
    }
    const double bottom = axisHeight + usageHeight;
    QPolygonF area{QPointF(labelWidth, bottom)};
    // Steps that share a pixel show the most of them.
    const auto together = std::max<std::uint32_t>(
        1, stepWidth() > 0 ? static_cast<std::uint32_t>(1 / stepWidth()) : m_plan.stepCount);
    for (std::uint32_t step = 0; step < m_plan.stepCount; step += together) {
        const std::uint32_t end = std::min(step + together, m_plan.stepCount);
        const double y = usageY(*std::max_element(m_inUse.begin() + step, m_inUse.begin() + end));
        area.append({labelWidth + step * stepWidth(), y});
        area.append({labelWidth + end * stepWidth(), y});
    }
    area.append({labelWidth + m_plan.stepCount * stepWidth(), bottom});
    QColor fill = palette().color(QPalette::Link);
    fill.setAlphaF(0.32F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(area);
    const double planned = usageY(m_plan.plannedBytes);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawLine(QPointF(labelWidth, planned), QPointF(width() - chartMargin, planned));
    const double least = usageY(m_inUse[m_peakStep]);
    painter.setPen(QPen(palette().color(QPalette::Text), 1, Qt::DotLine));
    painter.drawLine(QPointF(labelWidth, least), QPointF(width() - chartMargin, least));
}

/// Where most is in use; what is alive there is what it crosses.
void LifetimeChart::paintPeakLine(QPainter &painter) const
{
    if (m_plan.stepCount == 0 || m_inUse[m_peakStep] == 0) {
        return;
    }
    const double x = labelWidth + (m_peakStep + 0.5) * stepWidth();
    painter.setPen(QPen(palette().color(QPalette::Text), 1, Qt::DashLine));
    painter.drawLine(QPointF(x, axisHeight), QPointF(x, height() - chartMargin));
    const QString text = tr("peak %1").arg(formatBytes(m_inUse[m_peakStep]));
    const double room = fontMetrics().horizontalAdvance(text) + 2 * textMargin;
    // In the curve, at the side of the line that has room.
    const double left = x + room < width() - chartMargin ? x : x - room;
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(left, axisHeight + usageHeight - fontMetrics().height(), room,
                            fontMetrics().height()),
                     Qt::AlignCenter, text);
}

void LifetimeChart::paintArena(QPainter &painter, const QRect &exposed)
{
    QColor line = palette().color(QPalette::PlaceholderText);
    line.setAlphaF(0.25F);
    painter.setPen(line);
    for (int i = 0; i <= addressCount; ++i) {
        const std::int64_t address = m_plan.plannedBytes / addressCount * i;
        const double y = rowsTop + static_cast<double>(address) * byteHeight();
        painter.drawLine(QPointF(labelWidth, y), QPointF(width() - chartMargin, y));
    }
    std::size_t place = 0;
    for (const StorageBlock &block : m_plan.blocks) {
        for (const StorageTenant &tenant : block.tenants) {
            if (barRect(0, tenant).intersects(exposed)) {
                paintBar(painter, 0, tenant, place);
            }
        }
        ++place;
    }
}

void LifetimeChart::paintRow(QPainter &painter, std::size_t row)
{
    const StorageBlock &block = m_plan.blocks[row];
    const double top = rowsTop + static_cast<double>(row) * rowHeight;
    QColor line = palette().color(QPalette::PlaceholderText);
    line.setAlphaF(0.25F);
    painter.setPen(line);
    painter.drawLine(QPointF(labelWidth, top + rowHeight - 0.5),
                     QPointF(width() - chartMargin, top + rowHeight - 0.5));
    for (std::size_t place = 0; place < block.tenants.size(); ++place) {
        paintBar(painter, row, block.tenants[place], place);
    }
}

bool LifetimeChart::isFirstAt(const QRect &bar)
{
    constexpr int bits = 16;
    std::uint64_t key = 0;
    for (const int number : {bar.x(), bar.y(), bar.width(), bar.height()}) {
        key = key << bits | static_cast<std::uint16_t>(number);
    }
    return m_painted.insert(key).second;
}

void LifetimeChart::paintBar(QPainter &painter, std::size_t row, const StorageTenant &tenant,
                             std::size_t place)
{
    const QRectF bar = barRect(row, tenant);
    const bool hasName = bar.width() > narrowestText && bar.height() >= barHeight;
    // Neighbors differ in strength, so that one sees where a value ends; what carries no text may be
    // strong, and a thin line must be.
    const QColor accent = palette().color(QPalette::Link);
    QColor fill = accent;
    const float strength = hasName || !m_plan.hasOffsets ? 0.32F : 0.75F;
    fill.setAlphaF(place % 2 == 0 ? strength : strength * 0.6F);
    const bool isSmall = bar.height() < thinBar || bar.width() < thinBar;
    if (isSmall && tenant.node != m_current) {
        if (const QRect pixels = bar.toAlignedRect(); isFirstAt(pixels)) {
            painter.fillRect(pixels, fill);
        }
        return;
    }
    painter.setPen(tenant.node == m_current ? QPen(accent, 2) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    const double round = std::min(2.0, bar.height() / 2);
    painter.drawRoundedRect(bar, round, round);
    if (hasName) {
        painter.setPen(palette().color(QPalette::Text));
        const QRectF text = bar.adjusted(textMargin, 0, -textMargin, 0);
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(toQString(tenant.name), Qt::ElideMiddle,
                                                  static_cast<int>(text.width())));
    }
}

void LifetimeChart::mousePressEvent(QMouseEvent *event)
{
    if (const StorageTenant *tenant = tenantAt(event->position().toPoint())) {
        choose(*tenant);
    }
}

void LifetimeChart::keyPressEvent(QKeyEvent *event)
{
    if (zoomByKey(event->key())) {
        return;
    }
    const bool isForward = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    if (!isForward && event->key() != Qt::Key_Left && event->key() != Qt::Key_Up) {
        QWidget::keyPressEvent(event);
        return;
    }
    std::vector<const StorageTenant *> inTime;
    for (const StorageBlock &block : m_plan.blocks) {
        for (const StorageTenant &tenant : block.tenants) {
            inTime.push_back(&tenant);
        }
    }
    std::stable_sort(inTime.begin(), inTime.end(),
                     [](auto *a, auto *b) { return a->firstStep < b->firstStep; });
    const auto it = std::find_if(inTime.begin(), inTime.end(),
                                 [this](auto *tenant) { return tenant->node == m_current; });
    if (it == inTime.end()) {
        if (!inTime.empty()) {
            choose(*inTime.front());
        }
    } else if (isForward && it + 1 != inTime.end()) {
        choose(**(it + 1));
    } else if (!isForward && it != inTime.begin()) {
        choose(**(it - 1));
    }
}

void LifetimeChart::choose(const StorageTenant &tenant)
{
    const NodeId node = tenant.node;
    setCurrentNode(node);
    Q_EMIT nodeChosen(node);
}

} // namespace nervure

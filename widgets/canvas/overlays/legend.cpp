// SPDX-License-Identifier: Apache-2.0
#include "widgets/canvas/overlays/legend.h"

#include "widgets/canvas/overlays/overlay_frame.h"
#include "widgets/canvas/painting/legend_painter.h"
#include "widgets/canvas/painting/node_painter.h"
#include "widgets/canvas/view/canvas_surface.h"
#include "widgets/style/colors.h"
#include "widgets/style/qt_text_measure.h"
#include "widgets/text/format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>

namespace nervure {

namespace {

constexpr std::size_t mostRows = 10; ///< more kinds are counted, not named
constexpr double mostOfCanvas = 0.3; ///< of its width and its height
constexpr int foldedHeight = 28;
constexpr int foldedMargin = 8;
constexpr int foldedDots = 3;
constexpr int dotSide = 8;
constexpr int dotStep = 11;

} // namespace

Legend::Legend(CanvasSurface &view, QWidget *parent) : Overlay(parent), m_view(view)
{
    setObjectName(QStringLiteral("legend"));
    setAccessibleName(tr("Legend"));
    setCursor(Qt::ArrowCursor);
    connect(&view, &CanvasSurface::drawingChanged, this, &Legend::takeScene);
    connect(&view, &CanvasSurface::marksChanged, this, &Legend::takeMarks);
    connect(&view, &CanvasSurface::foundChanged, this, &Legend::takeMarks);
}

QString Legend::categoryText(OpCategory category)
{
    switch (category) {
    case OpCategory::Convolution: return tr("Convolution, dense");
    case OpCategory::Normalization: return tr("Normalization");
    case OpCategory::Activation: return tr("Activation");
    case OpCategory::Pooling: return tr("Pooling");
    case OpCategory::Reduction: return tr("Reduction, softmax");
    case OpCategory::Layout: return tr("Shape, layout");
    case OpCategory::Elementwise: return tr("Element-wise");
    case OpCategory::Data: return tr("Data");
    case OpCategory::Other: return tr("Other");
    }
    return {};
}

QString Legend::changeText(ChangeMark change)
{
    switch (change) {
    case ChangeMark::None: break;
    case ChangeMark::Added: return tr("New");
    case ChangeMark::Changed: return tr("Changed");
    case ChangeMark::Fused: return tr("Fused");
    case ChangeMark::Removed: return tr("Removed");
    }
    return {};
}

Legend::Kinds::Kinds(const DrawnGraph &graph)
{
    for (const DrawnNode &node : graph.nodes) {
        hasUnreached = hasUnreached || !node.isReachable;
        if (!node.isKnown) {
            hasUnknown = true;
        } else if (std::find(categories.begin(), categories.end(), node.category)
                   == categories.end()) {
            categories.push_back(node.category);
        }
    }
    std::sort(categories.begin(), categories.end());
}

/// Other colors, or another language.
void Legend::changeEvent(QEvent *event)
{
    Overlay::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Legend"));
        takeMarks();
    }
}

void Legend::takeScene()
{
    m_kinds = m_view.scene() ? Kinds(m_view.scene()->graph()) : Kinds();
    takeMarks();
}

void Legend::takeMarks()
{
    m_content = contentOf(m_kinds, m_view.marks(), paletteFor(palette()));
    addMarks();
    setWanted(m_view.scene() && !m_content.isEmpty());
    setAccessibleDescription(spokenText());
    update();
    Q_EMIT changed();
}

PictureLegend Legend::contentOf(const DrawnGraph &graph, const CanvasMarks &marks,
                                const Palette &palette)
{
    return contentOf(Kinds(graph), marks, palette);
}

PictureLegend Legend::contentOf(const Kinds &kinds, const CanvasMarks &marks,
                                const Palette &palette)
{
    PictureLegend content;
    if (marks.scale) {
        content.scale =
            PictureLegend::Scale{marks.scale->title.toStdString(), marks.scale->low.toStdString(),
                                 marks.scale->high.toStdString()};
        content.scale->isDiverging = marks.scale->isDiverging;
        if (marks.scale->isLogarithmic) {
            content.scale->remarks.push_back(tr("logarithmic").toStdString());
        }
        if (marks.scale->hasMissing) {
            content.scale->missing = tr("not measured").toStdString();
        }
    } else if (!marks.classes.empty()) {
        addClasses(marks, palette, content);
    } else {
        if (!marks.hint.isEmpty()) {
            content.rows.push_back({marks.hint.toStdString()});
        }
        addCategories(kinds, palette.isDark, content);
    }
    return content;
}

void Legend::addClasses(const CanvasMarks &marks, const Palette &palette, PictureLegend &content)
{
    content.rows.push_back({marks.title.toStdString()});
    for (const ColorClass &kind : marks.classes) {
        if (content.rows.size() > mostRows) {
            content.rows.push_back(
                {tr("and %n more", nullptr, static_cast<int>(marks.classes.size() - mostRows))
                     .toStdString()});
            break;
        }
        content.rows.push_back({tr("%1 (%2)").arg(kind.text).arg(kind.count).toStdString(),
                                kind.color, kind.sign.toStdString()});
    }
    if (!marks.unclassed.isEmpty()) {
        content.rows.push_back({marks.unclassed.toStdString(), palette.line});
    }
}

void Legend::addCategories(const Kinds &kinds, bool isDark, PictureLegend &content)
{
    for (const OpCategory category : kinds.categories) {
        content.rows.push_back(
            {categoryText(category).toStdString(), categoryColor(category, isDark)});
    }
    if (kinds.hasUnknown) {
        content.rows.push_back({tr("Unknown operator").toStdString(),
                                categoryColor(OpCategory::Other, isDark),
                                {},
                                PictureLegend::Chip::Hatched});
    }
}

/// What the marks on the cards mean, as far as there are any.
void Legend::addMarks()
{
    using Chip = PictureLegend::Chip;
    const Palette &colors = paletteFor(palette());
    const auto add = [this](const QString &text, QColor color, const QString &sign, Chip chip) {
        m_content.rows.push_back(
            {text.toStdString(), rgb(color.rgb() & 0xFFFFFFU), sign.toStdString(), chip});
    };
    std::set<Severity> severities;
    for (std::uint32_t box = 0; m_view.scene() && box < m_view.scene()->nodeCount(); ++box) {
        if (const auto severity = m_view.marks().severityOf(box)) {
            severities.insert(*severity);
        }
    }
    if (severities.count(Severity::Error) != 0) {
        add(tr("Error"), errorColor(colors.isDark), QStringLiteral("×"), Chip::Disc);
    }
    if (severities.count(Severity::Warning) != 0) {
        add(tr("Warning"), warningColor(colors.isDark), QStringLiteral("!"), Chip::Disc);
    }
    std::set<ChangeMark> changes;
    bool hasNote = false;
    for (const auto &[node, mark] : m_view.marks().nodes) {
        changes.insert(mark.change);
        hasNote = hasNote || !mark.note.isEmpty();
    }
    changes.erase(ChangeMark::None);
    for (const ChangeMark change : changes) {
        add(changeText(change), markColor(change, colors.isDark), changeSign(change), Chip::Disc);
    }
    if (hasNote) {
        add(tr("Note"), toQColor(colors.accent), QStringLiteral("≡"), Chip::Frame);
    }
    if (m_kinds.hasUnreached) {
        add(tr("No output needs it"), toQColor(colors.edge), {}, Chip::DashedFrame);
    }
    if (const auto count = m_view.foundNodes().size(); count > 0) {
        add(tr("Found (%1)").arg(formatCount(static_cast<std::int64_t>(count))),
            toQColor(foundColor(colors.isDark)), {}, Chip::Frame);
    }
}

QString Legend::spokenText() const
{
    QStringList texts;
    if (m_content.scale) {
        texts.append(tr("%1, from %2 to %3")
                         .arg(toQString(m_content.scale->title), toQString(m_content.scale->low),
                              toQString(m_content.scale->high)));
    }
    for (const PictureLegend::Row &row : m_content.rows) {
        texts.append(toQString(row.sign.empty() ? row.text : row.sign + ' ' + row.text));
    }
    return texts.join(QStringLiteral(", "));
}

QSize Legend::sizeHint() const
{
    const LegendSize size = legendSize(m_content, QtTextMeasure());
    return {static_cast<int>(std::ceil(size.width)), static_cast<int>(std::ceil(size.height))};
}

void Legend::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    paintOverlayFrame(painter, *this);
    if (isFolded()) {
        paintFolded(painter);
    } else {
        paintLegend(painter, m_content, {}, paletteFor(palette()));
    }
}

QSize Legend::sizeOn(QSize canvas)
{
    const QSize size = sizeHint();
    const bool isLarge = size.width() > canvas.width() * mostOfCanvas
                         || size.height() > canvas.height() * mostOfCanvas;
    return isLarge && !m_isOpen ? foldedSize() : size;
}

QSize Legend::foldedSize() const
{
    return {foldedDots * dotStep + fontMetrics().horizontalAdvance(accessibleName())
                + 3 * foldedMargin,
            foldedHeight};
}

/// A few of its colors and its name.
void Legend::paintFolded(QPainter &painter) const
{
    const Palette &colors = paletteFor(palette());
    const double middle = height() / 2.0;
    int dots = 0;
    painter.setPen(Qt::NoPen);
    for (const PictureLegend::Row &row : m_content.rows) {
        if (row.color && dots < foldedDots) {
            painter.setBrush(toQColor(*row.color));
            painter.drawRoundedRect(
                QRectF(foldedMargin + dots * dotStep, middle - dotSide / 2.0, dotSide, dotSide), 2,
                2);
            ++dots;
        }
    }
    painter.setPen(toQColor(colors.text));
    const int left = foldedMargin + (dots > 0 ? dots * dotStep + foldedMargin / 2 : 0);
    painter.drawText(rect().adjusted(left, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     accessibleName());
}

/// Whole, it lets the mouse through to what is below.
void Legend::resizeEvent(QResizeEvent *event)
{
    Overlay::resizeEvent(event);
    setAttribute(Qt::WA_TransparentForMouseEvents, !isFolded() && !m_isOpen);
}

void Legend::setOpen(bool isOpen)
{
    if (isOpen != m_isOpen) {
        m_isOpen = isOpen;
        Q_EMIT changed();
    }
}

void Legend::mousePressEvent(QMouseEvent * /*event*/)
{
    setOpen(!m_isOpen);
}

void Legend::leaveEvent(QEvent *event)
{
    Overlay::leaveEvent(event);
    setOpen(false);
}

} // namespace nervure

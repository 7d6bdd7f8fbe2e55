// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/inspector/values_view.h"

#include "widgets/panels/inspector/heat_map_view.h"
#include "widgets/panels/inspector/plane_chooser.h"
#include "widgets/panels/inspector/weight_histogram.h"
#include "widgets/panels/labels.h"
#include "widgets/style/fonts.h"
#include "widgets/style/form.h"
#include "widgets/text/format.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace nervure {

namespace {

constexpr std::size_t heatMapCells = 96; ///< in a row and a column

QString figure(double value)
{
    constexpr int digits = 6;
    return QString::number(value, 'g', digits);
}

} // namespace

ValuesView::ValuesView(const QString &name, QWidget *parent)
    : QWidget(parent),
      m_figures(new QWidget(this)),
      m_form(new Form(m_figures)),
      m_histogram(new WeightHistogram(this)),
      m_plane(new PlaneChooser(name, this)),
      m_heatMap(new HeatMapView(this)),
      m_slice(new QLineEdit(this)),
      m_values(new QLabel(this)),
      m_problem(new QLabel(this))
{
    createFigures(name);
    m_heatMap->setObjectName(name + QStringLiteral("-heat-map"));
    m_slice->setObjectName(name + QStringLiteral("-slice"));
    m_slice->setAccessibleName(tr("Part of the values"));
    m_slice->setPlaceholderText(tr("as 0, :, 2:5"));
    m_slice->setFont(numberFont());
    m_values->setObjectName(name + QStringLiteral("-values"));
    m_values->setAccessibleName(tr("Values"));
    m_values->setFont(numberFont());
    m_values->setTextInteractionFlags(Qt::TextSelectableByMouse);
    letBreak(m_values);
    m_problem->setObjectName(name + QStringLiteral("-problem"));
    m_problem->setProperty("isFaulty", true);
    letBreak(m_problem);
    arrange();
    connect(m_plane, &PlaneChooser::changed, this, &ValuesView::requestChanged);
    connect(m_slice, &QLineEdit::editingFinished, this, [this] {
        if (m_slice->isModified()) {
            m_slice->setModified(false);
            Q_EMIT requestChanged();
        }
    });
}

void ValuesView::arrange()
{
    auto *part = new Form;
    part->setContentsMargins(0, 0, 0, 0);
    part->setHorizontalSpacing(16);
    part->addRow(tr("Part"), m_slice);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget *each : {m_figures, static_cast<QWidget *>(m_histogram),
                          static_cast<QWidget *>(m_plane), static_cast<QWidget *>(m_heatMap)}) {
        column->addWidget(each);
    }
    column->addLayout(part);
    column->addWidget(m_values);
    column->addWidget(m_problem);
}

void ValuesView::createFigures(const QString &name)
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(16);
    m_range = addFact(m_form, name + QStringLiteral("-range"), tr("Range"));
    m_mean = addFact(m_form, name + QStringLiteral("-mean"), tr("Mean"));
    m_odd = addFact(m_form, name + QStringLiteral("-odd"), tr("Zero, NaN, infinite"));
    m_histogram->setObjectName(name + QStringLiteral("-histogram"));
}

WeightRequest ValuesView::request() const
{
    WeightRequest request;
    request.slice = m_slice->text().toStdString();
    request.heatMap = {m_plane->indices(), heatMapCells, m_plane->axes()};
    request.countsAll = !m_isKnown;
    return request;
}

void ValuesView::forget()
{
    m_isKnown = false;
    m_known = {};
    m_slice->clear();
    m_plane->setShape({});
}

void ValuesView::showRows(bool hasNumbers, bool hasValues)
{
    m_figures->setVisible(hasNumbers);
    m_values->setVisible(hasValues);
}

void ValuesView::showProblem(const QString &problem)
{
    tellProblem(problem);
    showRows(false, false);
    m_histogram->setCounts({}, 0, 0);
    m_heatMap->clear();
}

void ValuesView::tellProblem(const QString &problem)
{
    m_problem->setVisible(!problem.isEmpty());
    m_problem->setText(problem);
}

void ValuesView::showReport(const WeightReport &report, bool isDifference)
{
    if (!m_isKnown) {
        m_known = report.statistics;
        m_isKnown = true;
    }
    tellProblem({});
    showRows(!m_known.histogram.empty(), true);
    showFigures(m_known);
    m_plane->setShape(report.shape);
    if (report.heatMap && !report.heatMap->cells.empty()) {
        m_heatMap->setMap(*report.heatMap,
                          HeatScale::of(m_known.least, m_known.greatest, isDifference));
    } else {
        m_heatMap->clear();
    }
    QStringList values;
    for (const std::string &value : report.values) {
        values << toQString(value);
    }
    if (report.values.size() < report.slice.count()) {
        values << QStringLiteral("…");
    }
    m_values->setText(values.join(QStringLiteral("  ")));
}

void ValuesView::showFigures(const WeightStatistics &found)
{
    m_range->setText(tr("%1 to %2").arg(figure(found.least), figure(found.greatest)));
    m_mean->setText(tr("%1 ± %2").arg(figure(found.mean), figure(found.deviation)));
    m_mean->setToolTip(tr("Mean and standard deviation of the finite values"));
    const auto count = [](std::uint64_t many) {
        return formatCount(static_cast<std::int64_t>(many));
    };
    m_odd->setText(QStringLiteral("%1, %2, %3")
                       .arg(count(found.zeros), count(found.nans), count(found.infinities)));
    m_histogram->setCounts(found.histogram, found.least, found.greatest);
}

} // namespace nervure

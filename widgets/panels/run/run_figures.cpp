// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/run/run_figures.h"

#include "core/engine/profile_compare.h"
#include "core/engine/report_json.h"
#include "core/engine/tuning/tune_report.h"
#include "widgets/models/run_comparison_model.h"
#include "widgets/style/deferred_call.h"
#include "widgets/text/core_messages.h"
#include "widgets/text/format.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace nervure {

namespace {

constexpr double valueSize = 1.15; ///< of the usual size of letters
constexpr int figureGap = 20;

double launchesMs(const ProfileData &data)
{
    double sum = 0;
    for (const LayerProfile &layer : data.layers) {
        sum += layer.launchMs;
    }
    return sum;
}

double transfersMs(const ProfileData &data)
{
    double sum = 0;
    for (const TransferProfile &transfer : data.transfers) {
        sum += transfer.ms.median;
    }
    return sum;
}

QString foldedText(const ProfileData &data)
{
    QStringList lines;
    for (const FoldedNode &folded : data.folded) {
        const std::string &name = folded.node.name;
        lines.append(toQString(folded.into.empty() ? name : name + " → " + folded.into));
    }
    return lines.join(u'\n');
}

QString wallToolTip(const ProfileData &data)
{
    QString text = RunFigures::tr("Median of %n run(s)", nullptr, static_cast<int>(data.repeat));
    if (const auto &interval = data.wallMs.interval) {
        text += u'\n'
                + RunFigures::tr("With 95 % confidence between %1 and %2")
                      .arg(formatTime(interval->low), formatTime(interval->high));
    }
    if (data.wallMs.outliers > 0) {
        text += u'\n'
                + RunFigures::tr("%n outlier(s), which a median passes over", nullptr,
                                 static_cast<int>(data.wallMs.outliers));
    }
    return text;
}

/// What the device does at best.
QString bestText(const ProfileData &data)
{
    const DeviceCeilings best = data.ceilings.value_or(DeviceCeilings());
    if (best.multiplyAddGflops <= 0 || best.copyGbs <= 0) {
        return {};
    }
    return (best.isTrusted() ? RunFigures::tr("at best %1 GFLOP/s and %2 GB/s")
                             : RunFigures::tr("at best about %1 GFLOP/s and %2 GB/s"))
        .arg(QLocale().toString(best.multiplyAddGflops, 'f', 0),
             QLocale().toString(best.copyGbs, 'f', 1));
}

QString lineOf(const ProfileReport &report, const QString &remark)
{
    const ProfileData &data = report.data;
    QStringList parts;
    if (!remark.isEmpty()) {
        parts.append(remark);
    }
    parts.append(toQString(deviceTitle(report.device)));
    parts.append(RunFigures::tr("%n layer(s)", nullptr, static_cast<int>(data.layers.size())));
    if (!data.folded.empty()) {
        parts.append(
            RunFigures::tr("%n node(s) folded", nullptr, static_cast<int>(data.folded.size())));
    }
    if (report.pipeline == "none") {
        parts.append(RunFigures::tr("one kernel per node"));
    }
    if (const QString best = bestText(data); !best.isEmpty()) {
        parts.append(best);
    }
    if (report.wire) {
        parts.append(RunFigures::tr("the way to %1, not counted: %2")
                         .arg(toQString(report.wire->host), formatTime(report.wire->transferMs)));
    }
    return parts.join(QStringLiteral(" · "));
}

/// What core calls the things that may differ.
constexpr std::array environmentNames{
    QT_TRANSLATE_NOOP("Environment", "model"),
    QT_TRANSLATE_NOOP("Environment", "inputs"),
    QT_TRANSLATE_NOOP("Environment", "device"),
    QT_TRANSLATE_NOOP("Environment", "driver"),
    QT_TRANSLATE_NOOP("Environment", "driver version"),
    QT_TRANSLATE_NOOP("Environment", "pipeline"),
    QT_TRANSLATE_NOOP("Environment", "mode"),
    QT_TRANSLATE_NOOP("Environment", "algorithm"),
    QT_TRANSLATE_NOOP("Environment", "float16 computed in float16"),
    QT_TRANSLATE_NOOP("Environment", "fallback to the host"),
    QT_TRANSLATE_NOOP("Environment", "semantics"),
    QT_TRANSLATE_NOOP("Environment", "seed"),
    QT_TRANSLATE_NOOP("Environment", "repeats"),
    QT_TRANSLATE_NOOP("Environment", "program"),
    QT_TRANSLATE_NOOP("Environment", "host"),
    QT_TRANSLATE_NOOP("Environment", "system"),
    QT_TRANSLATE_NOOP("Environment", "processor"),
    QT_TRANSLATE_NOOP("Environment", "processor threads"),
};

QString environmentName(const std::string &what)
{
    const auto known = std::find_if(environmentNames.begin(), environmentNames.end(),
                                    [&what](const char *name) { return what == name; });
    return known == environmentNames.end() ? toQString(what)
                                           : QCoreApplication::translate("Environment", *known);
}

QString environmentLine(const ComparedProfiles &compared)
{
    QStringList parts;
    for (const EnvironmentDifference &one : compared.environment) {
        parts.append(
            RunFigures::tr("%1: %2 → %3")
                .arg(environmentName(one.what), toQString(one.first), toQString(one.second)));
    }
    return parts.isEmpty() ? RunFigures::tr("Made alike: nothing that is known of the two differs")
                           : parts.join(QStringLiteral(" · "));
}

} // namespace

RunFigures::RunFigures(QWidget *parent)
    : QWidget(parent),
      m_fit(new DeferredCall(this, [this] { showWhatFits(); })),
      m_row(new QHBoxLayout),
      m_line(new QLabel(this))
{
    setObjectName(QStringLiteral("run-figures"));
    m_line->setObjectName(QStringLiteral("run-totals"));
    m_line->setForegroundRole(QPalette::PlaceholderText);
    m_line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_row->setSpacing(figureGap);
    m_row->addStretch();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 0, 8, 6);
    column->setSpacing(2);
    column->addLayout(m_row);
    column->addWidget(m_line);
}

void RunFigures::clear()
{
    qDeleteAll(m_figures);
    m_figures.clear();
}

void RunFigures::add(const QString &value, const QString &title, const QString &toolTip)
{
    auto *figure = new QWidget(this);
    figure->setToolTip(toolTip);
    auto *number = new QLabel(value, figure);
    QFont font = number->font();
    font.setPointSizeF(font.pointSizeF() * valueSize);
    font.setWeight(QFont::DemiBold);
    number->setFont(font);
    number->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *name = new QLabel(title, figure);
    name->setForegroundRole(QPalette::PlaceholderText);
    auto *column = new QVBoxLayout(figure);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(number);
    column->addWidget(name);
    figure->setAccessibleName(tr("%1: %2").arg(title, value));
    m_row->insertWidget(static_cast<int>(m_figures.size()), figure);
    m_figures.append(figure);
}

void RunFigures::showRun(const ProfileReport &report, const QString &remark)
{
    clear();
    const ProfileData &times = report.data;
    add(formatTime(times.wallMs.median), tr("run"), wallToolTip(times));
    add(formatTime(totalMs(times)), tr("layers"), tr("Sum of the layers' medians"));
    if (const double launches = launchesMs(times); launches > 0) {
        add(formatTime(launches), tr("launching"),
            tr("Host time of enqueue and finish beyond the layers' own times"));
    }
    if (const double transfers = transfersMs(times); transfers > 0) {
        add(formatTime(transfers), tr("transfers"));
    }
    if (const double rest = remainderMs(times); rest > 0) {
        add(formatTime(rest), tr("unexplained"),
            tr("What neither layers, their launches nor transfers explain"));
    }
    if (times.unprofiledWallMs.median > 0) {
        add(formatTime(times.unprofiledWallMs.median), tr("unprofiled"),
            tr("Whole runs on a queue that is not profiled"));
    }
    add(formatTime(times.prepareMs), tr("prepared"), formatBytesExactly(times.prepareBytes));
    m_line->setText(lineOf(report, remark));
    m_line->setToolTip(foldedText(times));
    showWhatFits();
}

void RunFigures::showComparison(const ComparedProfiles &compared)
{
    clear();
    add(ratioText(compared.wall.ratio), tr("run"),
        tr("%1 before, %2 after")
            .arg(formatTime(compared.wall.firstMs), formatTime(compared.wall.secondMs)));
    add(ratioText(compared.device.ratio), tr("layers"),
        tr("%1 before, %2 after")
            .arg(formatTime(compared.device.firstMs), formatTime(compared.device.secondMs)));
    add(ratioText(compared.geometricMean), tr("geometric mean"),
        tr("Of the ratios of all layers that are in both"));
    const auto count = [&compared](Change change) {
        return std::count_if(compared.layers.begin(), compared.layers.end(),
                             [change](const ComparedLayers &row) {
                                 return row.isInBoth() && row.time.change == change;
                             });
    };
    add(QString::number(count(Change::Slower)), tr("slower"));
    add(QString::number(count(Change::Faster)), tr("faster"));
    add(QString::number(count(Change::Same)), tr("same within noise"));
    const auto lone = std::count_if(compared.layers.begin(), compared.layers.end(),
                                    [](const ComparedLayers &row) { return !row.isInBoth(); });
    if (lone > 0) {
        add(QString::number(lone), tr("in one only"));
    }
    m_line->setText(environmentLine(compared));
    m_line->setToolTip(m_line->text().replace(QStringLiteral(" · "), QStringLiteral("\n")));
    showWhatFits();
}

void RunFigures::showTuning(const TuneReport &tuning)
{
    clear();
    add(formatTime(tuning.defaultMs), tr("before"), tr("All layers, untuned"));
    if (tuning.tunedMs > 0) {
        add(formatTime(tuning.tunedMs), tr("after"), tr("All layers, with what was chosen"));
        add(ratioText(tuning.tunedMs / tuning.defaultMs), tr("layers"));
    }
    const auto layers = oneForEachLayer(tuning);
    const auto faster =
        std::count_if(layers.begin(), layers.end(), [&tuning](const TunedLayer *layer) {
            const TunedChoice &choice = tuning.choices[layer->choice];
            return choice.isDecided && !choice.isDefault();
        });
    add(QString::number(faster), tr("faster"));
    add(QString::number(static_cast<qsizetype>(layers.size()) - faster), tr("as before"));
    QStringList line{toQString(deviceTitle(tuning.device))};
    if (tuning.isStopped) {
        line.append(tr("stopped"));
    }
    for (const Diagnostic &found : tuning.diagnostics) {
        if (found.code.starts_with("device-") || found.code == "tuning-not-kept") {
            line.append(coreMessage(toQString(found.message)));
        }
    }
    line.append(tuning.layers.empty() ? tr("the kernels of this device offer no variants")
                : tuning.file.empty() ? tr("nothing is kept")
                                      : tr("later runs on the device use what was chosen"));
    m_line->setText(line.join(QStringLiteral(" · ")));
    m_line->setToolTip(toQString(tuning.file));
    showWhatFits();
}

QString RunFigures::text() const
{
    QStringList lines;
    for (const QWidget *figure : m_figures) {
        lines.append(figure->accessibleName());
    }
    lines.append(m_line->text());
    return lines.join(u'\n');
}

void RunFigures::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_fit->request();
}

void RunFigures::showWhatFits()
{
    const QMargins margins = layout()->contentsMargins();
    int room = width() - margins.left() - margins.right();
    for (QWidget *figure : m_figures) {
        room -= figure->sizeHint().width();
        figure->setVisible(room >= 0 || figure == m_figures.front());
        room -= figureGap;
    }
}

} // namespace nervure

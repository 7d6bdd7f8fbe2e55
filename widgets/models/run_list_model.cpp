// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/run_list_model.h"

#include "core/engine/report_json.h"
#include "widgets/document/graph_document.h"
#include "widgets/jobs/worker_process.h"
#include "widgets/text/format.h"

#include <QLocale>

#include <algorithm>

namespace nervure {

namespace {

/// "PoCL, pipelined, one kernel per node": what differs from the usual.
QString usualName(const ProfileReport &report)
{
    const DeviceInfo &device = report.device;
    QStringList parts{deviceLabel({toQString(device.id),
                                   {},
                                   toQString(device.name),
                                   toQString(device.platform),
                                   toQString(device.version),
                                   machineOf(device.id)})};
    if (report.mode == RunMode::Pipelined) {
        parts.append(RunListModel::tr("pipelined"));
    }
    if (report.pipeline == "none") {
        parts.append(RunListModel::tr("one kernel per node"));
    } else if (report.pipeline != devicePipeline) {
        parts.append(toQString(report.pipeline));
    }
    if (report.origin.isDirectOnly) {
        parts.append(RunListModel::tr("plain sums"));
    }
    if (report.origin.computesInHalf) {
        parts.append(RunListModel::tr("float16"));
    }
    return parts.join(QStringLiteral(", "));
}

void addFactLine(QStringList &lines, const QString &title, const std::string &text)
{
    if (!text.empty()) {
        lines.append(RunListModel::tr("%1: %2").arg(title, toQString(text)));
    }
}

QString factLines(std::uint32_t number, const ProfileReport &report, const QStringList &remarks)
{
    const ResultOrigin &origin = report.origin;
    QStringList lines{RunListModel::tr("Run %1").arg(number)};
    lines.append(remarks);
    addFactLine(lines, RunListModel::tr("Device"), deviceTitle(report.device));
    addFactLine(lines, RunListModel::tr("Driver"), report.device.version);
    addFactLine(lines, RunListModel::tr("Pipeline"), report.pipeline);
    lines.append(RunListModel::tr("%n repeat(s)", nullptr, static_cast<int>(report.data.repeat)));
    for (const OriginInput &input : origin.inputs) {
        addFactLine(lines, RunListModel::tr("Input"), input.name + ' ' + shapeText(input.shape));
    }
    constexpr std::size_t shownHash = 8;
    addFactLine(lines, RunListModel::tr("Model"), origin.model.substr(0, shownHash));
    addFactLine(lines, RunListModel::tr("Processor"), origin.machine.processor);
    addFactLine(lines, RunListModel::tr("System"), origin.machine.system);
    addFactLine(lines, RunListModel::tr("Host"), origin.machine.host);
    addFactLine(lines, RunListModel::tr("Nervure"), origin.version);
    return lines.join(u'\n');
}

RunRow rowOfRun(const KeptRun &run, const GraphDocument &document)
{
    const ProfileReport &report = *run.report;
    const RunList &runs = document.runs();
    RunRow row;
    row.number = run.number;
    row.name = run.name.empty() ? usualName(report) : toQString(run.name);
    row.device = toQString(deviceTitle(report.device));
    row.wallMs = report.data.wallMs.median;
    row.date = QDateTime::fromString(toQString(report.origin.date), Qt::ISODate).toLocalTime();
    row.isShown = runs.shown() == run.number;
    row.isCompared = runs.compared() == run.number;
    row.isFurther = std::count(runs.further().begin(), runs.further().end(), run.number) > 0;
    row.isPresent = runs.isOf(run.number, document.modelState());
    row.isStopped = report.isStopped;
    QStringList remarks;
    if (!row.isPresent) {
        remarks.append(RunListModel::tr("Of the model or its inputs as they were then"));
    }
    for (const KeptRun &other : runs.history().runs()) {
        if (other.number != run.number && report.together.isWith(other.report->together)) {
            row.isTogether = true;
            remarks.append(RunListModel::tr("Measured together with run %1").arg(other.number));
        }
    }
    if (row.isStopped) {
        remarks.append(RunListModel::tr("Stopped: what was measured until then"));
    }
    row.facts = factLines(run.number, report, remarks);
    return row;
}

QString shownName(const RunRow &row)
{
    QString text = row.name;
    if (row.isStopped) {
        text = RunListModel::tr("%1 (stopped)").arg(text);
    }
    if (row.isTogether) {
        text = RunListModel::tr("%1 (together)").arg(text);
    }
    return row.isPresent ? text : RunListModel::tr("%1 (earlier model)").arg(text);
}

QString dayText(const RunRow &row)
{
    const bool isToday = row.date.date() == QDate::currentDate();
    return isToday ? QLocale().toString(row.date.time(), QLocale::ShortFormat)
                   : QLocale().toString(row.date.date(), QLocale::ShortFormat);
}

/// A sign for what the row is for: shown, what that is compared with, or what stands there as well.
QString signOfRun(const RunRow &row)
{
    return row.isShown      ? QStringLiteral("check")
           : row.isCompared ? QStringLiteral("pin")
           : row.isFurther  ? QStringLiteral("add")
                            : QString();
}

} // namespace

RunListModel::RunListModel(QObject *parent) : TableModel(parent)
{
    using Row = RunRow;
    const auto facts = [](const Row &row) { return row.facts; };
    setColumns({
        Column<Row>(tr("Run"), shownName)
            .mutedIf([](const Row &row) { return !row.isPresent; })
            .icon(signOfRun)
            .toolTip(facts),
        Column<Row>(tr("Time"), [](const Row &row) { return formatTime(row.wallMs); })
            .sort([](const Row &row) { return row.wallMs; })
            .number()
            .mutedIf([](const Row &row) { return !row.isPresent; })
            .hint(tr("Median time of a whole run"))
            .toolTip(facts),
        Column<Row>(tr("Made"), dayText)
            .sort([](const Row &row) { return row.date; })
            .muted()
            .toolTip([](const Row &row) { return QLocale().toString(row.date); }),
    });
}

void RunListModel::setDocument(const GraphDocument &document)
{
    std::vector<RunRow> rows;
    for (const KeptRun &run : document.runs().history().runs()) {
        rows.push_back(rowOfRun(run, document));
    }
    std::reverse(rows.begin(), rows.end());
    setRows(std::move(rows));
}

int RunListModel::rowOf(std::uint32_t number) const
{
    const auto it = std::find_if(rows().begin(), rows().end(),
                                 [number](const RunRow &row) { return row.number == number; });
    return it == rows().end() ? -1 : static_cast<int>(it - rows().begin());
}

QVariant RunListModel::data(const QModelIndex &index, int role) const
{
    return role == Qt::EditRole && index.isValid() && index.column() == Name
               ? QVariant(row(index.row()).name)
               : TableModel::data(index, role);
}

Qt::ItemFlags RunListModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = TableModel::flags(index);
    return index.isValid() && index.column() == Name ? flags | Qt::ItemIsEditable : flags;
}

bool RunListModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || index.column() != Name || role != Qt::EditRole) {
        return false;
    }
    Q_EMIT renamed(row(index.row()).number, value.toString());
    return true;
}

} // namespace nervure

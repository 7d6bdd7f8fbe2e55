// SPDX-License-Identifier: Apache-2.0
#include "app/files/run_files.h"

#include "app/cli/json_output.h"
#include "app/cli/profile_text.h"
#include "app/files/document_session.h"
#include "core/engine/profile_import.h"
#include "core/engine/profile_json.h"
#include "core/execution/profile/node_times.h"
#include "core/formats/node_data.h"
#include "core/graph/indexed/graph_fingerprint.h"
#include "core/support/file.h"
#include "widgets/text/format.h"

#include <QFileDialog>
#include <QFileInfo>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace nervure {

namespace {

struct RunFormat {
    RunFiles::Format format;
    const char *filter;
    const char *ending;
};

constexpr std::array<RunFormat, 6> runFormats{
    {{RunFiles::Format::Json, QT_TRANSLATE_NOOP("nervure::RunFiles", "Profile, all of it (*.json)"),
      ".json"},
     {RunFiles::Format::Csv, QT_TRANSLATE_NOOP("nervure::RunFiles", "Layers as CSV (*.csv)"),
      ".csv"},
     {RunFiles::Format::Markdown,
      QT_TRANSLATE_NOOP("nervure::RunFiles", "Layers as Markdown (*.md)"), ".md"},
     {RunFiles::Format::Trace,
      QT_TRANSLATE_NOOP("nervure::RunFiles", "Chrome trace, for Perfetto (*.json)"), ".json"},
     {RunFiles::Format::Netron,
      QT_TRANSLATE_NOOP("nervure::RunFiles", "Times as Netron attachment (*.json)"), ".json"},
     {RunFiles::Format::ModelExplorer,
      QT_TRANSLATE_NOOP("nervure::RunFiles", "Times as Model Explorer node data (*.json)"),
      ".json"}}};

/// The median time of each layer on the node that it is called after.
std::vector<NodeDataSeries> layerTimes(const ProfileReport &report, const Graph &graph)
{
    const NodeTimes found = timesOfNodes(report.data, graph);
    NodeDataSeries times{"time [ms]", {}, {}};
    for (const NodeId id : graph.nodes()) {
        if (const auto it = found.ms.find(id); it != found.ms.end()) {
            times.numbers.emplace_back(graph.node(id).name, it->second);
        }
    }
    return {std::move(times)};
}

} // namespace

struct RunFiles::ReadRun {
    std::shared_ptr<const ProfileReport> report;
    int known = 0; ///< layers whose node the model has
    bool isOfThis = false;
};

RunFiles::RunFiles(DocumentSession &session, QWidget *window)
    : QObject(window),
      m_session(session),
      m_window(window)
{}

std::string RunFiles::textOf(Format format) const
{
    const GraphDocument &document = m_session.document;
    const ProfileReport &report = *document.profile();
    switch (format) {
    case Format::Csv: return cli::profileCsv(report);
    case Format::Markdown: return cli::profileMarkdown(report);
    case Format::Trace: return cli::profileTrace(report);
    case Format::Netron:
        return writeNodeData(layerTimes(report, document.graph()), NodeDataFormat::Netron);
    case Format::ModelExplorer:
        return writeNodeData(layerTimes(report, document.graph()), NodeDataFormat::ModelExplorer);
    case Format::Json: break;
    }
    return cli::documentText(profileJson(report, document.graph().nodes()));
}

bool RunFiles::save(const QString &path, Format format)
{
    if (!m_session.document.profile()) {
        Q_EMIT failed(tr("There is no run to write. Run the model first."));
        return false;
    }
    const Status status = writeFile(QFileInfo(path).filesystemAbsoluteFilePath(), textOf(format));
    if (!status) {
        Q_EMIT failed(
            tr("The run was not written: %1.").arg(toQString(formatDiagnostic(status.error()))));
    }
    return status.ok();
}

void RunFiles::askToSave()
{
    QStringList filters;
    for (const RunFormat &format : runFormats) {
        filters.append(tr(format.filter));
    }
    QString filter;
    QString path = QFileDialog::getSaveFileName(
        m_window, tr("Export the run"),
        QFileInfo(m_session.document.path()).completeBaseName() + QStringLiteral("-profile.json"),
        filters.join(QStringLiteral(";;")), &filter);
    if (path.isEmpty()) {
        return;
    }
    const qsizetype chosen = std::max<qsizetype>(filters.indexOf(filter), 0);
    RunFormat format = runFormats[static_cast<std::size_t>(chosen)];
    const QString suffix = QLatin1Char('.') + QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String(".")) {
        path += QLatin1String(format.ending);
    } else if (suffix != QLatin1String(format.ending)) {
        for (const RunFormat &other :
             runFormats) { // a name says more than a filter that stood there
            if (suffix == QLatin1String(other.ending)) {
                format = other;
                break;
            }
        }
    }
    save(path, format.format);
}

void RunFiles::askToOpen()
{
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Add a run"), {},
                                                      tr("Profiles (*.json);;All files (*)"));
    if (!path.isEmpty()) {
        open(path);
    }
}

void RunFiles::open(const QString &path)
{
    const auto file = QFileInfo(path).filesystemAbsoluteFilePath();
    m_session.jobs.start(
        {tr("Reading a run"), QStringLiteral("run-file")}, this,
        [file, graph = m_session.document.graph(),
         &ops = m_session.document.builtins().ops](const JobControl &) -> Result<ReadRun> {
            ASSIGN_OR_RETURN(const std::string text, readFile(file));
            Result<ProfileReport> report = importProfile(text, graph);
            if (!report) {
                Diagnostic error = report.error();
                error.where.file = file.string();
                return error;
            }
            Diagnostics ignored;
            const auto index = IndexedGraph::build(graph, ops, ignored);
            const bool isOfThis = index && graphFingerprint(**index) == report->origin.model;
            const NodeTimes times = timesOfNodes(report->data, graph);
            const auto known = std::count_if(times.roots.begin(), times.roots.end(),
                                             [](NodeId node) { return node.isValid(); });
            return ReadRun{std::make_shared<const ProfileReport>(std::move(*report)),
                           static_cast<int>(known), isOfThis};
        },
        [this, path, state = m_session.document.modelState()](const Result<ReadRun> &run) {
            if (run) {
                take(*run, QFileInfo(path).fileName(), state);
            } else {
                Q_EMIT failed(toQString(formatDiagnostic(run.error())));
            }
        });
}

void RunFiles::take(const ReadRun &run, const QString &file, ModelState state)
{
    const int layers = static_cast<int>(run.report->data.layers.size());
    if (run.known == 0) {
        Q_EMIT failed(
            tr("%1 is of another model: none of its %n layer(s) is in this one", nullptr, layers)
                .arg(file));
        return;
    }
    // What does not say of which model it is, as of other programs, is taken for one of this.
    const bool isPresent = run.isOfThis || run.report->origin.model.empty();
    m_session.document.runs().add(run.report, isPresent ? state : ModelState{~std::uint64_t{0}, 0});
    Q_EMIT opened(
        tr("%1: %2 of %n layer(s) are in this model", nullptr, layers).arg(file).arg(run.known));
}

} // namespace nervure

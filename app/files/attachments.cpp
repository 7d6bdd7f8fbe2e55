// SPDX-License-Identifier: Apache-2.0
#include "app/files/attachments.h"

#include "app/files/document_session.h"
#include "core/builtins.h"
#include "core/execution/profile/node_times.h"
#include "core/query/node_facts.h"
#include "core/support/file.h"
#include "widgets/document/node_names.h"
#include "widgets/text/format.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

namespace nervure {

namespace {

constexpr qint64 glance = 4096;

} // namespace

Attachments::Attachments(DocumentSession &session, QWidget *window)
    : QObject(window),
      m_session(session),
      m_window(window)
{
    connect(&session.document, &GraphDocument::contentReplaced, this,
            [this] { m_session.colors.setAttachment({}); });
}

bool Attachments::isAttachment(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return false;
    }
    QByteArray text = file.read(glance);
    if (file.size() > 2 * glance && file.seek(file.size() - glance)) {
        text += file.read(glance);
    }
    return looksLikeNodeData({text.constData(), static_cast<std::size_t>(text.size())});
}

void Attachments::askToOpen()
{
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("Attach data"), QString(),
        tr("Netron attachment or Model Explorer node data (*.json);;All files (*)"));
    if (!path.isEmpty()) {
        open(path);
    }
}

void Attachments::open(const QString &path)
{
    const std::string name = QFileInfo(path).fileName().toStdString();
    const auto where = QFileInfo(path).filesystemAbsoluteFilePath();
    m_session.jobs.start(
        {tr("Reading attached data"), QStringLiteral("attachment")}, this,
        [where, name](const JobControl & /*control*/) -> Result<NodeData> {
            ASSIGN_OR_RETURN(const std::string text, readFile(where));
            return readNodeData(text, name);
        },
        [this, path](Result<NodeData> data) { take(std::move(data), path); });
}

void Attachments::take(Result<NodeData> data, const QString &path)
{
    if (!data) {
        Q_EMIT failed(toQString(formatDiagnostic(data.error())));
        return;
    }
    const auto byName = nodesByName(*m_session.document.stage().graph);
    const NodeDataSeries &first = data->series.front();
    int known = 0;
    for (const auto &[node, value] : first.numbers) {
        known += lookUp(byName, node).isValid() ? 1 : 0;
    }
    for (const auto &[node, text] : first.texts) {
        known += lookUp(byName, node).isValid() ? 1 : 0;
    }
    const int all = static_cast<int>(first.numbers.size() + first.texts.size());
    const QString file = QFileInfo(path).fileName();
    if (known == 0) {
        Q_EMIT failed(
            tr("%1 names %n node(s), none of which is in this model", nullptr, all).arg(file));
        return;
    }
    const QString series = toQString(first.name);
    m_session.colors.setAttachment(std::move(*data));
    Q_EMIT opened(tr("%1: %2 on %3 of %n node(s)", nullptr, all).arg(file, series).arg(known));
}

std::vector<NodeDataSeries> Attachments::series() const
{
    const ModelStage &stage = m_session.document.stage();
    QuerySource source;
    source.graph = stage.graph;
    source.index = stage.index;
    source.analyses = stage.analyses;
    source.semantics = m_session.document.semantics();
    source.inherited = stage.inherited;
    if (m_session.document.profile()) {
        source.times =
            timesOfShown(m_session.document.profile()->data, *m_session.document.ownNodes()).ms;
    }
    const NodeFacts facts(std::move(source), m_session.builtins.ops);
    NodeDataSeries times{"time [ms]", {}, {}};
    NodeDataSeries bytes{"output bytes", {}, {}};
    NodeDataSeries macs{"MACs", {}, {}};
    for (const NodeId id : facts.graph().nodes()) {
        const Node &node = facts.node(id);
        if (node.isVariable()) {
            continue;
        }
        const auto add = [&node](NodeDataSeries &to, std::optional<double> value) {
            if (value) {
                to.numbers.emplace_back(node.name, *value);
            }
        };
        add(times, facts.time(id));
        add(bytes, facts.bytes(id));
        add(macs, facts.macs(id));
    }
    std::vector<NodeDataSeries> all;
    for (NodeDataSeries *one : {&times, &bytes, &macs}) {
        if (!one->numbers.empty()) {
            all.push_back(std::move(*one));
        }
    }
    return all;
}

void Attachments::askToSave()
{
    const QString netron = tr("Netron attachment (*.json)");
    QString filter;
    QString path = QFileDialog::getSaveFileName(
        m_window, tr("Export times and memory"),
        QFileInfo(m_session.document.path()).completeBaseName() + QStringLiteral("-data.json"),
        netron + QStringLiteral(";;") + tr("Model Explorer node data (*.json)"), &filter);
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += QStringLiteral(".json");
    }
    save(path, filter == netron ? NodeDataFormat::Netron : NodeDataFormat::ModelExplorer);
}

bool Attachments::save(const QString &path, NodeDataFormat format)
{
    const std::vector<NodeDataSeries> all = series();
    if (all.empty()) {
        Q_EMIT failed(tr("There is nothing to write: no times, no shapes. Infer shapes or run the "
                         "model first."));
        return false;
    }
    const Status status =
        writeFile(QFileInfo(path).filesystemAbsoluteFilePath(), writeNodeData(all, format));
    if (!status) {
        Q_EMIT failed(
            tr("The data was not written: %1.").arg(toQString(formatDiagnostic(status.error()))));
    }
    return status.ok();
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "app/commands/graph_exchange.h"

#include "app/commands/graph_clipboard.h"
#include "app/files/document_session.h"
#include "app/files/model_windows.h"
#include "core/builtins.h"
#include "core/formats/onnx/body_model.h"
#include "core/graph/edits/delete_edits.h"
#include "core/graph/edits/model_join.h"
#include "widgets/document/document_edits.h"
#include "widgets/document/document_part.h"
#include "widgets/text/diagnostic_words.h"
#include "widgets/text/format.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>

namespace nervure {

GraphExchange::GraphExchange(DocumentSession &session, ModelWindows &windows, QWidget *window)
    : EditReporter(window),
      m_session(session),
      m_windows(windows),
      m_window(window)
{}

std::vector<NodeId> GraphExchange::layers() const
{
    return selectedLayers(m_session.document, m_session.selection);
}

bool GraphExchange::canPaste() const
{
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    return isEditable(m_session.document)
           && (graphIn(data) != nullptr || graphTextIn(data).has_value());
}

bool GraphExchange::copy()
{
    const GraphDocument &document = m_session.document;
    const Graph &graph = *document.stage().graph;
    const Result<Graph> fragment = copyFragment(graph, layers(), knownTypes());
    if (!fragment) {
        return tell(fragment.error());
    }
    SaveSource source = document.saveSource();
    if (document.stage().isOfPass()) {
        source.original = nullptr; // whose nodes are others
    }
    const Result<QMimeData *> data = mimeOfGraph(*fragment, source, m_session.builtins);
    if (!tell(data)) {
        return false;
    }
    QGuiApplication::clipboard()->setMimeData(*data);
    return true;
}

void GraphExchange::cut()
{
    const std::vector<NodeId> nodes = layers();
    if (!copy()) {
        return;
    }
    tell(applyEdit(m_session.document, deleteNodes(m_session.document.graph(), nodes),
                   tr("Cut %n node(s)", nullptr, static_cast<int>(nodes.size()))));
}

void GraphExchange::paste()
{
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    const auto target = m_session.document.graph().dialect();
    if (auto graph = graphIn(data)) {
        addInto(
            tr("Pasting"),
            [graph, target, original = m_session.document.saveSource().original,
             &builtins = m_session.builtins, semantics = m_session.document.semantics()] {
                return pastedFrom(*graph, target, original, builtins, semantics);
            },
            false);
    } else if (auto text = graphTextIn(data)) {
        addInto(tr("Pasting"), readerOf([text = std::move(*text)] { return text.toStdString(); }),
                false);
    }
}

/// What reads a graph from a text for this document; for any thread.
GraphExchange::GraphSource GraphExchange::readerOf(TextSource source) const
{
    return [source = std::move(source), dialect = m_session.document.graph().dialect(),
            &builtins = m_session.builtins,
            semantics = m_session.document.semantics()]() -> Result<PastedGraph> {
        ASSIGN_OR_RETURN(std::string text, source());
        ASSIGN_OR_RETURN(Graph graph, graphFromText(std::move(text), dialect, builtins, semantics));
        return PastedGraph{std::move(graph), {}};
    };
}

/// Takes a graph off the UI thread, then adds it as one step.
void GraphExchange::addInto(const QString &title, GraphSource source, bool isMerge)
{
    // A shared pointer: results of jobs must be copyable.
    using Read = std::shared_ptr<Result<PastedGraph>>;
    m_session.jobs.start(
        {title, QStringLiteral("paste")}, this,
        [source = std::move(source)](const JobControl &) {
            return std::make_shared<Result<PastedGraph>>(source());
        },
        [this, isMerge](const Read &read) {
            if (*read) {
                add(**read, isMerge);
            } else {
                Q_EMIT failed(tr("Nothing was added: %1.").arg(diagnosticLine(read->error())));
            }
        });
}

void GraphExchange::add(const PastedGraph &pasted, bool isMerge)
{
    const Result<Edit> edit =
        addPart(m_session.document.graph(), pasted.graph, m_session.builtins.ops,
                isMerge ? AddedAs::Model : AddedAs::Fragment);
    const std::vector<NodeId> added = edit ? addedNodes(*edit) : std::vector<NodeId>();
    const int count = static_cast<int>(added.size());
    const QString step =
        isMerge ? tr("Merge %n node(s)", nullptr, count) : tr("Paste %n node(s)", nullptr, count);
    if (!tell(applyEdit(m_session.document, edit, step)) || added.empty()) {
        return;
    }
    m_session.selection.setNodes(added);
    tellLeft(pasted.left);
}

/// Reports what a piece had to leave in its model.
void GraphExchange::tellLeft(const Diagnostics &left)
{
    if (left.empty()) {
        return;
    }
    constexpr std::size_t mostTold = 3;
    QStringList told;
    for (std::size_t i = 0; i < left.size() && i < mostTold; ++i) {
        told << diagnosticLine(left[i]);
    }
    told += left.size() > mostTold ? QStringList(QStringLiteral("…")) : QStringList();
    Q_EMIT failed(tr("Added, but not whole: %1.").arg(told.join(QStringLiteral("; "))));
}

/// Of the values of what is shown.
KnownTypes GraphExchange::knownTypes() const
{
    const GraphDocument &document = m_session.document;
    const Graph &graph = *document.stage().graph;
    if (graph.dialect() == Dialect::Onnx) {
        const InputFacts &facts = document.inputFacts();
        return inferredTypes(graph, m_session.builtins.ops,
                             {facts.shapes, facts.dtypes, facts.elements});
    }
    return [&document](const Entry &entry) {
        const EntryFacts facts = document.factsOf(entry);
        return ShapeAndType{facts.shape, facts.dtype};
    };
}

void GraphExchange::extract()
{
    const Result<Graph> graph =
        extractGraph(*m_session.document.stage().graph, layers(), knownTypes());
    if (tell(graph)) {
        m_windows.showNew(contentOfPart(m_session.document, *graph));
    }
}

bool GraphExchange::hasSubgraphs() const
{
    const std::vector<NodeId> &nodes = m_session.selection.nodes();
    const Graph &graph = *m_session.document.stage().graph; // of the selected nodes
    const Node *node = nodes.size() == 1 ? graph.find(nodes.front()) : nullptr;
    return node != nullptr && !node->subgraphs.empty();
}

void GraphExchange::openSubgraphs()
{
    if (hasSubgraphs()) {
        const NodeId id = m_session.selection.nodes().front();
        for (const auto &subgraph : m_session.document.stage().graph->node(id).subgraphs) {
            showAlone(subgraph);
        }
    }
}

void GraphExchange::showAlone(const std::shared_ptr<const Graph> &body)
{
    const GraphDocument &document = m_session.document;
    DocumentContent content;
    content.graph = *body;
    content.formatName = dialectName(body->dialect());
    if (body->dialect() == Dialect::Onnx && !document.stage().isOfPass()) {
        const SaveSource source = document.saveSource();
        const std::filesystem::path path = pathOfValues(source);
        auto alone =
            onnx::bodyModel(source.graph, *body,
                            {source.original ? source.original->view() : std::string_view(), path},
                            m_session.builtins.ops);
        if (!alone) {
            Q_EMIT failed(
                tr("Opened, but without its values: %1.").arg(diagnosticLine(alone.error())));
        } else {
            content.graph = std::move(alone->graph);
            tellLeft(alone->left);
        }
    }
    m_windows.showNew(std::move(content));
}

void GraphExchange::askToMerge()
{
    const QString folder = QFileInfo(m_session.document.path()).path();
    const QString path =
        QFileDialog::getOpenFileName(m_window, tr("Add a model to this one"), folder);
    if (!path.isEmpty()) {
        merge(path);
    }
}

void GraphExchange::merge(const QString &path)
{
    addInto(
        tr("Adding %1").arg(QFileInfo(path).fileName()),
        [file = QFileInfo(path).filesystemAbsoluteFilePath(),
         dialect = m_session.document.graph().dialect(), &builtins = m_session.builtins,
         semantics = m_session.document.semantics()] {
            return graphOfFile(file, dialect, builtins, semantics);
        },
        true);
}

} // namespace nervure

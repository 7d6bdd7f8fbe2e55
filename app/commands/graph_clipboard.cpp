// SPDX-License-Identifier: Apache-2.0
#include "app/commands/graph_clipboard.h"

#include "core/builtins.h"
#include "core/formats/onnx/carried_part.h"
#include "core/formats/project/open_model.h"
#include "core/passes/conversion/dialect_change.h"
#include "core/passes/lowering_pass.h"
#include "widgets/document/save_source.h"

#include <QMimeData>

namespace nervure {

namespace {

const FormatSpec *formatOf(Dialect dialect, const Builtins &builtins)
{
    return builtins.formats.find(dialectName(dialect));
}

/// Lives as long as the clipboard holds it.
class GraphMimeData : public QMimeData {
public:
    explicit GraphMimeData(ClipboardGraph part)
        : graph(std::make_shared<const ClipboardGraph>(std::move(part)))
    {}
    const std::shared_ptr<const ClipboardGraph> graph;
};

bool looksLikeDocument(const QByteArray &text)
{
    const QByteArray start = text.left(64).trimmed();
    return start.startsWith('{') || start.startsWith('[');
}

} // namespace

Result<QMimeData *> mimeOfGraph(const Graph &fragment, const SaveSource &source,
                                const Builtins &builtins)
{
    const bool isOfFile = source.original && !source.original->path().empty();
    auto data = std::make_unique<GraphMimeData>(ClipboardGraph{
        fragment, source.original, isOfFile ? source.original->path() : source.path});
    const FormatSpec *format = formatOf(fragment.dialect(), builtins);
    if (format == nullptr || !format->write) {
        return data.release();
    }
    Diagnostics ignored;
    ASSIGN_OR_RETURN(const std::string text,
                     format->write(fragment, {builtins.ops, source.semantics, {}}, ignored));
    const QByteArray bytes = QByteArray::fromStdString(text);
    data->setText(QString::fromUtf8(bytes));
    data->setData(QString::fromLatin1(graphMimeType), bytes);
    return data.release();
}

std::shared_ptr<const ClipboardGraph> graphIn(const QMimeData *data)
{
    const auto *own = dynamic_cast<const GraphMimeData *>(data);
    return own == nullptr ? nullptr : own->graph;
}

Result<PastedGraph> pastedFrom(const ClipboardGraph &copied, Dialect dialect,
                               const std::shared_ptr<const FileBytes> &target,
                               const Builtins &builtins, Semantics semantics)
{
    const bool holdsAll = copied.graph.dialect() != Dialect::Onnx || !copied.original;
    if (holdsAll || dialect != Dialect::Onnx) {
        ASSIGN_OR_RETURN(Graph graph, inDialect(copied.graph, dialect, builtins, semantics));
        return PastedGraph{std::move(graph), {}};
    }
    if (copied.original == target) {
        return PastedGraph{onnx::copiesInModel(copied.graph), {}};
    }
    ASSIGN_OR_RETURN(onnx::CarriedPart part,
                     onnx::carryValues(copied.graph, {copied.original->view(), copied.path}));
    return PastedGraph{std::move(part.graph), std::move(part.left)};
}

std::optional<QByteArray> graphTextIn(const QMimeData *data)
{
    if (data == nullptr) {
        return std::nullopt;
    }
    if (data->hasFormat(QString::fromLatin1(graphMimeType))) {
        return data->data(QString::fromLatin1(graphMimeType));
    }
    if (data->hasText()) {
        QByteArray text = data->text().toUtf8();
        if (looksLikeDocument(text)) {
            return text;
        }
    }
    return std::nullopt;
}

Result<PastedGraph> graphOfFile(const std::filesystem::path &file, Dialect dialect,
                                const Builtins &builtins, Semantics semantics)
{
    ASSIGN_OR_RETURN(OpenedModel opened, openModel(file, builtins.formats, builtins.ops));
    const std::filesystem::path values = opened.text->path().empty() ? file : opened.text->path();
    return pastedFrom({std::move(opened.graph), opened.text, values}, dialect, nullptr, builtins,
                      semantics);
}

Result<Graph> graphFromText(std::string text, Dialect dialect, const Builtins &builtins,
                            Semantics semantics)
{
    ASSIGN_OR_RETURN(OpenedModel opened,
                     openModelText(std::move(text), "clipboard", builtins.formats, builtins.ops));
    return inDialect(std::move(opened.graph), dialect, builtins, semantics);
}

Result<Graph> inDialect(Graph graph, Dialect dialect, const Builtins &builtins, Semantics semantics)
{
    if (graph.dialect() == dialect) {
        return graph;
    }
    // What was copied of another framework's model is to compute the same, not what an old importer made of it.
    const bool isOthers = !loweringPassOf(graph.dialect()).empty();
    const PassEnvironment environment{builtins.passes,
                                      builtins.ops,
                                      {},
                                      isOthers ? defaultSemantics(graph.dialect()) : semantics};
    Diagnostics ignored;
    ASSIGN_OR_RETURN(ChangedModel changed, changeDialect({graph, dialect}, environment, ignored));
    return std::move(changed.graph);
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "app/document_reader.h"

#include "core/builtins.h"
#include "core/formats/open_model.h"
#include "core/graph/parameters.h"

#include <QFileInfo>

namespace nervure {

Result<DocumentContent> readDocument(const Builtins &builtins, const QString &path,
                                     const JobControl &control)
{
    control.report(-1, "reading");
    const QFileInfo file(path);
    auto opened = openModel(file.filesystemAbsoluteFilePath(), builtins.formats, builtins.ops);
    if (!opened) {
        return opened.error();
    }
    OpenedModel &model = *opened;
    control.report(-1, "indexing");
    Diagnostics found;
    auto index = IndexedGraph::build(model.graph, builtins.ops, found);
    auto parameters = std::make_shared<const std::unordered_set<NodeId>>(
        findParameters(model.graph, builtins.ops));
    auto census = std::make_shared<const GraphCensus>(takeCensus(model.graph, *parameters));
    return DocumentContent{
        std::move(model.graph),  std::move(model.text),        model.format->name,
        file.absoluteFilePath(), std::move(model.diagnostics), index ? std::move(*index) : nullptr,
        std::move(found),        std::move(parameters),        std::move(census)};
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/document_part.h"

#include "widgets/document/graph_document.h"

#include <QDir>
#include <QFileInfo>

#include <set>
#include <string>

namespace nervure {

namespace {

using Names = std::set<std::string, std::less<>>;

Names namesOfVariables(const Graph &graph)
{
    Names names;
    for (const NodeId id : graph.nodes()) {
        if (graph.node(id).isVariable()) {
            names.insert(graph.node(id).name);
        }
    }
    return names;
}

InputFacts factsOf(InputFacts facts, const Names &names)
{
    const auto isGone = [&names](const auto &fact) { return !names.contains(fact.first); };
    std::erase_if(facts.shapes, isGone);
    std::erase_if(facts.dtypes, isGone);
    std::erase_if(facts.layouts, isGone);
    std::erase_if(facts.elements, isGone);
    const auto isOther = [&names](const std::string &name) { return !names.contains(name); };
    std::erase_if(facts.loaded, isOther);
    if (facts.parameters) {
        std::erase_if(*facts.parameters, isOther);
    }
    return facts;
}

/// "net-part.onnx" beside "net.onnx".
QString pathOfPart(const QString &path)
{
    const QFileInfo file(path);
    return file.dir().filePath(
        QStringLiteral("%1-part.%2").arg(file.completeBaseName(), file.suffix()));
}

} // namespace

DocumentContent contentOfPart(const GraphDocument &document, const Graph &part)
{
    DocumentContent content;
    content.graph = part;
    content.formatName = dialectName(part.dialect());
    if (document.stage().isOfPass()) {
        return content;
    }
    const SaveSource source = document.saveSource();
    content.semantics = document.semantics();
    if (storesValues(part.dialect())) {
        content.original = source.original;
        content.formatName = source.formatName;
        content.suggestedPath = document.path().isEmpty() ? QString() : pathOfPart(document.path());
    }
    content.inputFacts = factsOf(document.inputFacts(), namesOfVariables(part));
    if (!content.inputFacts.loaded.empty()) {
        content.parameterFile = document.parameterFile();
        content.unsavedParameters = source.parameters;
    }
    return content;
}

} // namespace nervure

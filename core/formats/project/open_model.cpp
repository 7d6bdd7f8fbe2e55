// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/open_model.h"

#include "core/formats/foreign/foreign_files.h"
#include "core/formats/project/project_file.h"
#include "core/support/heap.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

const FormatSpec *sniffFormat(std::string_view text, const FormatRegistry &formats,
                              const OpRegistry &ops)
{
    const FormatSpec *best = nullptr;
    int bestScore = 0;
    for (const FormatSpec &format : formats.all()) {
        const int score = format.sniff && format.read ? format.sniff(text, ops) : 0;
        if (score > bestScore) {
            best = &format;
            bestScore = score;
        }
    }
    return best;
}

Semantics defaultSemantics(const FormatSpec &format)
{
    return defaultSemantics(format.dialect);
}

std::string formatTitle(const FormatSpec &format, const Graph &graph)
{
    const std::string release = format.release ? format.release(graph) : std::string();
    return format.title + (release.empty() ? "" : ", " + release);
}

namespace {

/// Why a text is of no known format, as exactly as can be told.
Diagnostic unknownFormat(std::string_view text, const std::string &name,
                         const FormatRegistry &formats)
{
    if (auto foreign = foreignFile(text, name)) {
        return *std::move(foreign);
    }
    const std::string_view content = trim(text);
    Diagnostic error;
    const auto tree = content.starts_with('{') || content.starts_with('[')
                          ? JsonTree::parse(text, {maxJsonDepth, true})
                          : Result<JsonTree>(JsonTree());
    if (content.empty()) {
        error = makeError("format-unknown", "the file is empty, expected a model");
    } else if (!tree) {
        error = tree.error();
    } else {
        std::vector<std::string> titles;
        for (const FormatSpec &format : formats.all()) {
            if (format.read) {
                titles.push_back(format.title);
            }
        }
        error = makeError("format-unknown", "the content is of no known format, expected one of {}",
                          join(titles, ", "));
        error.where.line = 1;
        error.where.column = 1;
    }
    error.where.file = name;
    return error;
}

} // namespace

Result<OpenedModel> openModelText(std::string text, const std::string &name,
                                  const FormatRegistry &formats, const OpRegistry &ops,
                                  std::optional<Semantics> semantics)
{
    return openModelBytes(std::make_shared<const FileBytes>(std::move(text)), name, formats, ops,
                          semantics);
}

Result<OpenedModel> openModelBytes(std::shared_ptr<const FileBytes> bytes, const std::string &name,
                                   const FormatRegistry &formats, const OpRegistry &ops,
                                   std::optional<Semantics> semantics)
{
    const std::string_view text = bytes->view();
    if (isProject(text)) {
        return openProjectText(text, name, formats, ops, semantics);
    }
    const FormatSpec *format = sniffFormat(text, formats, ops);
    if (!format) {
        return unknownFormat(text, name, formats);
    }
    const FormatContext context{ops, semantics.value_or(defaultSemantics(*format)), name, nullptr,
                                bytes->path()};
    Result<LoadedGraph> loaded = format->read(text, context);
    RETURN_IF_FAILED(bytes->checkUnchanged());
    if (!loaded || hasErrors(loaded->diagnostics)) {
        // Other frameworks have lists of nodes in JSON too, with fields of other names.
        auto foreign = format->holdsWeights ? std::nullopt : foreignFile(text, name);
        if (foreign) {
            return *std::move(foreign);
        }
        RETURN_IF_FAILED(loaded);
    }
    OpenedModel model;
    model.graph = std::move(loaded->graph);
    model.diagnostics = std::move(loaded->diagnostics);
    model.text = std::move(bytes);
    model.format = format;
    model.path = name;
    model.semantics = context.semantics;
    return model;
}

namespace {

/// True if a format that leaves weights on the disk may read the file.
bool staysOnDisk(std::string_view bytes, const FormatRegistry &formats, const OpRegistry &ops)
{
    const auto &all = formats.all();
    return bytes.size() >= leastMappedBytes
           && std::any_of(all.begin(), all.end(), [&](const FormatSpec &format) {
                  return format.holdsWeights && format.sniff(bytes, ops) > 0;
              });
}

} // namespace

Result<std::shared_ptr<const FileBytes>> readModelBytes(const std::filesystem::path &path,
                                                        const FormatRegistry &formats,
                                                        const OpRegistry &ops)
{
    constexpr std::size_t memoryOfText = 5; // what a model takes, its text included
    std::error_code unknown;
    if (const std::uintmax_t size = std::filesystem::file_size(path, unknown);
        !unknown && path != "-") {
        if (auto mapped = FileBytes::map(path);
            mapped && staysOnDisk((*mapped)->view(), formats, ops)) {
            return mapped;
        }
        growHeap(static_cast<std::size_t>(size) * memoryOfText);
    }
    ASSIGN_OR_RETURN(std::string text, readModelFile(path));
    return std::make_shared<const FileBytes>(std::move(text), path);
}

Result<OpenedModel> openModel(const std::filesystem::path &path, const FormatRegistry &formats,
                              const OpRegistry &ops, std::optional<Semantics> semantics)
{
    ASSIGN_OR_RETURN(auto bytes, readModelBytes(path, formats, ops));
    return openModelBytes(std::move(bytes), path.string(), formats, ops, semantics);
}

namespace {

/// Model formats have no place for notes.
void warnOfNotes(const Graph &graph, Diagnostics &diagnostics)
{
    const auto nodes = graph.nodes();
    const auto count = std::count_if(nodes.begin(), nodes.end(),
                                     [&graph](NodeId id) { return !graph.node(id).note().empty(); })
                       + (graph.note().empty() ? 0 : 1);
    if (count > 0) {
        diagnostics.push_back(makeWarning("not-carried",
                                          "{}{} left out, a project file (.nervure) keeps them",
                                          count, (count == 1 ? " note is" : " notes are")));
    }
}

} // namespace

Result<BytePieces> modelPieces(const SaveRequest &request, Diagnostics &diagnostics)
{
    const FormatSpec &format = request.format;
    const bool isCanonical = request.originalFormat != &format;
    if (isCanonical ? !format.writePieces : !format.preservingPieces) {
        return inOnePiece(modelText(request, diagnostics));
    }
    warnOfNotes(request.graph, diagnostics);
    if (isCanonical) {
        return format.writePieces(request.graph, request.context, diagnostics);
    }
    RETURN_IF_FAILED(request.original->checkUnchanged());
    auto pieces =
        format.preservingPieces(request.graph, *request.original, request.context, diagnostics);
    RETURN_IF_FAILED(request.original->checkUnchanged());
    if (pieces) {
        pieces->hold(request.original);
    }
    return pieces;
}

Result<std::string> modelText(const SaveRequest &request, Diagnostics &diagnostics)
{
    const FormatSpec &format = request.format;
    warnOfNotes(request.graph, diagnostics);
    if (request.originalFormat == &format && format.writePreserving) {
        return format.writePreserving(request.graph, request.original->view(), request.context,
                                      diagnostics);
    }
    if (!format.write) {
        return makeError("format-unsupported", "{} can be read, but not written", format.title);
    }
    return format.write(request.graph, request.context, diagnostics);
}

} // namespace nervure

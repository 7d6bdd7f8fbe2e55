// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/semantics.h"
#include "core/support/diagnostic.h"
#include "core/support/file_bytes.h"
#include "core/support/result.h"

#include <QByteArray>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

class QMimeData;

namespace nervure {

struct Builtins;
struct SaveSource;

/// The format under which graphs are on the clipboard, beside plain text: the same text, the
/// document's own dialect.
inline constexpr const char *graphMimeType = "application/x-nervure-graph+json";

/// A part of a document, and the text that the document was read from, where values may be that the graph does not
/// hold.
struct ClipboardGraph {
    Graph graph;
    std::shared_ptr<const FileBytes> original; ///< null for new models
    std::filesystem::path path;                ///< of the original; empty: it has none
};

/// Mime data of a part of a document that would be saved from there: the graph itself, for documents of this
/// program, and the text that its dialect writes, where there is one without a file to go by. The caller owns it.
Result<QMimeData *> mimeOfGraph(const Graph &fragment, const SaveSource &source,
                                const Builtins &builtins);

/// The text of a graph in mime data; nothing when there is none. Plain text counts when it looks
/// like a document.
[[nodiscard]] std::optional<QByteArray> graphTextIn(const QMimeData *data);

/// The graph in mime data that this program put there; null when it is another's, or no graph.
[[nodiscard]] std::shared_ptr<const ClipboardGraph> graphIn(const QMimeData *data);

/// A graph that may be added to a document, and what it had to leave behind.
struct PastedGraph {
    Graph graph;
    Diagnostics left;
};

/// What was copied, for a document of that dialect that was read from `target` (may be null): values that the graph
/// does not hold come with it. For any thread.
Result<PastedGraph> pastedFrom(const ClipboardGraph &copied, Dialect dialect,
                               const std::shared_ptr<const FileBytes> &target,
                               const Builtins &builtins, Semantics semantics);

/// The graph of a model file, likewise.
Result<PastedGraph> graphOfFile(const std::filesystem::path &file, Dialect dialect,
                                const Builtins &builtins, Semantics semantics);

/// Reads what was pasted as text as a graph of `dialect`: of the other one it is converted, or the
/// failure says why it cannot be. For any thread.
Result<Graph> graphFromText(std::string text, Dialect dialect, const Builtins &builtins,
                            Semantics semantics);

/// The same graph in a dialect, or why it cannot be carried there.
Result<Graph> inDialect(Graph graph, Dialect dialect, const Builtins &builtins,
                        Semantics semantics);

} // namespace nervure

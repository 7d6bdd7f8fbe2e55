// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/semantics.h"
#include "core/support/result.h"

#include <QByteArray>

#include <memory>
#include <optional>
#include <string>

class QMimeData;

namespace nervure {

struct Builtins;

/// The format under which graphs are on the clipboard, beside plain text: the same text, the
/// document's own dialect.
inline constexpr const char *graphMimeType = "application/x-nervure-graph+json";

/// Mime data of a fragment: the graph itself, for documents of this program, and the text that its dialect
/// writes, where there is one without a file to go by. The caller owns it.
Result<QMimeData *> mimeOfGraph(const Graph &fragment, const Builtins &builtins,
                                Semantics semantics);

/// The text of a graph in mime data; nothing when there is none. Plain text counts when it looks
/// like a document.
[[nodiscard]] std::optional<QByteArray> graphTextIn(const QMimeData *data);

/// The graph in mime data that this program put there; null when it is another's, or no graph.
[[nodiscard]] std::shared_ptr<const Graph> graphIn(const QMimeData *data);

/// Reads what was pasted, or dropped as a file, as a graph of `dialect`: of the other one it is
/// converted, or the failure says why it cannot be. For any thread.
Result<Graph> graphFromText(std::string text, Dialect dialect, const Builtins &builtins,
                            Semantics semantics);

/// The same graph in a dialect, or why it cannot be carried there.
Result<Graph> inDialect(Graph graph, Dialect dialect, const Builtins &builtins,
                        Semantics semantics);

} // namespace nervure

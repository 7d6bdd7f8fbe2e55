// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

enum class Severity { Note, Warning, Error };

/// "note", "warning" or "error".
[[nodiscard]] std::string_view severityName(Severity severity);

/// Where a diagnostic points: a file position, a node, an attribute, or any part of these.
/// Lines and columns count from 1 (columns in bytes); 0 means unknown.
struct Location {
    std::string file;
    int line = 0;
    int column = 0;
    std::string node;      ///< name of the node, empty when it concerns the whole graph
    std::string attribute; ///< attribute or parameter key, empty when none
    /// The names of the nodes that hold the subgraph which `node` is of, outermost first.
    std::vector<std::string> holders;

    /// The node of the graph itself that it is about or inside of; empty: it concerns the whole graph.
    [[nodiscard]] const std::string &outermostNode() const
    {
        return holders.empty() ? node : holders.front();
    }
};

/// One finding about a file, graph, command line or device: what was found, where, and what was
/// expected. The message is English, starts in lower case and has no final full stop.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string code; ///< stable kebab-case identifier, e.g. "json-syntax", "attr-invalid"
    std::string message;
    Location where;
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] bool hasErrors(const Diagnostics &diagnostics);

/// "FILE:LINE:COL: MESSAGE", leaving out the parts that are unknown.
[[nodiscard]] std::string formatDiagnostic(const Diagnostic &diagnostic);

/// An error diagnostic about the node `node` (may be empty).
[[nodiscard]] Diagnostic makeError(std::string code, std::string message, std::string node = {});

/// A warning about the node `node` (may be empty).
[[nodiscard]] Diagnostic makeWarning(std::string code, std::string message, std::string node = {});

} // namespace nervure

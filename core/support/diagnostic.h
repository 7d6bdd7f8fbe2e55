// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/id.h"
#include "core/support/value_trail.h"

#include <fmt/core.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
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
    std::vector<std::string> owners;

    /// The node of the graph itself that it is about or inside of; empty: it concerns the whole graph.
    [[nodiscard]] const std::string &outermostNode() const
    {
        return owners.empty() ? node : owners.front();
    }
};

/// A node that a finding is about, and where the file says so; lines and columns as in Location.
struct FindingPlace {
    NodeId node;
    int line = 0;
    int column = 0;
};

/// One finding about a file, graph, command line or device: what was found, where, and what was
/// expected. The message is English, starts in lower case and has no final full stop.
struct Diagnostic {
    Diagnostic(Severity ofSeverity, std::string ofCode, std::string text, Location place = {});
    Diagnostic();
    Diagnostic(const Diagnostic &other);
    Diagnostic(Diagnostic &&other) noexcept;
    Diagnostic &operator=(const Diagnostic &other);
    Diagnostic &operator=(Diagnostic &&other) noexcept;
    ~Diagnostic();

    Severity severity = Severity::Error;
    std::string code; ///< stable kebab-case identifier, e.g. "json-syntax", "attr-invalid"
    std::string message;
    Location where;
    /// All nodes of the graph itself of which it is true, `where.node` first, whose name the message may
    /// hold. Null: `where` says all that is known. Shared: a large graph has one fault a hundred
    /// thousand times.
    std::shared_ptr<const std::vector<FindingPlace>> places;
    /// How the values that contradict each other came to the node. Null: nothing is known of it.
    std::shared_ptr<const std::vector<ValueTrail>> trails;

    /// How many nodes it stands for, at least 1.
    [[nodiscard]] std::size_t count() const { return places ? places->size() : 1; }
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] bool hasErrors(const Diagnostics &diagnostics);

/// "FILE:LINE:COL: MESSAGE", leaving out the parts that are unknown.
[[nodiscard]] std::string formatDiagnostic(const Diagnostic &diagnostic);

/// An error about the whole graph, or about what the caller knows: the message as it stands.
[[nodiscard]] Diagnostic makeError(std::string_view code, std::string message);
[[nodiscard]] Diagnostic makeWarning(std::string_view code, std::string message);

/// The same about the node `node`.
[[nodiscard]] Diagnostic makeErrorAt(std::string node, std::string_view code, std::string message);
[[nodiscard]] Diagnostic makeWarningAt(std::string node, std::string_view code,
                                       std::string message);

/// fmt::vformat(), out of line.
[[nodiscard]] std::string formatMessage(fmt::string_view text, fmt::format_args arguments);

/// makeError("infer-shape", "input {} has {} dimensions, expected {}", …): the message as a format string
/// of fmt and what stands in it.
template <typename First, typename... More>
[[nodiscard]] Diagnostic makeError(std::string_view code,
                                   fmt::format_string<const First &, const More &...> text,
                                   const First &first, const More &...more)
{
    return makeError(code, formatMessage(text, fmt::make_format_args(first, more...)));
}

template <typename First, typename... More>
[[nodiscard]] Diagnostic makeWarning(std::string_view code,
                                     fmt::format_string<const First &, const More &...> text,
                                     const First &first, const More &...more)
{
    return makeWarning(code, formatMessage(text, fmt::make_format_args(first, more...)));
}

template <typename First, typename... More>
[[nodiscard]] Diagnostic makeErrorAt(std::string node, std::string_view code,
                                     fmt::format_string<const First &, const More &...> text,
                                     const First &first, const More &...more)
{
    return makeErrorAt(std::move(node), code,
                       formatMessage(text, fmt::make_format_args(first, more...)));
}

template <typename First, typename... More>
[[nodiscard]] Diagnostic makeWarningAt(std::string node, std::string_view code,
                                       fmt::format_string<const First &, const More &...> text,
                                       const First &first, const More &...more)
{
    return makeWarningAt(std::move(node), code,
                         formatMessage(text, fmt::make_format_args(first, more...)));
}

} // namespace nervure

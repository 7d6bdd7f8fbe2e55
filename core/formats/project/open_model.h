// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/support/file_bytes.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace nervure {

struct Project; // project_file.h

/// A model file as it was opened, with the text that a preserving save starts from.
struct OpenedModel {
    Graph graph;
    Diagnostics diagnostics;
    std::shared_ptr<const FileBytes> text; ///< the bytes of the file; never null
    const FormatSpec *format = nullptr;    ///< lives in the registry it was found in
    std::filesystem::path path;
    Semantics semantics = Semantics::Exact; ///< what it was read with
    /// The project file that it came from: `text` is then that of the model in it, and the graph is as
    /// the project's edits leave it. Null for plain models.
    std::shared_ptr<const Project> project;
};

/// The format that claims the text most firmly, or null when none does.
[[nodiscard]] const FormatSpec *sniffFormat(std::string_view text, const FormatRegistry &formats,
                                            const OpRegistry &ops);

/// What documents of that format start with.
[[nodiscard]] Semantics defaultSemantics(const FormatSpec &format);

/// The format for people, with the release that wrote the file where it says so: "MXNet symbol, 1.7.0".
[[nodiscard]] std::string formatTitle(const FormatSpec &format, const Graph &graph);

/// Reads a model or project file ("-" is standard input) in the format its content tells. Fails when the file
/// cannot be read or is refused; a faulty file that opens has errors among its diagnostics.
/// Without `semantics` the format's own is taken.
Result<OpenedModel> openModel(const std::filesystem::path &path, const FormatRegistry &formats,
                              const OpRegistry &ops,
                              std::optional<Semantics> semantics = std::nullopt);

/// The bytes of such a file, for openModelBytes(): large ones of formats that hold weights stay on the disk.
/// Where a file cannot be read, the error says what it may be.
[[nodiscard]] Result<std::shared_ptr<const FileBytes>> readModelBytes(
    const std::filesystem::path &path, const FormatRegistry &formats, const OpRegistry &ops);

/// openModel() of bytes at hand; `name` is for messages.
Result<OpenedModel> openModelBytes(std::shared_ptr<const FileBytes> bytes, const std::string &name,
                                   const FormatRegistry &formats, const OpRegistry &ops,
                                   std::optional<Semantics> semantics = std::nullopt);

/// The same for text at hand.
Result<OpenedModel> openModelText(std::string text, const std::string &name,
                                  const FormatRegistry &formats, const OpRegistry &ops,
                                  std::optional<Semantics> semantics = std::nullopt);

/// What a graph is saved from: the text it was opened from, when there is one.
struct SaveRequest {
    const Graph &graph;
    const FormatSpec &format;
    const FormatContext &context;
    /// With its own format, the preserving writer is used.
    std::shared_ptr<const FileBytes> original = {};
    const FormatSpec *originalFormat = nullptr;
};

/// The bytes to save: preserving when the format is the one the document was opened in, else
/// canonical. What stays of a large original is not read, and FormatContext::values are not copied: they have to
/// outlive the pieces.
Result<BytePieces> modelPieces(const SaveRequest &request, Diagnostics &diagnostics);
/// The same in one text.
Result<std::string> modelText(const SaveRequest &request, Diagnostics &diagnostics);

} // namespace nervure

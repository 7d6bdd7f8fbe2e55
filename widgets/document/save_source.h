// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/semantics.h"
#include "core/support/byte_pieces.h"
#include "core/support/cancellation.h"
#include "core/support/result.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace nervure {

struct Builtins;
struct DocumentContent;
struct Project;
struct UnsavedParameters;

/// What a document is saved from, as values that any thread may use.
struct SaveSource {
    Graph graph;
    std::shared_ptr<const FileBytes> original; ///< the text it was read from; null for new models
    std::string formatName;                    ///< of the original
    Semantics semantics = Semantics::Exact;
    /// Name and members of the project file that it came from, or null.
    std::shared_ptr<const Project> project;
    std::filesystem::path path; ///< of the document; empty while it has none
    /// What is saved beside it; null: nothing.
    std::shared_ptr<const UnsavedParameters> parameters = nullptr;
};

/// The file in whose folder values lie that the model does not hold itself: what it was read from, which a part of a
/// model is read from too; empty: there is none.
[[nodiscard]] std::filesystem::path pathOfValues(const SaveSource &source);

/// Of a document with this content, which is read with these semantics.
[[nodiscard]] SaveSource sourceOf(const DocumentContent &content, Semantics semantics);

/// The bytes for a file: a project where its name ends in .nervure; else the original with only what
/// changed replaced, or canonical text when there is no original or `format` is another one of the
/// registry. `members` are for projects. Warnings say what could not be carried.
Result<std::string> bytesToSave(const SaveSource &source, const Builtins &builtins,
                                const std::filesystem::path &file, const std::string &format,
                                const std::map<std::string, std::string> &members,
                                Diagnostics &diagnostics);

/// The same as stretches of the original and what is new.
Result<BytePieces> piecesToSave(const SaveSource &source, const Builtins &builtins,
                                const std::filesystem::path &file, const std::string &format,
                                const std::map<std::string, std::string> &members,
                                Diagnostics &diagnostics);

/// Where a document is to be saved.
struct SaveTarget {
    using Members = std::map<std::string, std::string>;

    std::filesystem::path file; ///< absolute; a project where it ends in .nervure
    std::string format;         ///< name in the FormatRegistry
    /// What the window keeps in project files, by member; called on the thread that saves. May be
    /// empty.
    std::function<Members()> members = {};
};

/// What saveToFile() wrote.
struct SavedFile {
    std::filesystem::path file;
    std::string format;
    SaveTarget::Members members; ///< of a project
    std::string fingerprint;     ///< fileChecksum() of it
    Diagnostics diagnostics;     ///< what could not be carried
    /// What the document may go on from instead of a large file that it was opened from; null: it stays.
    std::shared_ptr<const FileBytes> original;
    std::filesystem::path parameters = {}; ///< that were saved beside it; empty: none
};

/// Writes piecesToSave(), and the parameters beside them, atomically, for any thread. Fails with code "cancelled" when it was stopped
/// before the file took its place.
Result<SavedFile> saveToFile(const SaveSource &source, const Builtins &builtins,
                             const SaveTarget &target, const JobControl &control = {});

/// Makes what was written the file that the content came from. Its original text stays only where its
/// format does.
void takeSaved(DocumentContent &content, SavedFile saved);

/// A text that reads as the source's graph, ids and all, which no model file promises: a project of
/// the original and what was changed since.
Result<std::string> textForJournal(const SaveSource &source, const Builtins &builtins);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/project/open_model.h"
#include "core/formats/project/original_file.h"
#include "core/graph/edits/edit.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What a project file (.nervure, a zip archive) holds. Its members are `project.json` (see there),
/// `model` (the original bytes), `edits.json`, and what the window keeps: `bookmarks.json`,
/// `view.json`, `layout.bin`, `profiles/runs.json`, `operators/`. `pipelines/` is reserved. Members that we do not know
/// stay as they are. A large model that is mapped from the disk is not copied into it: `project.json` says
/// which file it is, and there is no `model`.
struct Project {
    std::string original; ///< the bytes of the model that was opened first
    std::string name;     ///< of the file they came from, without its folders
    Semantics semantics = Semantics::Exact;
    std::vector<Edit> edits; ///< since then, notes among them: apply one after the other
    /// All other members by name, the window's, files that declare operators, and unknown ones.
    std::map<std::string, std::string> members;
    /// Where the bytes of the model are, if they are not in `original`.
    std::optional<OriginalFile> originalFile = std::nullopt;
};

/// The member names of what the window keeps.
namespace project_members {
inline constexpr std::string_view bookmarks = "bookmarks.json";
inline constexpr std::string_view view = "view.json";
inline constexpr std::string_view layout = "layout.bin";
inline constexpr std::string_view operatorsFolder =
    "operators/"; ///< of files that declare the model's
} // namespace project_members

/// Most bytes that a project file may unpack to.
inline constexpr std::uint64_t maxProjectBytes = std::uint64_t{1} << 31;

/// Whether the bytes look like a project file: a zip archive that begins with project.json.
[[nodiscard]] bool isProject(std::string_view bytes);

/// Fails with code "project-format" on what is no project file, is of a later version or damaged.
Result<Project> readProject(std::string_view bytes);
Result<std::string> writeProject(const Project &project);

/// The model of a project file with its edits applied, see OpenedModel::project. `name` is for messages
/// and becomes the path; without `semantics` the project's are taken. What is wrong with an edited model
/// is told as for any graph, without places in the text.
Result<OpenedModel> openProjectText(std::string_view bytes, const std::string &name,
                                    const FormatRegistry &formats, const OpRegistry &ops,
                                    std::optional<Semantics> semantics = std::nullopt);

/// The project file of a model: the text it was read from, the edits that lead to its graph, and the
/// members that it brought along with `members` in their place.
Result<std::string> projectText(const OpenedModel &model, const FormatRegistry &formats,
                                const OpRegistry &ops,
                                const std::map<std::string, std::string> &members = {});

/// Whether a file of that name is to be a project file: it ends in .nervure.
[[nodiscard]] bool hasProjectName(const std::filesystem::path &path);

} // namespace nervure

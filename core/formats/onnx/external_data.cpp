// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/external_data.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure::onnx {

namespace fs = std::filesystem;

namespace {

fs::path resolved(const fs::path &path)
{
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    const fs::path canonical = error ? fs::path() : fs::weakly_canonical(whole, error);
    return error ? fs::path() : canonical;
}

bool isInside(const fs::path &file, const fs::path &folder)
{
    const fs::path outer = resolved(folder.empty() ? "." : folder);
    const auto [end, rest] = std::mismatch(outer.begin(), outer.end(), file.begin(), file.end());
    return !outer.empty() && end == outer.end() && rest != file.end();
}

} // namespace

Result<fs::path> externalFile(std::string_view location, const fs::path &model,
                              const AllowedFolders &allowed)
{
    const fs::path folder = model.parent_path();
    const fs::path file = resolved(folder / fs::path(location));
    AllowedFolders folders = allowed;
    folders.push_back(folder);
    // A cache may keep both files elsewhere, and links to them here.
    folders.push_back(resolved(model).parent_path());
    const bool isAllowed =
        !file.empty() && std::any_of(folders.begin(), folders.end(), [&](const fs::path &other) {
            return isInside(file, other);
        });
    if (!isAllowed) {
        return makeError("path-outside",
                         "the data {} lies outside the model's folder and is not read, expected it "
                         "there or in a folder that --allow-path names",
                         quoted(location));
    }
    std::error_code error;
    if (!fs::exists(file, error)) {
        return makeError("data-missing", "{} is not there, expected it beside the model",
                         quoted(location));
    }
    return file;
}

} // namespace nervure::onnx

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/external_data.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure::onnx {

namespace fs = std::filesystem;

namespace {

bool isInside(const fs::path &file, const fs::path &folder)
{
    std::error_code error;
    const fs::path outer = fs::weakly_canonical(folder.empty() ? "." : folder, error);
    const auto [end, rest] = std::mismatch(outer.begin(), outer.end(), file.begin(), file.end());
    return !error && end == outer.end() && rest != file.end();
}

} // namespace

Result<fs::path> externalFile(std::string_view location, const fs::path &model,
                              const AllowedFolders &allowed)
{
    const fs::path folder = model.parent_path();
    std::error_code error;
    const fs::path file = fs::weakly_canonical(folder / fs::path(location), error);
    const bool isAllowed =
        !error
        && (isInside(file, folder)
            || std::any_of(allowed.begin(), allowed.end(),
                           [&](const fs::path &other) { return isInside(file, other); }));
    if (!isAllowed) {
        return makeError("path-outside",
                         "the data {} lies outside the model's folder and is not read",
                         quoted(location));
    }
    return file;
}

} // namespace nervure::onnx

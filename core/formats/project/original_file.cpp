// SPDX-License-Identifier: Apache-2.0
#include "core/formats/project/original_file.h"

#include "core/support/fingerprint.h"
#include "core/support/text.h"

#include <sys/stat.h>

namespace nervure {

namespace {

/// Whether the path still names the file that is open.
bool isAtItsPath(const FileBytes &model)
{
    struct stat open {};
    struct stat there {};
    return ::fstat(model.descriptor(), &open) == 0 && ::stat(model.path().c_str(), &there) == 0
           && open.st_ino == there.st_ino && open.st_dev == there.st_dev;
}

bool isThere(const std::filesystem::path &file)
{
    std::error_code error;
    return std::filesystem::is_regular_file(file, error);
}

} // namespace

Result<OriginalFile> referTo(const FileBytes &model)
{
    RETURN_IF_FAILED(model.checkUnchanged());
    if (!isAtItsPath(model)) {
        return makeError("original-gone",
                         "the file {} that the model was opened from is no longer there: save the "
                         "model and open it again",
                         quoted(model.path().string()));
    }
    std::error_code error;
    return OriginalFile{std::filesystem::absolute(model.path(), error).string(),
                        model.view().size(), fileChecksumOf(model.view())};
}

Result<std::shared_ptr<const FileBytes>> findOriginal(const OriginalFile &original,
                                                      const std::filesystem::path &folder)
{
    const std::filesystem::path path(original.path);
    const std::filesystem::path beside = folder / path.filename();
    if (!isThere(path) && !isThere(beside)) {
        return makeError("original-gone", "the model {} is gone, expected it there or in {}",
                         quoted(original.path), quoted(folder.empty() ? "." : folder.string()));
    }
    ASSIGN_OR_RETURN(auto found, FileBytes::map(isThere(path) ? path : beside));
    const std::string checksum = fileChecksumOf(found->view());
    if (found->view().size() != original.bytes || checksum != original.checksum) {
        return makeError("original-changed",
                         "the model {} has changed: found {} bytes with the checksum {}, expected "
                         "{} bytes with {}",
                         quoted(found->path().string()), found->view().size(), checksum,
                         original.bytes, original.checksum);
    }
    return found;
}

} // namespace nervure

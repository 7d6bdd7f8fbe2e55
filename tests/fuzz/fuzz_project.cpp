// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of project files; what it takes has to be written and read again.
// Checksums of archives keep mutations out, so bytes that are no archive are the texts of the members,
// with zeros between them.
#include "core/formats/project/project_file.h"
#include "core/formats/zip_archive.h"
#include "tests/fuzz/text_format.h"

namespace {

std::string archived(std::string_view texts)
{
    nervure::ZipWriter archive;
    for (const char *name : {"project.json", "model", "edits.json", "view.json"}) {
        const std::size_t end = std::min(texts.find('\0'), texts.size());
        if (!archive.add(name, std::string(texts.substr(0, end)), true)) {
            std::abort();
        }
        texts.remove_prefix(std::min(end + 1, texts.size()));
        if (texts.empty()) {
            break;
        }
    }
    return archive.finish();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto &all = nervure::fuzz::loaders();
    const std::string given(reinterpret_cast<const char *>(data), size);
    const std::string bytes = nervure::isProject(given) ? given : archived(given);
    const auto project = nervure::readProject(bytes);
    if (!project) {
        return 0;
    }
    const auto again = nervure::writeProject(*project);
    if (!again || !nervure::readProject(*again)) {
        std::abort();
    }
    const auto model = nervure::openProjectText(*again, "p", all.formats, all.ops);
    if (model && !nervure::projectText(*model, all.formats, all.ops)) {
        std::abort();
    }
    return 0;
}

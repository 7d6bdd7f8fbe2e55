// SPDX-License-Identifier: Apache-2.0
// Takes any bytes for a file of weights, by two names, and reads each weight that is found in it.
#include "core/formats/weights/weight_report.h"

#include <cstdlib>

namespace {

void tryFile(const std::string &bytes, const char *name)
{
    using namespace nervure;
    const auto file =
        WeightFile::ofBytes(std::make_shared<const FileBytes>(bytes), name, AllowedFolders());
    if (!file) {
        return;
    }
    for (const Weight &weight : file->weights()) {
        const auto report = reportWeight(*file, weight.name, {}, {});
        if (report && report->statistics.count != weight.count && weight.problem.empty()
            && &weight == *file->find(weight.name)) {
            std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char *>(data), size);
    tryFile(bytes, "fuzz.onnx");
    tryFile(bytes, "fuzz.wts");
    return 0;
}

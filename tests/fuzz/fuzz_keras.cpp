// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of Keras's models, JSON, archives and HDF5 files (whose structure nervure-hdf5 reads, in
// a process of its own): what opens is inferred, KerasToNNVM makes NNVM's graph of it in both semantics, and small
// weights are read.
#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "core/passes/pass_manager.h"
#include "tests/fuzz/all_builtins.h"

#include <memory>
#include <string>
#include <vector>

using namespace nervure;

namespace {

/// Sizes may be any: only small ones are read.
void readKerasWeights(const std::string &bytes)
{
    constexpr std::uint64_t most = 1 << 16;
    const auto file = WeightFile::ofBytes(std::make_shared<const FileBytes>(bytes), {});
    bool areSmall = file.ok();
    for (std::size_t i = 0; areSmall && i < file->weights().size(); ++i) {
        areSmall = file->weights()[i].count < most;
    }
    if (areSmall) {
        [[maybe_unused]] const auto tensors = readWeightTensors(*file, {});
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char *>(data), size);
    const FormatSpec &format = *fuzz::builtins().formats.find("keras");
    if (format.sniff(bytes, fuzz::builtins().ops) == 0) {
        return 0;
    }
    const auto loaded = format.read(bytes, {fuzz::builtins().ops, Semantics::Fixed, "fuzz.h5"});
    if (!loaded) {
        return 0;
    }
    for (const Semantics semantics : {Semantics::Fixed, Semantics::Exact}) {
        const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}, {"KerasToNNVM"}};
        [[maybe_unused]] const PassRun run = runPasses(
            loaded->graph, passes, {fuzz::builtins().passes, fuzz::builtins().ops, {}, semantics});
    }
    readKerasWeights(bytes);
    return 0;
}

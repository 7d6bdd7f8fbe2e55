// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of TensorFlow's graphs, binary or text: what opens is inferred, TensorFlowToNNVM makes
// NNVM's graph of it in both semantics, and its constants are read.
#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "core/passes/pass_manager.h"
#include "tests/fuzz/all_builtins.h"

#include <memory>
#include <string>
#include <vector>

using namespace nervure;

namespace {

/// Sizes of constants may be any: only small ones are read.
void readTensorFlowWeights(const std::string &bytes)
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
    const auto loaded = fuzz::builtins()
                            .formats.find("tensorflow")
                            ->read(bytes, {fuzz::builtins().ops, Semantics::Fixed, "fuzz.pb"});
    if (!loaded) {
        return 0;
    }
    for (const Semantics semantics : {Semantics::Fixed, Semantics::Exact}) {
        const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}, {"TensorFlowToNNVM"}};
        [[maybe_unused]] const PassRun run = runPasses(
            loaded->graph, passes, {fuzz::builtins().passes, fuzz::builtins().ops, {}, semantics});
    }
    readTensorFlowWeights(bytes);
    return 0;
}

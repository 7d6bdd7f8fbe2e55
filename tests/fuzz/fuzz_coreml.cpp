// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of Core ML's models: what opens is inferred, CoreMLToNNVM makes NNVM's graph of it in
// both semantics, and its weights are read.
#include "core/formats/weights/weight_file.h"
#include "core/formats/weights/weight_tensors.h"
#include "core/passes/pass_manager.h"
#include "tests/fuzz/all_builtins.h"

#include <memory>
#include <string>
#include <vector>

using namespace nervure;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char *>(data), size);
    const auto loaded = fuzz::builtins().formats.find("coreml")->read(
        bytes, {fuzz::builtins().ops, Semantics::Fixed, "fuzz.mlmodel"});
    if (!loaded) {
        return 0;
    }
    for (const Semantics semantics : {Semantics::Fixed, Semantics::Exact}) {
        const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}, {"CoreMLToNNVM"}};
        [[maybe_unused]] const PassRun run = runPasses(
            loaded->graph, passes, {fuzz::builtins().passes, fuzz::builtins().ops, {}, semantics});
    }
    // As many elements as the file has bytes for.
    const auto file = WeightFile::ofBytes(std::make_shared<const FileBytes>(bytes), {});
    if (file) {
        [[maybe_unused]] const auto tensors = readWeightTensors(*file, {});
    }
    return 0;
}

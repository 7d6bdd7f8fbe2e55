// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of Darknet's network descriptions, and what stands behind a NUL to that of
// its weights: what opens is written back, its shapes and types are inferred, and DarknetToNNVM makes
// NNVM's graph of it.
#include "core/formats/darknet/darknet_weights.h"
#include "core/passes/pass_manager.h"
#include "tests/fuzz/all_builtins.h"
#include "tests/fuzz/text_format.h"

using namespace nervure;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    const std::string_view text = bytes.substr(0, bytes.find('\0'));
    fuzz::tryTextFormat("cfg", text);
    const FormatContext context{fuzz::builtins().ops, Semantics::Fixed, "fuzz.cfg"};
    const auto loaded = fuzz::builtins().formats.find("cfg")->read(text, context);
    if (!loaded) {
        return 0;
    }
    Diagnostics found;
    if (text.size() < size) {
        [[maybe_unused]] const auto tensors = readDarknetWeights(
            bytes.substr(text.size() + 1), loaded->graph, fuzz::builtins().ops, found);
    }
    const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}, {"DarknetToNNVM"}};
    const PassRun run =
        runPasses(loaded->graph, passes,
                  {fuzz::builtins().passes, fuzz::builtins().ops, {}, Semantics::Fixed});
    [[maybe_unused]] const auto saved =
        fuzz::builtins().formats.find("nnvm")->write(run.graph, context, found);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the reader of MXNet's symbols: what opens is written back, old releases'
// upgrade included, its shapes and types are inferred, and MXNetToNNVM makes NNVM's graph of it.
#include "core/passes/pass_manager.h"
#include "tests/fuzz/all_builtins.h"
#include "tests/fuzz/text_format.h"

using namespace nervure;

namespace {

/// The shapes of inputs that the seeds have.
const InputFacts &inputs()
{
    static const InputFacts facts{.shapes = {{"data", {1, 4, 6, 6}}, {"x", {3, 2, 4}}},
                                  .dtypes = {{"data", DType::Float32}}};
    return facts;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    fuzz::tryTextFormat("mxnet", text);
    const FormatContext context{fuzz::builtins().ops, Semantics::Fixed, "fuzz.json"};
    const auto loaded = fuzz::builtins().formats.find("mxnet")->read(text, context);
    if (!loaded) {
        return 0;
    }
    for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
        const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}, {"MXNetToNNVM"}};
        const PassRun run =
            runPasses(loaded->graph, passes,
                      {fuzz::builtins().passes, fuzz::builtins().ops, inputs(), semantics});
        Diagnostics ignored;
        [[maybe_unused]] const auto saved =
            fuzz::builtins().formats.find("nnvm")->write(run.graph, context, ignored);
    }
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Reads any bytes as the model they look like and runs what opens through every pass that is there.
#include "core/formats/project/open_model.h"
#include "core/passes/pass_manager.h"
#include "tests/fuzz/all_builtins.h"

#include <cstdint>

using namespace nervure;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const FormatSpec *format = sniffFormat(text, fuzz::builtins().formats, fuzz::builtins().ops);
    if (!format || !format->read || !format->write) {
        return 0;
    }
    const FormatContext context{fuzz::builtins().ops, Semantics::Exact, "fuzz.json"};
    const auto loaded = format->read(text, context);
    if (!loaded) {
        return 0;
    }
    for (const PassSpec &pass : fuzz::builtins().passes.all()) {
        for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
            const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}, {pass.name}};
            const PassEnvironment environment{
                fuzz::builtins().passes, fuzz::builtins().ops, {}, semantics};
            const PassRun run = runPasses(loaded->graph, passes, environment);
            Diagnostics ignored;
            [[maybe_unused]] const auto saved = format->write(run.graph, context, ignored);
        }
    }
    return 0;
}

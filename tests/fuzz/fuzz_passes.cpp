// SPDX-License-Identifier: Apache-2.0
// Reads any bytes as NNVM's JSON and runs what opens through every pass that is there.
#include "core/builtins.h"
#include "core/passes/pass_manager.h"

#include <cstdint>

using namespace nervure;

namespace {

const Builtins &builtins()
{
    static const Builtins all = makeBuiltins();
    return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const FormatSpec &format = *builtins().formats.find("nnvm");
    const FormatContext context{builtins().ops, Semantics::Exact, "fuzz.json"};
    const auto loaded = format.read({reinterpret_cast<const char *>(data), size}, context);
    if (!loaded) {
        return 0;
    }
    for (const PassSpec &pass : builtins().passes.all()) {
        for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
            const std::vector<PassRequest> passes{{"InferShape"}, {"InferType"}, {pass.name}};
            const PassEnvironment environment{builtins().passes, builtins().ops, {}, semantics};
            const PassRun run = runPasses(loaded->graph, passes, environment);
            Diagnostics ignored;
            [[maybe_unused]] const auto text = format.write(run.graph, context, ignored);
        }
    }
    return 0;
}

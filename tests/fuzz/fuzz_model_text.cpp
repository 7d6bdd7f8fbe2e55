// SPDX-License-Identifier: Apache-2.0
// Feeds any bytes to the readers of NNVM's and LightNet's JSON and writes back what opens.
#include "core/builtins.h"
#include "core/formats/open_model.h"

#include <cstdlib>

using namespace nervure;

namespace {

const Builtins &builtins()
{
    static const Builtins all = makeBuiltins();
    return all;
}

void tryFormat(const FormatSpec &format, std::string_view text)
{
    const FormatContext context{builtins().ops, Semantics::Exact, "fuzz.json"};
    const auto loaded = format.read(text, context);
    if (!loaded) {
        return;
    }
    Diagnostics diagnostics;
    [[maybe_unused]] const auto canonical = format.write(loaded->graph, context, diagnostics);
    const auto kept = format.writePreserving(loaded->graph, text, context, diagnostics);
    if (!kept || *kept != text) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    tryFormat(*builtins().formats.find("nnvm"), text);
    tryFormat(*builtins().formats.find("tvm"), text);
    tryFormat(*builtins().formats.find("lightnet"), text);
    return 0;
}

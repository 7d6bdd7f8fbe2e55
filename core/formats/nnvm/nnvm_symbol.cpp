// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include "core/formats/nnvm/nnvm_text.h"

namespace nervure {

void registerNnvmSymbol(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "nnvm-symbol";
    spec.title = "NNVM symbol text";
    spec.family = "nnvm";
    spec.extensions = {"symbol"};
    spec.write = [](const Graph &graph, const FormatContext &context,
                    Diagnostics &) -> Result<std::string> {
        return nnvmSymbolText(graph, context.ops);
    };
    formats.add(std::move(spec));
}

} // namespace nervure

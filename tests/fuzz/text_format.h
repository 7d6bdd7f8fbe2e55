// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include "core_formats_builtins.h"
#include "core_ops_builtins.h"

#include <cstdlib>

namespace nervure::fuzz {

/// What loaders know; the passes are left out, which take as long to build as all the rest.
struct Loaders {
    Loaders()
    {
        registerBuiltinOperators(ops);
        registerBuiltinFormats(formats);
    }
    OpRegistry ops;
    FormatRegistry formats;
};

inline const Loaders &loaders()
{
    static const Loaders all;
    return all;
}

/// What must hold for every text a format opens: it saves to its own bytes when nothing was
/// changed, and what its writer writes opens again (LightNet itself cannot read all that it writes).
inline void tryTextFormat(const char *name, std::string_view text)
{
    const FormatSpec &format = *loaders().formats.find(name);
    const FormatContext fixed{loaders().ops, Semantics::Fixed, "fuzz.json"};
    for (const Semantics semantics : {Semantics::Exact, Semantics::Fixed}) {
        const FormatContext context{loaders().ops, semantics, "fuzz.json"};
        const auto loaded = format.read(text, context);
        if (!loaded) {
            continue;
        }
        Diagnostics diagnostics;
        if (format.writePreserving) {
            const auto kept = format.writePreserving(loaded->graph, text, context, diagnostics);
            if (!kept || *kept != text) {
                std::abort();
            }
        }
        const auto written = format.write ? format.write(loaded->graph, context, diagnostics)
                                          : Result<std::string>(Diagnostic());
        if (written && !format.read(*written, fixed)) {
            std::abort();
        }
    }
}

} // namespace nervure::fuzz

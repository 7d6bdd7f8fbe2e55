// SPDX-License-Identifier: Apache-2.0
#include "core/formats/original_check.h"

#include <algorithm>

namespace nervure {

bool hasOriginal(const FormatSpec &format)
{
    return format.read && (format.name == "nnvm" || format.name == "lightnet");
}

std::optional<Diagnostic> refusalOfOriginal(std::string_view text, const FormatSpec &format,
                                            const OpRegistry &ops)
{
    if (!hasOriginal(format)) {
        return std::nullopt;
    }
    // In exact semantics an error is what the original stops at.
    const auto loaded = format.read(text, {ops, Semantics::Exact, {}});
    std::string reason = loaded ? "" : loaded.error().message;
    Location where = loaded ? Location() : loaded.error().where;
    if (loaded) {
        const auto &found = loaded->diagnostics;
        const auto error = std::find_if(found.begin(), found.end(), [](const Diagnostic &finding) {
            // Operators that nobody knows are welcome here, and nowhere else.
            return finding.severity == Severity::Error || finding.code == "op-unknown";
        });
        if (error == found.end()) {
            return std::nullopt;
        }
        reason = error->message;
        where = error->where;
    }
    const std::string original = format.family == "lightnet" ? "LightNet" : "NNVM";
    Diagnostic refusal = makeWarningAt(where.node, "original-refuses",
                                       "{} would refuse the file: {}", original, reason);
    refusal.where.owners = where.owners;
    return refusal;
}

} // namespace nervure

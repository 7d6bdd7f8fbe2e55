// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"

#include <optional>
#include <string_view>

namespace nervure {

/// Whether documents of that format are read by a program that may refuse them: NNVM or LightNet.
[[nodiscard]] bool hasOriginal(const FormatSpec &format);

/// Saving always works. Where NNVM or LightNet would refuse what was saved, this is a warning that says
/// so and why (code "original-refuses"); nothing where they take it, and for other formats.
[[nodiscard]] std::optional<Diagnostic> refusalOfOriginal(std::string_view text,
                                                          const FormatSpec &format,
                                                          const OpRegistry &ops);

} // namespace nervure

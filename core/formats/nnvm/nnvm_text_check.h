// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/format_spec.h"
#include "core/formats/json_report.h"

#include <string_view>

namespace nervure {

/// Reports what is odd about the text itself and what NNVM would see differently: a byte order mark,
/// illegal bytes, escapes that NNVM refuses, text after the document (an error in fixed semantics).
void checkNnvmText(std::string_view text, const JsonTree &tree, const FormatContext &context,
                   JsonReport &report);

} // namespace nervure

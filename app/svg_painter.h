// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <QString>

#include <filesystem>
#include <string_view>

class QByteArray;

namespace nervure {

/// Writes an SVG text as a picture file; `format` is "png" (two pixels for one, as far as 16384
/// pixels a side allow) or "pdf" (one page of the picture's size). Needs a QGuiApplication.
[[nodiscard]] Status paintSvg(std::string_view svg, const QString &file, std::string_view format);

/// The same for programs without a window: makes a QGuiApplication that needs no display if there
/// is none yet.
[[nodiscard]] Status paintSvgHeadless(std::string_view svg, const std::filesystem::path &file,
                                      std::string_view format);

} // namespace nervure

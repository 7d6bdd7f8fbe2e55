// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

namespace nervure {

/// How well `typed` fits `text`: all its letters come in `text` in this order, in any case. Larger is
/// better: letters that begin words and letters that follow each other count more, long texts less.
/// Nothing when it does not fit; 0 for nothing typed.
[[nodiscard]] std::optional<int> fuzzyMatch(const QString &typed, const QString &text);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nervure {

// What Python 3.7 makes of the texts of attributes, for importers that were written in it. Errors have
// the exception's class as code and its text as message.

/// str.strip(): without blanks on either side.
[[nodiscard]] std::string_view pythonStrip(std::string_view text);

/// str.strip(characters): without any of these on either side.
[[nodiscard]] std::string_view pythonStrip(std::string_view text, std::string_view characters);

/// str(int(text)): the number in its plain form, however long. ValueError.
[[nodiscard]] Result<std::string> pythonInt(std::string_view text);

/// float(text). ValueError.
[[nodiscard]] Result<double> pythonFloat(std::string_view text);

/// str(int(value)). ValueError, OverflowError.
[[nodiscard]] Result<std::string> pythonTruncated(double value);

/// repr(value) of a float: the shortest digits, "1e-05", "0.25", "100.0".
[[nodiscard]] std::string pythonRepr(double value);

/// repr(text) of a string, with Python's choice of quotes.
[[nodiscard]] std::string pythonRepr(std::string_view text);

/// repr(text) of bytes: b'same'.
[[nodiscard]] std::string pythonBytes(std::string_view text);

/// str(value) of a bool.
[[nodiscard]] std::string pythonBool(bool value);

/// str() of a list and of a tuple of these.
[[nodiscard]] std::string pythonList(const std::vector<std::string> &items);
[[nodiscard]] std::string pythonTuple(const std::vector<std::string> &items);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <string>
#include <string_view>

namespace nervure {

/// The value of an arithmetic expression of Perl: numbers, + - * / % **, comparisons, && || !, a ?
/// b : c, parentheses, int(), abs() and sqrt(). Division gives fractions; % is about integers and
/// takes the sign of its right side. Fails with a message on anything else.
[[nodiscard]] Result<double> perlValue(std::string_view expression);

/// A number as Perl prints it: 15 significant digits at most.
[[nodiscard]] std::string perlNumberText(double value);

} // namespace nervure

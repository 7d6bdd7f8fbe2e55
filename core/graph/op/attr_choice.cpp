// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_choice.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

Status checkChoice(const std::vector<std::string> &choices, std::string_view text)
{
    if (choices.empty() || std::find(choices.begin(), choices.end(), text) != choices.end()) {
        return {};
    }
    return makeError("attr-invalid", "expected one of {}", join(choices, ", "));
}

} // namespace nervure

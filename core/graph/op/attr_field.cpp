// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_field.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

Status checkLimits(const AttrDecl &decl, double value)
{
    if (decl.minimum && !(value >= *decl.minimum)) {
        return makeError("attr-invalid", "expected at least {}", formatNumber(*decl.minimum));
    }
    if (decl.maximum && !(value <= *decl.maximum)) {
        return makeError("attr-invalid", "expected at most {}", formatNumber(*decl.maximum));
    }
    return {};
}

Status checkChoice(const AttrDecl &decl, const std::string &value)
{
    if (decl.choices.empty()
        || std::find(decl.choices.begin(), decl.choices.end(), value) != decl.choices.end()) {
        return {};
    }
    return makeError("attr-invalid", "expected one of {}", join(decl.choices, ", "));
}

} // namespace nervure

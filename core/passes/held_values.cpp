// SPDX-License-Identifier: Apache-2.0
#include "core/passes/held_values.h"

#include "core/support/text.h"

#include <utility>

namespace nervure {

Status addHeldValues(const HeldValues &held, TensorMap &values)
{
    TensorMap more;
    for (const auto &[name, value] : held) {
        const auto stored = value.elements ? values.end() : values.find(value.stored);
        if (!value.elements && stored == values.end()) {
            return makeErrorAt(value.stored, "value-not-read",
                               "the model holds the value {}, which was not read from its file",
                               quoted(value.stored));
        }
        more.insert_or_assign(name, value.elements ? *value.elements : stored->second);
    }
    for (auto &[name, tensor] : more) {
        values.insert_or_assign(name, std::move(tensor));
    }
    return {};
}

} // namespace nervure

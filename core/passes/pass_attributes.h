// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_spec.h"

#include <string>
#include <vector>

namespace nervure {

/// A graph attribute with one value for each entry of the pass's snapshot; fails when there is none that
/// is over it.
template <typename T>
[[nodiscard]] Result<const std::vector<T> *> entryAttribute(const PassContext &context,
                                                            EntryKey<T> key,
                                                            const std::string &pass)
{
    const auto *values = context.analyses.find(key, context.index);
    if (!values) {
        return makeError("pass-needs", "pass {} needs the graph attribute {} of every entry", pass,
                         key.name);
    }
    return values;
}

} // namespace nervure

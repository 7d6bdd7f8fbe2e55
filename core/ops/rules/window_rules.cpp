// SPDX-License-Identifier: Apache-2.0
#include "core/ops/rules/window_rules.h"

#include <algorithm>

namespace nervure {

Status checkWindowTuple(const WindowTuple &tuple, Semantics semantics)
{
    const std::size_t count = tuple.numbers->size();
    const bool mayBeMore = !tuple.isCounted && semantics == Semantics::Exact;
    if (count < 2 || (count > 2 && !mayBeMore)) {
        return makeError("attr-invalid", "{} has {} numbers, expected 2", tuple.name, count);
    }
    for (const std::int64_t number : *tuple.numbers) {
        constexpr std::int64_t most = std::int64_t{1} << 31;
        if (number > most || number < -most) {
            return makeError("attr-invalid", "{} holds {}, expected numbers within 2^31",
                             tuple.name, number);
        }
    }
    return {};
}

Status checkExtents(const Shape &shape)
{
    constexpr std::int64_t most = std::int64_t{1} << 40;
    const bool fits = std::all_of(shape.begin(), shape.end(), [](std::int64_t size) {
        return size >= unknownSize && size <= most;
    });
    return fits ? Status()
                : Status(makeError("infer-shape",
                                   "input 0 has shape {}, expected sizes from 0 to 2^40",
                                   shapeText(shape)));
}

} // namespace nervure

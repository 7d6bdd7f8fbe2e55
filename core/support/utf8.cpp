// SPDX-License-Identifier: Apache-2.0
#include "core/support/utf8.h"

#include <algorithm>

namespace nervure {

namespace {

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

} // namespace

std::size_t utf8Length(std::string_view text)
{
    if (text.empty()) {
        return 0;
    }
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) {
        return 1;
    }
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length
        || !std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length),
                        isContinuation)) {
        return 0;
    }
    const auto second = static_cast<unsigned char>(text[1]);
    const bool isOverlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool isSurrogate = lead == 0xED && second > 0x9F;
    const bool isBeyond = lead == 0xF4 && second > 0x8F;
    return isOverlong || isSurrogate || isBeyond ? 0 : length;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lightnet/lightnet_comments.h"

#include <algorithm>

namespace nervure {

BlankedComments blankLightNetComments(std::string_view text)
{
    BlankedComments result{std::string(text)};
    std::string &blanked = result.text;
    const auto blankUntil = [&blanked](std::size_t from, std::size_t to) {
        for (std::size_t at = from; at < std::min(to, blanked.size()); ++at) {
            blanked[at] = blanked[at] == '\n' ? '\n' : ' ';
        }
        return to;
    };
    // What find() does not find is behind the end.
    const auto behind = [](std::size_t found, std::size_t size) {
        return found == std::string_view::npos ? found : found + size;
    };
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '"') {
            at = behind(text.find('"', at + 1), 1);
        } else if (text.substr(at, 2) == "//") {
            at = blankUntil(at, text.find('\n', at));
        } else if (text.substr(at, 2) == "/*") {
            const std::size_t end = behind(text.find("*/", at + 2), 2);
            result.openAt = end == std::string_view::npos ? std::optional(at) : std::nullopt;
            at = blankUntil(at, end);
        } else {
            ++at;
        }
    }
    return result;
}

} // namespace nervure

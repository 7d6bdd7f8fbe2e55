// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace nervure {

/// True if a text is the configuration of a model: an object that begins with one of its members and has a class
/// and, in its config, layers. Looks no further than where these stand.
[[nodiscard]] bool isKerasJson(std::string_view text);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/support/utc_time.h"

#include <array>
#include <ctime>

namespace nervure {

namespace {
constexpr const char *form = "%Y-%m-%dT%H:%M:%SZ";
} // namespace

std::string utcTimeText()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), form, &parts);
    return text.data();
}

std::optional<std::int64_t> secondsSince(const std::string &time)
{
    std::tm parts{};
    const char *end = strptime(time.c_str(), form, &parts);
    if (end == nullptr || *end != '\0') {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(std::time(nullptr)) - timegm(&parts);
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/lightnet_names.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

std::string lightNetName(std::string_view wanted)
{
    constexpr std::size_t mostBytes = 400; // weight files hold 511, and a number may follow
    std::string name(wanted.substr(0, mostBytes));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !isLetter(c) && !isDigit(c); }, '_');
    return name.empty() || isDigit(name.front()) ? "_" + name : name;
}

std::string LightNetNames::take(std::string_view wanted)
{
    const std::string base = lightNetName(wanted);
    std::string name = base;
    while (!m_taken.insert(name).second) {
        name = fmt::format("{}_{}", base, ++m_counts[base]);
    }
    return name;
}

} // namespace nervure

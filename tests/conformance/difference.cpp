// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/difference.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace nervure::conformance {

namespace {

using Json = nlohmann::json;

constexpr std::size_t shownBytes = 160;

std::string foundExpected(const std::string &path, const std::string &found,
                          const std::string &expected)
{
    return (path.empty() ? "" : "at " + path + ": ") + "found " + found + ", expected " + expected;
}

/// Appends the difference at or below `path`; whether there is one.
bool findDifference(const Json &found, const Json &expected, std::string &path, std::string &text);

bool arraysDiffer(const Json &found, const Json &expected, std::string &path, std::string &text)
{
    const std::size_t common = std::min(found.size(), expected.size());
    const std::size_t length = path.size();
    for (std::size_t i = 0; i < common; ++i) {
        path += "/" + std::to_string(i);
        if (findDifference(found[i], expected[i], path, text)) {
            return true;
        }
        path.resize(length);
    }
    if (found.size() == expected.size()) {
        return false;
    }
    path += "/" + std::to_string(common);
    text = foundExpected(path, found.size() > common ? shortened(found[common]) : "nothing",
                         expected.size() > common ? shortened(expected[common]) : "nothing");
    return true;
}

bool objectsDiffer(const Json &found, const Json &expected, std::string &path, std::string &text)
{
    const std::size_t length = path.size();
    for (const auto &[key, value] : expected.items()) {
        path += "/" + key;
        if (!found.contains(key)) {
            text = foundExpected(path, "nothing", shortened(value));
            return true;
        }
        if (findDifference(found[key], value, path, text)) {
            return true;
        }
        path.resize(length);
    }
    for (const auto &[key, value] : found.items()) {
        if (!expected.contains(key)) {
            text = foundExpected(path + "/" + key, shortened(value), "nothing");
            return true;
        }
    }
    return false;
}

bool findDifference(const Json &found, const Json &expected, std::string &path, std::string &text)
{
    if (found.is_array() && expected.is_array()) {
        return arraysDiffer(found, expected, path, text);
    }
    if (found.is_object() && expected.is_object()) {
        return objectsDiffer(found, expected, path, text);
    }
    if (found == expected) {
        return false;
    }
    text = foundExpected(path, shortened(found), shortened(expected));
    return true;
}

} // namespace

std::string shortened(const Json &value)
{
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > shownBytes) {
        text.resize(shownBytes);
        text += "...";
    }
    return text;
}

std::string firstDifference(const Json &found, const Json &expected)
{
    std::string path;
    std::string text;
    findDifference(found, expected, path, text);
    return text;
}

std::string firstTextDifference(const std::string &found, const std::string &expected)
{
    if (found == expected) {
        return {};
    }
    const auto parted = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
    const auto offset = static_cast<std::size_t>(parted.first - found.begin());
    const auto line = 1 + std::count(found.begin(), parted.first, '\n');
    const std::size_t start = offset < 30 ? 0 : offset - 30;
    return "line " + std::to_string(line) + ": found " + shortened(Json(found.substr(start, 80)))
           + ", expected " + shortened(Json(expected.substr(start, 80)));
}

std::string firstSetDifference(std::vector<std::string> found, std::vector<std::string> expected)
{
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    std::vector<std::string> missing;
    std::vector<std::string> extra;
    std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                        std::back_inserter(missing));
    std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(),
                        std::back_inserter(extra));
    if (missing.empty() && extra.empty()) {
        return {};
    }
    return foundExpected("", extra.empty() ? "nothing" : shortened(Json(extra.front())),
                         missing.empty() ? "nothing" : shortened(Json(missing.front())));
}

double numberOf(const Json &value)
{
    if (value.is_string()) {
        return std::strtod(value.get<std::string>().c_str(), nullptr);
    }
    return value.is_boolean() ? static_cast<double>(value.get<bool>()) : value.get<double>();
}

} // namespace nervure::conformance

// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace nervure::conformance {

namespace {

using Json = nlohmann::json;

constexpr std::size_t shownBytes = 160;

std::string shortened(const Json &value)
{
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > shownBytes) {
        text.resize(shownBytes);
        text += "...";
    }
    return text;
}

std::size_t sum(const std::map<std::string, std::size_t> &counts)
{
    std::size_t total = 0;
    for (const auto &[reason, count] : counts) {
        total += count;
    }
    return total;
}

} // namespace

Report::Section &Report::section(const std::string &name)
{
    const auto it = std::find_if(m_sections.begin(), m_sections.end(),
                                 [&name](const Section &s) { return s.name == name; });
    if (it != m_sections.end()) {
        return *it;
    }
    return m_sections.emplace_back(Section{name, 0, 0, {}});
}

void Report::pass(const std::string &name)
{
    ++section(name).passed;
}

void Report::check(const std::string &name, const std::string &what, const std::string &difference)
{
    if (difference.empty()) {
        pass(name);
        return;
    }
    ++section(name).failed;
    m_failures.push_back({name, what, difference});
}

void Report::skip(const std::string &name, const std::string &reason)
{
    ++section(name).skipped[reason];
}

std::size_t Report::checks() const
{
    std::size_t total = 0;
    for (const Section &s : m_sections) {
        total += s.passed + s.failed;
    }
    return total;
}

void Report::print(std::ostream &out) const
{
    for (const Failure &failure : m_failures) {
        out << "FAIL " << failure.section << " " << failure.name << ": " << failure.difference
            << "\n";
    }
    std::map<std::string, std::size_t> reasons;
    for (const Section &s : m_sections) {
        std::string name = s.name;
        name.resize(std::max<std::size_t>(name.size(), 26), ' ');
        out << name << " passed " << s.passed << "  failed " << s.failed << "  skipped "
            << sum(s.skipped) << "\n";
        for (const auto &[reason, count] : s.skipped) {
            reasons[reason] += count;
        }
    }
    for (const auto &[reason, count] : reasons) {
        out << "skipped " << count << ": " << reason << "\n";
    }
    out << checks() << " checks, " << m_failures.size() << " failed\n";
}

Json Report::toJson() const
{
    Json json{{"sections", Json::array()}, {"failures", Json::array()}};
    for (const Section &s : m_sections) {
        json["sections"].push_back({{"name", s.name},
                                    {"passed", s.passed},
                                    {"failed", s.failed},
                                    {"skipped", sum(s.skipped)},
                                    {"reasons", s.skipped}});
    }
    for (const Failure &failure : m_failures) {
        json["failures"].push_back({{"section", failure.section},
                                    {"case", failure.name},
                                    {"difference", failure.difference}});
    }
    json["checks"] = checks();
    return json;
}

std::string firstDifference(const Json &found, const Json &expected)
{
    if (found == expected) {
        return {};
    }
    const Json patch = Json::diff(found, expected);
    const std::string path = patch.empty() ? "" : patch[0].value("path", "");
    const auto at = [&path](const Json &value) {
        const Json::json_pointer pointer(path);
        return value.contains(pointer) ? shortened(value.at(pointer)) : std::string("nothing");
    };
    return (path.empty() ? "" : "at " + path + ": ") + "found " + at(found) + ", expected "
           + at(expected);
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

} // namespace nervure::conformance

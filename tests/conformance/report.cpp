// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <iomanip>
#include <ostream>

namespace nervure::conformance {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// The text on one line.
std::string oneLine(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::replace(text.begin(), text.end(), '\r', ' ');
    return text;
}

void printLine(std::ostream &out, const char *word, const Check &check)
{
    out << word << " " << oneLine(check.file) << ": " << check.section << ": "
        << oneLine(check.finding.text) << "\n";
}

OrderedJson jsonOf(const Check &check, const char *word)
{
    return {{"file", check.file}, {"section", check.section}, {word, check.finding.text}};
}

} // namespace

Finding agrees(std::size_t excused)
{
    return {Finding::Kind::Agrees, {}, excused};
}

Finding differs(std::string difference)
{
    return {Finding::Kind::Differs, std::move(difference), 0};
}

Finding skipped(std::string reason)
{
    return {Finding::Kind::Skipped, std::move(reason), 0};
}

Finding findingOf(std::string difference)
{
    return difference.empty() ? agrees() : differs(std::move(difference));
}

void FileReport::add(const std::string &section, Finding finding)
{
    if (wants(section)) {
        m_checks.push_back({m_file, section, std::move(finding)});
    }
}

void FileReport::fail(const std::string &what, std::string difference)
{
    m_checks.push_back({m_file, what, differs(std::move(difference))});
}

void FileReport::check(const std::string &section, const std::function<Finding()> &check)
{
    if (!wants(section)) {
        return;
    }
    try {
        add(section, check());
    } catch (const std::exception &error) {
        add(section, differs(std::string("the check cannot be made: ") + error.what()));
    }
}

void Summary::add(const FileReport &report)
{
    m_checks.insert(m_checks.end(), report.checks().begin(), report.checks().end());
}

std::size_t Summary::count(Finding::Kind kind) const
{
    return static_cast<std::size_t>(
        std::count_if(m_checks.begin(), m_checks.end(),
                      [kind](const Check &check) { return check.finding.kind == kind; }));
}

std::map<std::string, Summary::Count> Summary::sections() const
{
    std::map<std::string, Count> sections;
    for (const Check &check : m_checks) {
        Count &count = sections[check.section];
        count.passed += check.finding.kind == Finding::Kind::Agrees ? 1 : 0;
        count.failed += check.finding.kind == Finding::Kind::Differs ? 1 : 0;
        count.skipped += check.finding.kind == Finding::Kind::Skipped ? 1 : 0;
        count.excused += check.finding.excused;
    }
    return sections;
}

void Summary::print(std::ostream &out) const
{
    for (const Check &check : m_checks) {
        if (check.finding.kind == Finding::Kind::Differs) {
            printLine(out, "FAIL", check);
        }
    }
    for (const Check &check : m_checks) {
        if (check.finding.kind == Finding::Kind::Skipped) {
            printLine(out, "SKIP", check);
        }
    }
    for (const auto &[name, count] : sections()) {
        out << std::left << std::setw(32) << name << std::right << std::setw(6) << count.passed
            << " passed" << std::setw(6) << count.failed << " failed" << std::setw(6)
            << count.skipped << " skipped";
        if (count.excused > 0) {
            out << "; " << count.excused << " elements excused";
        }
        out << "\n";
    }
    out << count(Finding::Kind::Agrees) << " passed, " << count(Finding::Kind::Differs)
        << " failed, " << count(Finding::Kind::Skipped) << " skipped\n";
}

OrderedJson Summary::toJson() const
{
    OrderedJson json{
        {"passed", count(Finding::Kind::Agrees)},   {"failed", count(Finding::Kind::Differs)},
        {"skipped", count(Finding::Kind::Skipped)}, {"sections", OrderedJson::array()},
        {"failures", OrderedJson::array()},         {"skips", OrderedJson::array()}};
    for (const auto &[name, count] : sections()) {
        json["sections"].push_back({{"section", name},
                                    {"passed", count.passed},
                                    {"failed", count.failed},
                                    {"skipped", count.skipped},
                                    {"excused", count.excused}});
    }
    for (const Check &check : m_checks) {
        if (check.finding.kind == Finding::Kind::Differs) {
            json["failures"].push_back(jsonOf(check, "difference"));
        } else if (check.finding.kind == Finding::Kind::Skipped) {
            json["skips"].push_back(jsonOf(check, "reason"));
        }
    }
    return json;
}

} // namespace nervure::conformance

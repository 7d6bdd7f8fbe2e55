// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/lightnet_oracle.h"

#include <regex>

namespace nervure::conformance {

using Json = nlohmann::json;

LightNetOracle::LightNetOracle(const Json &record)
    : m_record(record),
      m_driver(record.value("driver", Json::object())),
      m_front(m_driver.contains("parsed") ? "parsed" : "compiled")
{}

bool LightNetOracle::isExpanderSkipped() const
{
    return m_record.value("driver_mode", "") == "expander_skipped";
}

bool LightNetOracle::isRun() const
{
    return m_record.at("cli").at("exit_status") == 0;
}

std::string LightNetOracle::complaint() const
{
    const Json lines = m_record.value("stderr_first_lines", Json::array());
    if (!lines.empty()) {
        return lines.front().get<std::string>();
    }
    return m_record.value("cli", Json::object()).value("stderr", "");
}

Json LightNetOracle::parsed(const char *table) const
{
    return rows(m_driver.at(m_front), table);
}

Json LightNetOracle::compiled(const char *table) const
{
    return rows(m_driver.at("compiled"), table);
}

/// Compact records name the columns once and have lists for rows.
Json LightNetOracle::rows(const Json &stage, const char *table) const
{
    Json rows = Json::array();
    for (const Json &row : stage.at(table)) {
        if (row.is_object()) {
            rows.push_back(row);
            continue;
        }
        const Json &columns = m_driver.at("columns").at(table);
        Json named;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            named[columns[i].get<std::string>()] = row.at(i);
        }
        rows.push_back(std::move(named));
    }
    return rows;
}

std::string operatorIn(const std::string &complaint)
{
    // "op slice1's axis param …", "slice: `slice1` needs …", "create1(create) should satisfy: …"
    static const std::regex forms("\\bop (\\S+?)'s |\\bop (\\S+) doesn't|^error: \\S+: `([^`]*)`"
                                  "|^error: (\\S+?)\\(\\S+\\) should");
    std::smatch match;
    if (!std::regex_search(complaint, match, forms)) {
        return {};
    }
    for (std::size_t i = 1; i < match.size(); ++i) {
        if (match[i].matched) {
            return match[i].str();
        }
    }
    return {};
}

} // namespace nervure::conformance

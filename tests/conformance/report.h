// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace nervure::conformance {

/// Counts what passed, failed and was skipped, by section, and keeps what differed.
class Report {
public:
    void pass(const std::string &section);
    /// `difference` says what was found and what was expected; nothing means that all is equal.
    void check(const std::string &section, const std::string &name, const std::string &difference);
    void skip(const std::string &section, const std::string &reason);

    [[nodiscard]] std::size_t failures() const { return m_failures.size(); }
    [[nodiscard]] std::size_t checks() const;
    void print(std::ostream &out) const;
    [[nodiscard]] nlohmann::json toJson() const;

private:
    struct Section {
        std::string name;
        std::size_t passed = 0;
        std::size_t failed = 0;
        std::map<std::string, std::size_t> skipped; ///< by reason
    };
    struct Failure {
        std::string section;
        std::string name;
        std::string difference;
    };

    Section &section(const std::string &name);

    std::vector<Section> m_sections;
    std::vector<Failure> m_failures;
};

/// The first place where two JSON values differ, as "at /path: found X, expected Y"; nothing when
/// they are equal.
[[nodiscard]] std::string firstDifference(const nlohmann::json &found,
                                          const nlohmann::json &expected);

/// The same for texts: the first line that differs.
[[nodiscard]] std::string firstTextDifference(const std::string &found,
                                              const std::string &expected);

} // namespace nervure::conformance

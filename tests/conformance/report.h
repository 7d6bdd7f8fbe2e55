// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace nervure::conformance {

/// What one check found: agreement, the first difference, or the reason why it cannot be made.
struct Finding {
    enum class Kind { Agrees, Differs, Skipped };

    Kind kind = Kind::Agrees;
    std::string text;        ///< the difference or the reason
    std::size_t excused = 0; ///< elements that differ but lie within tolerance of a tie
};

[[nodiscard]] Finding agrees(std::size_t excused = 0);
[[nodiscard]] Finding differs(std::string difference);
[[nodiscard]] Finding skipped(std::string reason);
/// agrees() if there is no difference, else differs().
[[nodiscard]] Finding findingOf(std::string difference);

/// One check: a section of a file.
struct Check {
    std::string file;
    std::string section;
    Finding finding;
};

/// The checks of one file, in order. Used by one thread.
class FileReport {
public:
    /// With `sections` only those are checked; what is said of the file as a whole always counts.
    explicit FileReport(std::string file, std::set<std::string> sections = {})
        : m_file(std::move(file)),
          m_sections(std::move(sections))
    {}

    void add(const std::string &section, Finding finding);
    /// A failure of the file as a whole: it cannot be read, or takes too long.
    void fail(const std::string &what, std::string difference);
    /// Adds what `check` finds. An exception (an oracle that is not what it should be) differs.
    void check(const std::string &section, const std::function<Finding()> &check);

    [[nodiscard]] const std::string &file() const { return m_file; }
    [[nodiscard]] const std::vector<Check> &checks() const { return m_checks; }

private:
    [[nodiscard]] bool wants(const std::string &section) const
    {
        return m_sections.empty() || m_sections.count(section) != 0;
    }

    std::string m_file;
    std::set<std::string> m_sections;
    std::vector<Check> m_checks;
};

/// The checks of all files.
class Summary {
public:
    void add(const FileReport &report);

    [[nodiscard]] std::size_t count(Finding::Kind kind) const;
    [[nodiscard]] bool isEmpty() const { return m_checks.empty(); }
    /// One line a failure, one line a skip, a table of the sections; the last line is
    /// "N passed, M failed, K skipped".
    void print(std::ostream &out) const;
    [[nodiscard]] nlohmann::ordered_json toJson() const;

private:
    struct Count {
        std::size_t passed = 0;
        std::size_t failed = 0;
        std::size_t skipped = 0;
        std::size_t excused = 0;
    };
    [[nodiscard]] std::map<std::string, Count> sections() const;

    std::vector<Check> m_checks;
};

} // namespace nervure::conformance

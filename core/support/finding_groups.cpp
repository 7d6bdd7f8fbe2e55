// SPDX-License-Identifier: Apache-2.0
#include "core/support/finding_groups.h"

#include "core/support/text.h"

#include <fmt/format.h>
#include <unordered_map>

namespace nervure {

namespace {

/// What stands for a name, so that it counts where in the message the name is.
constexpr std::string_view anyName = "\x1a";

/// The name that messages of one cause differ in, as they write it; empty: there is none.
std::string ownName(const Location &where)
{
    const std::string &own = where.node.empty() ? where.attribute : where.node;
    return own.empty() ? own : quoted(own);
}

} // namespace

std::string causeOf(const Diagnostic &finding)
{
    const Location &where = finding.where;
    std::string cause(severityName(finding.severity));
    cause += '\n' + finding.code + '\n' + (where.node.empty() ? std::string() : where.attribute);
    return cause + '\n' + replaced(finding.message, ownName(where), anyName);
}

std::string commonMessage(const Diagnostic &finding)
{
    const std::string name = ownName(finding.where);
    if (name.empty()) {
        return finding.message;
    }
    std::string text = replaced(finding.message, "node " + name + ": ", {});
    text = replaced(std::move(text), ' ' + name, {});
    return replaced(std::move(text), name, {});
}

std::vector<FindingGroup> groupFindings(const Diagnostics &findings)
{
    std::vector<FindingGroup> groups;
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const auto [it, isNew] = known.emplace(causeOf(findings[i]), groups.size());
        if (isNew) {
            groups.emplace_back();
        }
        groups[it->second].members.push_back(i);
        groups[it->second].count += findings[i].count();
    }
    return groups;
}

std::string countedMessage(const Diagnostic &finding, std::size_t count)
{
    return count < 2 ? finding.message
                     : fmt::format("{}; {} times, first here", finding.message, count);
}

} // namespace nervure

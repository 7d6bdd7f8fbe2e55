// SPDX-License-Identifier: Apache-2.0
#include "core/support/finding_groups.h"

#include "core/support/text.h"

#include <fmt/format.h>
#include <unordered_map>

namespace nervure {

std::string causeOf(const Diagnostic &finding)
{
    const Location &where = finding.where;
    std::string message = finding.message;
    const std::string &own = where.node.empty() ? where.attribute : where.node;
    if (!own.empty()) {
        const std::string name = quoted(own);
        for (std::size_t at = message.find(name); at != std::string::npos;
             at = message.find(name, at)) {
            message.erase(at, name.size());
        }
    }
    std::string cause(severityName(finding.severity));
    cause += '\n' + finding.code + '\n' + (where.node.empty() ? std::string() : where.attribute);
    return cause + '\n' + message;
}

std::vector<FindingGroup> groupFindings(const Diagnostics &findings)
{
    std::vector<FindingGroup> groups;
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const auto [it, isNew] = known.emplace(causeOf(findings[i]), groups.size());
        if (isNew) {
            groups.push_back({i, 0});
        }
        ++groups[it->second].count;
    }
    return groups;
}

std::string countedMessage(const Diagnostic &finding, std::size_t count)
{
    return count < 2 ? finding.message
                     : fmt::format("{}; {} times, first here", finding.message, count);
}

} // namespace nervure

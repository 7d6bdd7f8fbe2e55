// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/id.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nervure {

/// What a pass says of nodes that it looked at and left as they are: the condition that failed, with its
/// values ("2 inputs read its data, expected 1"). Passes tell it while they decide, so that it is never another
/// opinion than theirs. Nothing is written down unless somebody asks.
class KeptNodes {
public:
    explicit KeptNodes(bool isAsked = false) : m_isAsked(isAsked) {}

    /// `node` is one of the graph before the pass. Told of several conditions, it has several reasons.
    template <typename... Args>
    void tell(NodeId node, fmt::format_string<const Args &...> reason, const Args &...args)
    {
        if (!m_isAsked) {
            return;
        }
        std::string text = fmt::format(reason, args...);
        std::vector<std::string> &reasons = m_reasons[node];
        if (std::find(reasons.begin(), reasons.end(), text) == reasons.end()) {
            reasons.push_back(std::move(text));
        }
    }
    /// The node did not stay after all.
    void forget(NodeId node) { m_reasons.erase(node); }

    [[nodiscard]] bool isAsked() const { return m_isAsked; }
    /// Why the node is as it was; empty where the pass said nothing.
    [[nodiscard]] std::span<const std::string> reasonsOf(NodeId node) const
    {
        const auto it = m_reasons.find(node);
        return it == m_reasons.end() ? std::span<const std::string>() : std::span(it->second);
    }

private:
    bool m_isAsked;
    std::unordered_map<NodeId, std::vector<std::string>> m_reasons;
};

} // namespace nervure

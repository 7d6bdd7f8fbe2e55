// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/diagnostic.h"
#include "core/support/json/json_tree.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Finds elements of arrays by position. One array after the other is cheap.
class ElementPlaces {
public:
    /// The index of the element, or of the array itself when it is shorter.
    [[nodiscard]] std::uint32_t of(const JsonValue &array, std::size_t position);

private:
    std::optional<std::uint32_t> m_array;
    std::vector<std::uint32_t> m_elements;
};

/// Collects what a reader of a JSON format notices, by value; the lines and columns are looked up
/// once, at the end, since most files give nothing to report.
class JsonReport {
public:
    JsonReport(std::string fileName, std::string_view text, bool comments)
        : m_fileName(std::move(fileName)),
          m_text(text),
          m_comments(comments)
    {}

    enum class At { Value, Key };

    /// What is noticed from here on is inside what that node holds, until leave().
    void enter(std::string owner) { m_owners.push_back(std::move(owner)); }
    void leave() { m_owners.pop_back(); }

    void add(Diagnostic diagnostic, const JsonValue &value, At at = At::Value);
    void add(Diagnostic diagnostic, std::uint32_t valueIndex, At at = At::Value);
    /// With a byte offset instead of a value.
    void addAt(Diagnostic diagnostic, std::size_t offset);
    /// A node that a finding is about, and the value that says so.
    struct Spot {
        NodeId node;
        std::optional<std::uint32_t> value; ///< nothing: `offset` counts
        std::size_t offset = 0;
    };
    /// About several nodes, at least one; inside of what a node holds, one by one is the way.
    void addAll(Diagnostic diagnostic, std::vector<Spot> spots);
    /// Whether what is noticed is inside what a node holds.
    [[nodiscard]] bool isInside() const { return !m_owners.empty(); }
    /// The file cannot be opened at all; the first refusal counts. Returns false, for `return`.
    bool refuse(std::string code, std::string message, const JsonValue &value);
    [[nodiscard]] bool isRefused() const { return m_refusal.has_value(); }

    /// Says which node a refusal is about, unless that is known.
    void refusalIsAbout(const std::string &node);

    /// Refuses unless the value is of that kind. `what` names it: "node 3: 'inputs'".
    bool expect(const JsonValue &value, JsonKind kind, std::string_view what);

    /// Refuses an object or array with more members than any model has. Readers look such members up
    /// one by one, which would take hours on a file that is made for it.
    bool expectFewMembers(const JsonValue &value, std::string_view what);

    /// What made the file be refused, located.
    [[nodiscard]] Diagnostic refusal() const;
    /// All others, located, in the order they were added.
    [[nodiscard]] Diagnostics take();

private:
    struct Pending {
        Diagnostic diagnostic;
        std::vector<Spot> spots; ///< at least one
        At at = At::Value;
    };
    void pend(Pending pending);
    void locate(std::vector<Pending> &pending) const;

    std::string m_fileName;
    std::string_view m_text;
    bool m_comments;
    std::vector<std::string> m_owners;
    std::vector<Pending> m_pending;
    std::optional<Pending> m_refusal;
};

} // namespace nervure

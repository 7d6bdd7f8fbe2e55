// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/protobuf/wire_reader.h"
#include "core/support/json/json_tree.h"

#include <optional>
#include <string_view>
#include <vector>

namespace nervure {

/// The bytes of a file that no format reads, looked at in the ways that tell what it is. Each way is gone
/// once, when it is asked for first.
class ForeignContent {
public:
    /// With MayBeCut the bytes are the beginning of a file that is too large to be read.
    explicit ForeignContent(std::string_view bytes, MessageEnd end = MessageEnd::There);

    [[nodiscard]] std::string_view bytes() const { return m_bytes; }
    [[nodiscard]] bool isCut() const { return m_end == MessageEnd::MayBeCut; }
    /// What the file begins with, without blanks in front: enough to see what a text is.
    [[nodiscard]] std::string_view front() const { return m_front; }

    [[nodiscard]] bool startsWith(std::string_view mark) const { return hasAt(0, mark); }
    [[nodiscard]] bool hasAt(std::size_t offset, std::string_view mark) const;
    /// Whether it is a zip archive with a member whose name ends so.
    [[nodiscard]] bool hasMember(std::string_view ending) const;

    /// The first line that says something: comments begin with '#' or ';'.
    [[nodiscard]] std::string_view firstLine() const;
    /// What is JSON; null for anything else.
    [[nodiscard]] const JsonTree *json() const;
    /// The value of that name in the JSON's outermost object.
    [[nodiscard]] std::optional<JsonValue> member(std::string_view name) const;
    /// The fields of a protobuf message; empty for anything else.
    [[nodiscard]] const std::vector<WireField> &fields() const;

private:
    std::string_view m_bytes;
    std::string_view m_front;
    MessageEnd m_end;
    mutable bool m_isParsed = false;
    mutable std::optional<JsonTree> m_json;
    mutable std::optional<std::vector<WireField>> m_fields;
};

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/passes/transform/layout_table.h"

#include "core/support/text.h"

namespace nervure {

namespace {

Diagnostic badRow(std::string_view row, const std::string &problem)
{
    return makeError("option-invalid", "row {} of the layout table {}", quoted(row), problem);
}

} // namespace

void LayoutTable::Row::apply(Node &node) const
{
    node.op = op.value_or(node.op);
    for (const auto &[key, value] : attrs) {
        node.attrs.set(key, value);
    }
}

Result<LayoutTable> LayoutTable::parse(std::string_view text)
{
    LayoutTable table;
    for (const std::string_view row : split(text, ';')) {
        if (trim(row).empty()) {
            continue;
        }
        const std::vector<std::string_view> parts = split(trim(row), ':');
        const std::string_view selected = trim(parts[0]);
        if (selected.empty() || selected == "@" || parts.size() < 2) {
            return badRow(row, "changes nothing, expected OPERATOR:attribute=value");
        }
        Row made;
        for (std::size_t i = 1; i < parts.size(); ++i) {
            const std::size_t equals = parts[i].find('=');
            const std::string_view key = trim(parts[i].substr(0, equals));
            if (equals == std::string_view::npos || key.empty()) {
                return badRow(row, "has " + quoted(parts[i]) + ", expected attribute=value");
            }
            std::string value(trim(parts[i].substr(equals + 1)));
            if (key == "op") {
                made.op = std::move(value);
            } else {
                made.attrs.set(key, std::move(value));
            }
        }
        if (!table.m_rows.emplace(selected, std::move(made)).second) {
            return badRow(row, "is the second one for " + quoted(selected));
        }
    }
    return table;
}

const LayoutTable::Row *LayoutTable::find(const Node &node) const
{
    auto it = m_rows.find('@' + node.name);
    if (it == m_rows.end()) {
        it = m_rows.find(node.op);
    }
    return it == m_rows.end() ? nullptr : &it->second;
}

} // namespace nervure

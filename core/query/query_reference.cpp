// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_reference.h"

#include "core/graph/op/op_spec.h"
#include "core/query/query_keys.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::string_view grammar =
    "A word fits nodes that have it in their name or operator; * and ? stand for any text and any\n"
    "letter. \"Quotes\" hold a text with blanks or signs, and take * and ? as they are. Case does\n"
    "not matter.\n"
    "\n"
    "  a b, a & b   both          a | b   either        !a   not         ( )   together\n"
    "  key:value    is (also =)   key!=value   is not   key~value   contains\n"
    "  key<value    also <= > >=  attr.NAME    has the attribute\n"
    "\n"
    "Numbers may be written 1k, 2.5M, 64KiB, 300us. A comparison with what is not known does not\n"
    "hold.\n";

void addRow(std::string &page, std::string_view first, std::string_view help,
            std::string_view example)
{
    constexpr std::size_t width = 14;
    std::string line = "  " + std::string(first);
    line.append(width > line.size() ? width - line.size() : 1, ' ');
    line += ' ';
    line += help;
    if (!example.empty()) {
        line += ", as ";
        line += example;
    }
    page += line + '\n';
}

} // namespace

std::string queryReference()
{
    std::string page(grammar);
    page += "\nKeys\n";
    for (const QueryKey &key : queryKeys()) {
        addRow(page, key.kind == QueryKeyKind::Attribute ? "attr.NAME" : key.name, key.help,
               key.example);
    }
    page += "\nAfter is:\n";
    for (const QueryFlag &flag : queryFlags()) {
        addRow(page, flag.name, flag.help, {});
    }
    page += "\nFunctions; a word that is a node's whole name means that node\n";
    for (const QueryFunction &function : queryFunctions()) {
        addRow(page, function.name, function.help, function.example);
    }
    return page;
}

std::string queryForOperator(const OpSpec &op)
{
    std::string query = "op:" + op.name;
    for (std::size_t i = 0; i < op.attrs.decls.size() && i < 1; ++i) {
        const AttrDecl &attr = op.attrs.decls[i];
        query += " & attr." + attr.name
                 + (attr.required || attr.defaultText.empty() ? std::string()
                                                              : ":\"" + attr.defaultText + '"');
    }
    return query;
}

} // namespace nervure

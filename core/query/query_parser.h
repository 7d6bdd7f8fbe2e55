// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/query_keys.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

enum class QueryComparison : std::uint8_t {
    Has, ///< the key alone: `attr.padding`
    Is,
    IsNot,
    Contains,
    Less,
    LessEqual,
    Greater,
    GreaterEqual
};

/// A key, how it is compared and with what; what the value is depends on the key.
struct QueryTerm {
    const QueryKey *key = nullptr; ///< null: a word alone
    std::string attribute;
    QueryComparison comparison = QueryComparison::Contains;
    TextPattern text;
    std::string word; ///< of a word alone and of an attribute, as it was written
    double number = 0;
    bool hasNumber = false;
    ShapePattern shape;
    const QueryFlag *flag = nullptr;
};

/// A node of the syntax tree.
struct QueryExpr {
    enum class Kind : std::uint8_t { Term, Not, And, Or, Function };

    Kind kind = Kind::Term;
    QueryTerm term;
    const QueryFunction *function = nullptr;
    std::vector<QueryExpr> children;
};

/// Parses a query. An error has the column and what was expected there.
[[nodiscard]] Result<QueryExpr> parseQueryText(std::string_view text);

} // namespace nervure

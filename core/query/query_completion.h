// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Words of a model that a query may name.
struct QueryVocabulary {
    std::vector<std::string> operators;
    std::vector<std::string> attributes;
};

/// What may stand in place of the bytes from `from` to `to` of a query.
struct QueryCompletion {
    std::size_t from = 0;
    std::size_t to = 0;
    std::vector<std::string> texts; ///< sorted by how likely they are; empty: nothing fits
};

/// What the word at `cursor` (an offset in bytes) may become: keys, functions and operators at its
/// start, what the key takes behind a comparison. Nothing inside quotes and for an empty word.
[[nodiscard]] QueryCompletion completeQuery(std::string_view text, std::size_t cursor,
                                            const QueryVocabulary &vocabulary);

} // namespace nervure

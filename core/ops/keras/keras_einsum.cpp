// SPDX-License-Identifier: Apache-2.0
#include "core/ops/keras/keras_einsum.h"

#include "core/support/text.h"

#include <algorithm>
#include <cctype>

namespace nervure::keras {

namespace {

bool has(const std::string &letters, char letter)
{
    return letters.find(letter) != std::string::npos;
}

/// Those of `letters` that are among one group and not among another.
std::string chosen(const std::string &letters, const std::string &in, const std::string &out)
{
    std::string all;
    for (const char letter : letters) {
        if (has(in, letter) && !has(out, letter)) {
            all += letter;
        }
    }
    return all;
}

/// The dimensions in the order of `to`.
Entry reordered(const Lowering &op, Entry x, const std::string &from, const std::string &to)
{
    IntTuple axes;
    for (const char letter : to) {
        axes.push_back(static_cast<std::int64_t>(from.find(letter)));
    }
    return from == to ? x : KerasFormula(op).transposed(x, axes);
}

std::string withoutBlanks(const std::string &text)
{
    std::string result;
    std::copy_if(text.begin(), text.end(), std::back_inserter(result),
                 [](char c) { return c != ' '; });
    return result;
}

bool areLetters(const std::string &text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isRepeated = text.find(text[i], i + 1) != std::string::npos;
        if (std::isalpha(static_cast<unsigned char>(text[i])) == 0 || isRepeated) {
            return false;
        }
    }
    return true;
}

} // namespace

Status KerasEinsum::learn(Sizes &sizes, const std::string &letters, const Shape &shape)
{
    if (!shape.hasRank()) {
        return {};
    }
    if (shape.size() != letters.size()) {
        return makeError("infer-shape", "{} has not the dimensions {}", shapeText(shape),
                         quoted(letters));
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        std::int64_t &size = sizes.emplace(letters[i], unknownSize).first->second;
        if (!isUnknownSize(size) && !isUnknownSize(shape[i]) && size != shape[i]) {
            return makeError("infer-shape", "dimension {} has sizes {} and {}",
                             std::string(1, letters[i]), size, shape[i]);
        }
        size = isUnknownSize(size) ? shape[i] : size;
    }
    return {};
}

Shape KerasEinsum::shapeOf(const Sizes &sizes, const std::string &letters)
{
    Shape shape = Shape::scalar();
    for (const char letter : letters) {
        const auto found = sizes.find(letter);
        shape.push_back(found == sizes.end() ? unknownSize : found->second);
    }
    return shape;
}

Result<Entry> KerasEinsum::lowered(const Lowering &op, Entry leftEntry, const Shape &leftShape,
                                   Entry rightEntry, const Shape &rightShape) const
{
    Sizes sizes;
    RETURN_IF_FAILED(learn(sizes, left, leftShape));
    RETURN_IF_FAILED(learn(sizes, right, rightShape));
    const std::string both = chosen(chosen(left, right, ""), result, "");
    const std::string summed = chosen(left, right, result);
    const std::string rows = chosen(left, result, right);
    const std::string columns = chosen(right, result, left);
    if (both.size() + summed.size() + rows.size() != left.size()
        || both.size() + summed.size() + columns.size() != right.size()) {
        return makeError("not-supported", "sums over a dimension of one side alone");
    }
    const auto count = [&sizes](const std::string &letters) {
        return sizeOf(shapeOf(sizes, letters));
    };
    const Entry x = op.reshape(reordered(op, leftEntry, left, both + rows + summed),
                               {count(both), count(rows), count(summed)});
    const Entry y = op.reshape(reordered(op, rightEntry, right, both + summed + columns),
                               {count(both), count(summed), count(columns)});
    const std::string order = both + rows + columns;
    const Entry product = op.reshape(op.make("batch_matmul", {x, y}), shapeOf(sizes, order));
    return reordered(op, product, order, result);
}

Result<KerasEinsum> kerasEinsum(const std::string &equation, std::size_t leftRank)
{
    const std::string text = withoutBlanks(equation);
    const std::size_t comma = text.find(',');
    const std::size_t arrow = text.find("->");
    if (comma == std::string::npos || arrow == std::string::npos || arrow < comma) {
        return makeError("infer-shape", "its equation is {}, expected a product of two",
                         quoted(equation));
    }
    KerasEinsum all{text.substr(0, comma), text.substr(comma + 1, arrow - comma - 1),
                    text.substr(arrow + 2)};
    const std::string rest = "...";
    const std::size_t named = all.left.size() - (all.left.find(rest) == std::string::npos ? 0 : 3);
    const std::string more =
        std::string("ZYXWVUTS").substr(0, leftRank > named ? leftRank - named : 0);
    for (std::string *letters : {&all.left, &all.right, &all.result}) {
        if (const std::size_t at = letters->find(rest); at != std::string::npos) {
            letters->replace(at, rest.size(), more);
        }
        if (!areLetters(*letters)) {
            return makeError("infer-shape",
                             "its equation is {}, expected each letter once a tensor",
                             quoted(equation));
        }
    }
    return all;
}

} // namespace nervure::keras

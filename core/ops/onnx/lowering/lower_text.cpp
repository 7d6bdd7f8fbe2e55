// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"

#include <algorithm>
#include <array>
#include <vector>

namespace nervure::onnx {

namespace {

/// N-grams of one length, and where in the result each one counts.
struct Grams {
    std::int64_t length = 1;
    std::vector<Numbers> items; ///< of all n-grams: the first, the second …
    Numbers places;
};

/// The n-grams of the lengths that count.
std::vector<Grams> gramsOf(const OnnxAttrs &attrs)
{
    const Numbers &starts = attrs.integers("ngram_counts");
    const Numbers &pool = attrs.integers("pool_int64s");
    const Numbers &places = attrs.integers("ngram_indexes");
    std::vector<Grams> all;
    std::size_t number = 0; // of the n-gram, of any length
    for (std::size_t i = 0; i < starts.size(); ++i) {
        Grams grams;
        grams.length = static_cast<std::int64_t>(i) + 1;
        grams.items.resize(i + 1);
        const auto end =
            i + 1 < starts.size() ? static_cast<std::size_t>(starts[i + 1]) : pool.size();
        for (auto at = static_cast<std::size_t>(starts[i]);
             at + i < std::min(end, pool.size()) && number < places.size(); at += i + 1) {
            for (std::size_t k = 0; k <= i; ++k) {
                grams.items[k].push_back(pool[at + k]);
            }
            grams.places.push_back(places[number++]);
        }
        const bool counts = grams.length >= attrs.integer("min_gram_length")
                            && grams.length <= attrs.integer("max_gram_length");
        if (counts && !grams.places.empty()) {
            all.push_back(std::move(grams));
        }
    }
    return all;
}

/// How often each n-gram occurs in each row with its items `distance` apart.
Operand occurrences(const OnnxLowering &op, const Operand &rows, const Grams &grams,
                    std::int64_t distance)
{
    const auto count = static_cast<std::int64_t>(grams.places.size());
    const std::int64_t starts = rows.dims[1] - distance * (grams.length - 1);
    Operand matches;
    for (std::int64_t k = 0; k < grams.length; ++k) {
        const Operand part = op.slice(rows, 1, k * distance, k * distance + starts);
        const Numbers &items = grams.items[static_cast<std::size_t>(k)];
        const Operand wanted =
            op.constant(std::vector<double>(items.begin(), items.end()), {1, 1, count}, rows.type);
        const Operand equal =
            op.compare("equal", op.reshape(part, {rows.dims[0], starts, 1}), wanted);
        matches = k == 0 ? equal : op.binary("mul", matches, equal);
    }
    return op.reduce("sum", op.cast(matches, DType::Float32), {1}, false);
}

Lowered countGrams(const OnnxLowering &op)
{
    const OnnxAttrs &attrs = op.attrs();
    const Operand &x = op.in(0);
    const std::int64_t length = x.dims.back();
    const Operand rows = op.reshape(x, {quotient(x.count(), length), length});
    std::vector<Operand> columns;
    const OperandDims out = op.outDims();
    const std::int64_t batch = rows.dims[0];
    std::int64_t known = 0;
    RETURN_IF_FAILED(OnnxLowering::checkListed(out.back()));
    std::vector<double> from(static_cast<std::size_t>(out.back()), -1);
    for (const Grams &grams : gramsOf(attrs)) {
        const auto count = static_cast<std::int64_t>(grams.places.size());
        Operand sum = op.full(0, {batch, count}, DType::Float32);
        const std::int64_t skipped = std::min(attrs.integer("max_skip_count"), length);
        const std::int64_t most = grams.length > 1 ? skipped + 1 : 1;
        for (std::int64_t distance = 1; distance <= most && distance * (grams.length - 1) < length;
             ++distance) {
            sum = op.binary("add", sum, occurrences(op, rows, grams, distance));
        }
        columns.push_back(sum);
        for (const std::int64_t place : grams.places) {
            requireFit(0 <= place && place < out.back());
            from[static_cast<std::size_t>(place)] = static_cast<double>(known++);
        }
    }
    columns.push_back(op.full(0, {batch, 1}, DType::Float32)); // of no n-gram
    std::replace(from.begin(), from.end(), -1.0, static_cast<double>(known));
    Operand result =
        op.take(op.concatenate(columns, 1), op.constant(from, {out.back()}, DType::Int32), 1);
    if (attrs.text("mode") == "IDF") {
        result = op.cast(op.compare("greater", result, 0), DType::Float32);
    }
    const auto &weights = attrs.numbers("weights");
    if (attrs.text("mode") != "TF" && static_cast<std::int64_t>(weights.size()) == out.back()) {
        result = op.binary("mul", result,
                           op.constant(std::vector<double>(weights.begin(), weights.end()),
                                       {1, out.back()}, DType::Float32));
    }
    return std::vector{op.reshape(result, out)};
}

} // namespace

std::span<const LoweringRule> textRules()
{
    static constexpr std::array rules{LoweringRule{"TfIdfVectorizer", countGrams}};
    return rules;
}

} // namespace nervure::onnx

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"

#include <algorithm>

namespace nervure {

namespace {

using namespace onnx;

/// Words that stay are not known: as many rows, but a last dimension that data decides.
Status normalized(ValueCall &call)
{
    MaybeShape shape = call.shape(0);
    if (shape && shape->size() > 1
        && (shape->size() > 2 || !((*shape)[0].isUnknown() || (*shape)[0].is(1)))) {
        return makeError("infer-shape", "input is {}, expected [C] or [1, C]",
                         dimensionsText(*shape));
    }
    if (shape && !shape->empty()) {
        const bool dropsWords = call.attrs.has("stopwords");
        shape->back() = dropsWords ? Dimension() : shape->back();
    }
    call.setShape(0, std::move(shape));
    return {};
}

/// One more dimension for the parts, as many as the text with most has.
Status splitTexts(ValueCall &call)
{
    MaybeShape shape = call.shape(0);
    call.setShape(1, shape);
    if (shape) {
        shape->emplace_back();
    }
    call.setShape(0, std::move(shape));
    return {};
}

/// One number for each n-gram that counts.
Status countGrams(ValueCall &call)
{
    MaybeShape shape = call.shape(0);
    const auto &places = call.attrs.integers("ngram_indexes");
    if (!shape || shape->empty() || shape->size() > 2 || places.empty()) {
        return {};
    }
    shape->back() = *std::max_element(places.begin(), places.end()) + 1;
    call.setShape(0, std::move(shape));
    return {};
}

} // namespace

void registerOnnxText(OpRegistry &ops)
{
    add(ops, OpCategory::Other, "StringConcat", "two texts, one behind the other",
        {{20, "X:T Y:T -> Z:T", "T = str", std::vector<Attribute>{}, broadcastShape}});
    add(ops, OpCategory::Other, "StringNormalizer", "texts in one case, without some words",
        {{10,
          "X:str -> Y:str",
          {},
          std::vector{text("case_change_action", "NONE", "the case of the result")
                          .oneOf({"LOWER", "UPPER", "NONE"}),
                      flag("is_case_sensitive", false, "whether the case of stopwords counts"),
                      text("locale", "the language whose rules hold"),
                      texts("stopwords", "words that are left out")},
          normalized}});
    add(ops, OpCategory::Other, "StringSplit", "the parts of texts between delimiters",
        {{20, "X:T1 -> Y:T2 Z:T3", "T1 = str; T2 = str; T3 = i64",
          std::vector{text("delimiter", "what stands between parts; blanks if there is none"),
                      integer("maxsplit", "how often a text is split at most")},
          splitTexts}});
    add(ops, OpCategory::Other, "RegexFullMatch", "whether a pattern matches the whole text",
        {{20, "X:T1 -> Y:T2", "T1 = str; T2 = bool",
          std::vector{text("pattern", "a regular expression as RE2 reads it")}, sameShape}});
    add(ops, OpCategory::Other, "TfIdfVectorizer", "how often each n-gram of a pool occurs",
        {{9, "X:T -> Y:T1", "T = i32 i64 str; T1 = f32",
          std::vector{
              integer("max_gram_length", "items of the longest n-gram").required(),
              integer("max_skip_count", "items that may lie between two of an n-gram").required(),
              integer("min_gram_length", "items of the shortest n-gram").required(),
              text("mode", "what is counted").required().oneOf({"TF", "IDF", "TFIDF"}),
              integers("ngram_counts", "where in the pool n-grams of each length start").required(),
              integers("ngram_indexes", "the place of each n-gram in the result").required(),
              integers("pool_int64s", "the n-grams, where items are numbers"),
              texts("pool_strings", "the n-grams, where items are texts"),
              numbers("weights", "a factor for each n-gram")},
          countGrams}});
}

} // namespace nervure

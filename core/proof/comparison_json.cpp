// SPDX-License-Identifier: Apache-2.0
#include "core/proof/comparison_json.h"

#include "core/engine/json_members.h"
#include "core/engine/match_json.h"
#include "core/proof/proof_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace nervure {

using Json = nlohmann::ordered_json;

std::vector<const ComparedValue *> resultsOf(const ValueComparison &values)
{
    std::vector<const ComparedValue *> results;
    for (const ComparedValue &value : values.values) {
        if (value.result) {
            results.push_back(&value);
        }
    }
    std::sort(results.begin(), results.end(),
              [](const auto *a, const auto *b) { return *a->result < *b->result; });
    return results;
}

Json modelsJson(const ModelComparison &models)
{
    const ValueComparison &values = models.values;
    Json all = Json::array();
    for (const ComparedValue &value : values.values) {
        all.push_back(comparedJson(value));
    }
    Json outputs = Json::array();
    for (const ComparedValue *value : resultsOf(values)) {
        outputs.push_back(comparedJson(*value));
    }
    return {
        {"verdict", verdictName(models.verdict)},
        {"assumed", models.assumed},
        {"invented", models.invented},
        {"seeds", models.seeds},
        {"output_counts", {{"first", values.resultsBefore}, {"second", values.resultsAfter}}},
        {"outputs", std::move(outputs)},
        {"values", std::move(all)},
        {"first_difference", values.first ? comparedJson(values.values[*values.first]) : Json()},
        {"origins", originNames(values.values)},
        {"non_finite",
         {{"first", nonFiniteJson(values.nonFiniteBefore)},
          {"second", nonFiniteJson(values.nonFiniteAfter)}}},
        {"match", matchJson({models.first->graph()}, {models.second->graph()}, models.match)},
        {"variables", {{"shared", models.sharedVariables}, {"own", models.ownVariables}}}};
}

std::optional<ToldComparison> comparisonFrom(const Json &json)
{
    if (!memberOf(json, "values").is_array() || !memberOf(json, "outputs").is_array()) {
        return std::nullopt;
    }
    ToldComparison told;
    ValueComparison &values = told.values;
    const Json &first = memberOf(json, "first_difference");
    for (const Json &value : json["values"]) {
        if (first.is_object() && value == first) {
            values.first = values.values.size();
        }
        values.values.push_back(comparedFrom(value));
    }
    const Json &counts = memberOf(json, "output_counts");
    values.resultsBefore = countOf(counts, "first");
    values.resultsAfter = countOf(counts, "second");
    const Json &nonFinite = memberOf(json, "non_finite");
    values.nonFiniteBefore = nonFiniteFrom(memberOf(nonFinite, "first"));
    values.nonFiniteAfter = nonFiniteFrom(memberOf(nonFinite, "second"));
    const Json &match = memberOf(json, "match");
    told.matchedNodes = memberOf(match, "matches").size();
    told.unmatchedNodes =
        memberOf(match, "only_before").size() + memberOf(match, "only_after").size();
    const Json &variables = memberOf(json, "variables");
    told.sharedVariables = countOf(variables, "shared");
    told.ownVariables = textsOf(memberOf(variables, "own"));
    told.verdict = verdictOfName(textOf(json, "verdict")).value_or(ProofVerdict::NotRun);
    told.assumed = textsOf(memberOf(json, "assumed"));
    told.invented = textsOf(memberOf(json, "invented"));
    return told;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/proof/proof_json.h"

#include "core/engine/json_members.h"
#include "core/engine/report_json.h"

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

Json errorJson(const TensorError &error)
{
    return {{"absolute", numberJson(error.absolute)},
            {"relative", numberJson(error.relative)},
            {"ulps", numberJson(error.ulps)}};
}

/// Errors are infinite where they are no number.
TensorError errorFrom(const Json &json)
{
    const double infinite = std::numeric_limits<double>::infinity();
    TensorError error;
    error.absolute = numberOf(json, "absolute", infinite);
    error.relative = numberOf(json, "relative", infinite);
    error.ulps = numberOf(json, "ulps", infinite);
    return error;
}

bool flagOf(const Json &json, std::string_view name)
{
    return memberOf(json, name) == Json(true);
}

Json stepJson(const ProvedStep &step)
{
    Json json{{"name", step.name},
              {"verdict", verdictName(step.verdict)},
              {"remark", step.remark},
              {"compared", step.compared},
              {"made_good", step.madeGood}};
    json.update(errorJson(step.worst));
    json["non_finite"] = nonFiniteJson(step.nonFinite);
    json["unreadable"] = step.isUnreadable;
    json["assumed"] = step.assumed;
    json["seeds"] = step.seeds;
    json["seed"] = step.seed ? Json(*step.seed) : Json();
    json["across"] = step.notRunBefore;
    Json &values = json["values"] = Json::array();
    for (const ComparedValue &value : step.values) {
        values.push_back(comparedJson(value));
    }
    return json;
}

ProvedStep stepFrom(const Json &json)
{
    ProvedStep step{textOf(json, "name"),
                    verdictOfName(textOf(json, "verdict")).value_or(ProofVerdict::NotRun),
                    textOf(json, "remark"),
                    countOf(json, "compared"),
                    countOf(json, "made_good"),
                    errorFrom(json)};
    step.nonFinite = nonFiniteFrom(memberOf(json, "non_finite"));
    step.isUnreadable = flagOf(json, "unreadable");
    step.assumed = textsOf(memberOf(json, "assumed"));
    step.seeds = countOf(json, "seeds");
    if (memberOf(json, "seed").is_number_unsigned()) {
        step.seed = countOf(json, "seed");
    }
    step.notRunBefore = textsOf(memberOf(json, "across"));
    for (const Json &value : memberOf(json, "values")) {
        step.values.push_back(comparedFrom(value));
    }
    return step;
}

} // namespace

Json comparedJson(const ComparedValue &value)
{
    Json json{{"name", value.name},
              {"before", value.beforeName},
              {"op", value.op},
              {"place", value.place},
              {"index", value.output},
              {"before_place", value.beforePlace},
              {"before_index", value.beforeOutput},
              {"output", value.result ? Json(*value.result) : Json()},
              {"boundary", value.isBoundary},
              {"shape", shapeJson(value.shape)},
              {"dtype", dtypeName(value.type)}};
    json.update(errorJson(value.error));
    json["tolerance"] = value.tolerance;
    json["compared"] = value.isCompared;
    json["differs"] = value.differs();
    json["origin"] = value.isOrigin;
    json["remark"] = value.remark;
    return json;
}

ComparedValue comparedFrom(const Json &json)
{
    ComparedValue value;
    value.name = textOf(json, "name");
    value.beforeName = textOf(json, "before");
    value.op = textOf(json, "op");
    value.place = static_cast<std::uint32_t>(countOf(json, "place"));
    value.output = static_cast<std::uint32_t>(countOf(json, "index"));
    value.beforePlace = static_cast<std::uint32_t>(countOf(json, "before_place"));
    value.beforeOutput = static_cast<std::uint32_t>(countOf(json, "before_index"));
    if (memberOf(json, "output").is_number_unsigned()) {
        value.result = countOf(json, "output");
    }
    value.shape = shapeFrom(memberOf(json, "shape")).value_or(Shape());
    value.isBoundary = flagOf(json, "boundary");
    value.type = dtypeFromName(textOf(json, "dtype")).value_or(DType::Unknown);
    value.error = errorFrom(json);
    value.tolerance = numberOf(json, "tolerance", 0);
    value.isCompared = flagOf(json, "compared");
    value.isOrigin = flagOf(json, "origin");
    value.remark = textOf(json, "remark");
    return value;
}

Json nonFiniteJson(const std::optional<NonFiniteSource> &source)
{
    return source ? Json{{"node", source->name},
                         {"nan", source->count.nans},
                         {"infinite", source->count.infinities}}
                  : Json();
}

std::optional<NonFiniteSource> nonFiniteFrom(const Json &json)
{
    if (!json.is_object()) {
        return std::nullopt;
    }
    NonFiniteSource source{{}, textOf(json, "node"), {}};
    source.count.nans = static_cast<std::int64_t>(countOf(json, "nan"));
    source.count.infinities = static_cast<std::int64_t>(countOf(json, "infinite"));
    return source;
}

Json bisectionJson(const Bisection &bisection)
{
    Json steps = Json::array();
    for (const ProvedStep &step : bisection.steps) {
        steps.push_back(stepJson(step));
    }
    Json found;
    if (bisection.found) {
        const FirstDifference &first = *bisection.found;
        found = {{"step", first.step + 1}, // as tables number them
                 {"pass", bisection.steps[first.step].name},
                 {"node", first.node},
                 {"from", first.from},
                 {"reason", first.reason},
                 {"value", first.value ? comparedJson(*first.value) : Json()},
                 {"origins", originNames(bisection.steps[first.step].values)}};
    }
    return {{"verdict", proofWord(bisection)},
            {"complete", bisection.countOf(ProofVerdict::NotRun) == 0 && bisection.asked() > 0},
            {"compared_steps", bisection.decided()},
            {"asked_steps", bisection.asked()},
            {"against", againstName(bisection.isAgainstFirst)},
            {"assumed", assumedIn(bisection)},
            {"invented", bisection.invented},
            {"steps", std::move(steps)},
            {"found", std::move(found)}};
}

std::optional<Bisection> bisectionFrom(const Json &json)
{
    if (!memberOf(json, "steps").is_array()) {
        return std::nullopt;
    }
    Bisection bisection;
    bisection.isAgainstFirst = textOf(json, "against") == againstName(true);
    for (const Json &step : json["steps"]) {
        bisection.steps.push_back(stepFrom(step));
    }
    bisection.invented = textsOf(memberOf(json, "invented"));
    const Json &found = memberOf(json, "found");
    const auto number = countOf(found, "step");
    if (found.is_object() && number > 0 && number <= bisection.steps.size()) {
        FirstDifference first{number - 1, textOf(found, "node")};
        if (memberOf(found, "value").is_object()) {
            first.value = comparedFrom(found["value"]);
        }
        first.reason = textOf(found, "reason");
        first.from = textsOf(memberOf(found, "from"));
        bisection.found = std::move(first);
    }
    return bisection;
}

} // namespace nervure

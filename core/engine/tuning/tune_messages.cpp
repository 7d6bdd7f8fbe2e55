// SPDX-License-Identifier: Apache-2.0
#include "core/engine/tuning/tune_messages.h"

#include "core/engine/json_members.h"
#include "core/engine/report_json.h"

#include <map>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

/// The confidence that `ci95` stands for.
constexpr double toldConfidence = 0.95;

Json variantJson(const TunedVariant &variant, const Statistics &ms)
{
    return {{"name", variant.name},
            {"ms", ms.count > 0 ? Json(ms.median) : Json()},
            {"ci95", intervalJson(ms.interval)},
            {"count", ms.count},
            {"correct", variant.isCorrect}};
}

Json choiceJson(const TunedChoice &choice)
{
    Json variants = Json::array();
    for (const TunedVariant &variant : choice.variants) {
        variants.push_back(variantJson(variant, variant.ms));
    }
    return {{"key", choice.key},
            {"layers", choice.layers},
            {"winner", choice.winner},
            {"ms", choice.winnerMs},
            {"default_ms", choice.defaultMs},
            {"decided", choice.isDecided},
            {"variants", std::move(variants)}};
}

Json layerJson(const TunedLayer &layer, const TunedChoice &choice)
{
    Json candidates = Json::array();
    for (std::size_t i = 0; i < choice.variants.size(); ++i) {
        candidates.push_back(variantJson(choice.variants[i], layer.ms[i]));
    }
    return {{"layer", layer.node},
            {"op", layer.op},
            {"key", choice.key},
            {"kernel", kernelClassOf(choice)},
            {"winner", choice.winner},
            {"ms", layer.winnerMs},
            {"default_ms", layer.defaultMs},
            {"candidates", std::move(candidates)}};
}

Statistics timesFrom(const Json &json)
{
    Statistics ms;
    ms.count = countOf(json, "count");
    ms.median = numberOf(json, "ms", 0);
    const Json &interval = memberOf(json, "ci95");
    if (interval.is_array() && interval.size() == 2 && interval[0].is_number()
        && interval[1].is_number()) {
        ms.interval =
            Interval{interval[0].get<double>(), interval[1].get<double>(), toldConfidence};
    }
    return ms;
}

TunedChoice choiceFrom(const Json &json)
{
    TunedChoice choice;
    choice.key = textOf(json, "key");
    choice.layers = countOf(json, "layers");
    for (const Json &variant : memberOf(json, "variants")) {
        choice.variants.push_back({textOf(variant, "name"), timesFrom(variant),
                                   memberOf(variant, "correct") != Json(false)});
    }
    choice.winner = textOf(json, "winner");
    choice.winnerMs = numberOf(json, "ms", 0);
    choice.defaultMs = numberOf(json, "default_ms", 0);
    choice.isDecided = memberOf(json, "decided") == Json(true);
    return choice;
}

TunedLayer layerFrom(const Json &json, std::size_t number, const TunedChoice &choice)
{
    TunedLayer layer{textOf(json, "layer"),
                     textOf(json, "op"),
                     number,
                     std::vector<Statistics>(choice.variants.size()),
                     numberOf(json, "default_ms", 0),
                     numberOf(json, "ms", 0)};
    const Json &candidates = memberOf(json, "candidates");
    for (std::size_t i = 0; i < std::min(candidates.size(), layer.ms.size()); ++i) {
        layer.ms[i] = candidates.is_array() ? timesFrom(candidates[i]) : Statistics();
    }
    return layer;
}

Result<WorkerReport> answerTune(WorkerRequest &request, ExecutionContext &context)
{
    const bool isDry = memberOf(request.argumentsOrNull(), "dry_run") == Json(true);
    ASSIGN_OR_RETURN(
        TuneReport report,
        tuneModel(request.execution, isDry ? TuneKeeping::Dry : TuneKeeping::Kept, context));
    return WorkerReport{std::make_shared<const Json>(tuneJson(report)),
                        std::move(report.diagnostics)};
}

} // namespace

Json tuneJson(const TuneReport &report)
{
    Json choices = Json::array();
    for (const TunedChoice &choice : report.choices) {
        choices.push_back(choiceJson(choice));
    }
    Json layers = Json::array();
    for (const TunedLayer &layer : report.layers) {
        layers.push_back(layerJson(layer, report.choices[layer.choice]));
    }
    Json document{{"device", report.device.name},
                  {"device_info", deviceJson(report.device)},
                  {"layers", std::move(layers)},
                  {"choices", std::move(choices)},
                  {"default_ms", report.defaultMs},
                  {"tuned_ms", report.tunedMs},
                  {"stopped", report.isStopped},
                  {"file", report.file.empty() ? Json() : Json(report.file)}};
    if (report.wire) {
        document["wire"] = wireJson(report.wire);
    }
    return document;
}

TuneReport tuneReportFrom(const Json &json)
{
    TuneReport report;
    report.device = deviceFrom(memberOf(json, "device_info"));
    std::map<std::string, std::size_t> numbers;
    for (const Json &item : memberOf(json, "choices")) {
        TunedChoice choice = choiceFrom(item);
        if (!choice.variants.empty()) {
            numbers.emplace(choice.key, report.choices.size());
            report.choices.push_back(std::move(choice));
        }
    }
    for (const Json &item : memberOf(json, "layers")) {
        if (const auto it = numbers.find(textOf(item, "key")); it != numbers.end()) {
            report.layers.push_back(layerFrom(item, it->second, report.choices[it->second]));
        }
    }
    report.defaultMs = numberOf(json, "default_ms", 0);
    report.tunedMs = numberOf(json, "tuned_ms", 0);
    report.isStopped = memberOf(json, "stopped") == Json(true);
    report.file = textOf(json, "file");
    report.wire = wireFrom(memberOf(json, "wire"));
    return report;
}

WorkerRequest tuneRequest(WorkerRequest request, TuneKeeping keeping)
{
    request.command = "tune";
    request.arguments =
        std::make_shared<const Json>(Json{{"dry_run", keeping == TuneKeeping::Dry}});
    return request;
}

WorkerCommand tuneCommand()
{
    return {"tune", true, answerTune, true};
}

} // namespace nervure

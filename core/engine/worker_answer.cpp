// SPDX-License-Identifier: Apache-2.0
#include "core/engine/worker_answer.h"

#include "core/engine/diagnostic_json.h"
#include "core/engine/json_members.h"
#include "core/engine/report_json.h"
#include "core/engine/worker_request.h"

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

void addContent(const WorkerProgress &progress, Json &line)
{
    line["progress"] = progress.fraction;
    line["stage"] = progress.stage;
    if (progress.runs) {
        line["runs"] = {{"done", progress.runs->done},
                        {"asked", progress.runs->asked},
                        {"median_ms", progress.runs->medianMs}};
    }
}

std::optional<LiveRuns> liveRunsOf(const Json &json)
{
    const Json &done = memberOf(json, "done");
    const Json &asked = memberOf(json, "asked");
    if (!done.is_number_unsigned() || !asked.is_number_unsigned()) {
        return std::nullopt;
    }
    return LiveRuns{done.get<std::size_t>(), asked.get<std::size_t>(),
                    numberOf(json, "median_ms", 0)};
}

void addContent(const WorkerBeat &beat, Json &line)
{
    line["alive"] = {{"processor_ms", beat.processorMs},
                     {"silence_ms", beat.silenceMs},
                     {"memory_bytes", beat.memoryBytes},
                     {"peak_bytes", beat.peakBytes}};
}

WorkerBeat beatOf(const Json &json)
{
    const auto bytes = [&json](const char *name) {
        const Json &member = memberOf(json, name);
        return member.is_number_unsigned() ? member.get<std::uint64_t>() : 0;
    };
    return {numberOf(json, "processor_ms", 0), numberOf(json, "silence_ms", 0),
            bytes("memory_bytes"), bytes("peak_bytes")};
}

void addContent(const WorkerFailure &failure, Json &line)
{
    line["error"] = diagnosticJson(failure.error);
    line["diagnostics"] = diagnosticsJson(failure.diagnostics);
}

void addContent(const WorkerResult &result, Json &line)
{
    Json &document = line["result"] = result.document ? *result.document : Json::object();
    for (const DeviceInfo &device : result.devices) {
        document["devices"].push_back(deviceJson(device));
    }
    if (!result.traits.empty()) {
        document["traits"] = result.traits;
    }
    document["diagnostics"] = diagnosticsJson(result.diagnostics);
    line["busy_ms"] = result.busyMs;
    line["peak_bytes"] = result.peakBytes;
}

Json jsonOf(const WorkerAnswer &answer)
{
    Json line{{"id", answer.id ? Json(*answer.id) : Json()}};
    std::visit([&](const auto &content) { addContent(content, line); }, answer.content);
    return line;
}

std::string answerText(const Json &line)
{
    return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

WorkerResult resultOf(Json document)
{
    WorkerResult result;
    for (const Json &device : memberOf(document, "devices")) {
        result.devices.push_back(deviceFrom(device));
    }
    result.traits = textOf(document, "traits");
    result.diagnostics = diagnosticsFrom(memberOf(document, "diagnostics"));
    result.document = std::make_shared<const Json>(std::move(document));
    return result;
}

} // namespace

std::string workerAnswerLine(const WorkerAnswer &answer)
{
    return answerText(jsonOf(answer));
}

std::string workerAnswerLine(const WorkerAnswer &answer, const std::vector<NamedTensor> &outputs,
                             std::string &bytes)
{
    Json line = jsonOf(answer);
    Json &tensors = line["tensors"] = Json::array();
    for (const NamedTensor &output : outputs) {
        Json tensor = tensorJson(output.name, output.tensor);
        if (output.element != ElementType::Undefined) {
            tensor["element"] = elementTypeName(output.element);
        }
        tensors.push_back(std::move(tensor));
        appendElements(output.tensor, bytes);
    }
    return answerText(line);
}

std::optional<WorkerAnswer> readWorkerAnswer(std::string_view line)
{
    Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) {
        return std::nullopt;
    }
    WorkerAnswer answer;
    if (const Json &id = memberOf(json, "id"); id.is_number_unsigned()) {
        answer.id = id.get<std::uint64_t>();
    }
    if (json.contains("progress")) {
        const Json &fraction = json["progress"];
        answer.content = WorkerProgress{fraction.is_number() ? fraction.get<double>() : -1,
                                        textOf(json, "stage"), liveRunsOf(memberOf(json, "runs"))};
    } else if (json.contains("alive")) {
        answer.content = beatOf(json["alive"]);
    } else if (json.contains("error")) {
        answer.content = WorkerFailure{diagnosticFrom(json["error"]),
                                       diagnosticsFrom(memberOf(json, "diagnostics"))};
    } else {
        WorkerResult result =
            resultOf(json.contains("result") ? std::move(json["result"]) : Json());
        result.busyMs = numberOf(json, "busy_ms", 0);
        result.peakBytes = static_cast<std::uint64_t>(numberOf(json, "peak_bytes", 0));
        for (const Json &item : memberOf(json, "tensors")) {
            std::optional<NamedTensor> output = tensorFrom(item);
            if (!output) {
                return std::nullopt;
            }
            result.outputs.push_back(std::move(*output));
        }
        answer.content = std::move(result);
    }
    return answer;
}

} // namespace nervure

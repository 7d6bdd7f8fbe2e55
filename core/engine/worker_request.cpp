// SPDX-License-Identifier: Apache-2.0
#include "core/engine/worker_request.h"
#include "core/engine/json_members.h"

#include "core/support/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <string_view>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

Diagnostic bad(const std::string &message)
{
    return makeError("bad-request", message);
}

/// Reads members of the line one by one; the first fault is kept.
class Members {
public:
    explicit Members(const Json &line) : m_line(line) {}

    [[nodiscard]] const Status &status() const { return m_status; }

    void text(const char *name, std::string &value)
    {
        if (const Json *member = find(name)) {
            member->is_string() ? void(value = member->get<std::string>())
                                : fail(name, "expected a text");
        }
    }

    /// A whole number that is not negative.
    template <typename T>
    void number(const char *name, T &value, std::uint64_t limit)
    {
        const Json *member = find(name);
        if (!member) {
            return;
        }
        if (!member->is_number_unsigned() || member->get<std::uint64_t>() > limit) {
            // The answer has no id where this one is odd: the sender knows the request by what it wrote.
            constexpr std::size_t shownLetters = 40;
            const std::string found =
                member->dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, shownLetters);
            fail(name, fmt::format("found {}, expected a whole number from 0 to {}", found, limit));
            return;
        }
        value = static_cast<T>(member->get<std::uint64_t>());
    }

    void flag(const char *name, bool &value)
    {
        if (const Json *member = find(name)) {
            member->is_boolean() ? void(value = member->get<bool>())
                                 : fail(name, "expected true or false");
        }
    }

    /// Calls `take` with every member of the object `name`.
    template <typename Take>
    void object(const char *name, Take take)
    {
        const Json *member = find(name);
        if (member && !member->is_object()) {
            fail(name, "expected an object");
        } else if (member) {
            for (const auto &[key, value] : member->items()) {
                take(key, value);
            }
        }
    }

    [[nodiscard]] const Json *find(const char *name) const
    {
        const auto it = m_line.find(name);
        return it == m_line.end() || it->is_null() ? nullptr : &*it;
    }

    void fail(const std::string &name, const std::string &expected)
    {
        if (m_status) {
            m_status = bad("request member " + quoted(name) + ": " + expected);
        }
    }

private:
    const Json &m_line;
    Status m_status;
};

void readFacts(Members &members, InputFacts &facts)
{
    members.object("shapes", [&](const std::string &name, const Json &value) {
        auto sizes =
            value.is_string() ? dimensionsFromText(value.get<std::string>()) : std::nullopt;
        if (sizes) { // "[batch, 3]"
            facts.sizes[name] = std::move(*sizes);
        } else if (auto shape = shapeFrom(value)) {
            facts.shapes[name] = std::move(*shape);
        } else {
            members.fail("shapes", "expected lists of whole numbers");
        }
    });
    members.object("dtypes", [&](const std::string &name, const Json &value) {
        const std::string word = value.is_string() ? value.get<std::string>() : std::string();
        const auto type = word == "none" ? DType::Unknown : dtypeFromName(word);
        if (!type) {
            members.fail("dtypes", "expected names of element types");
        } else if (name == "*") {
            facts.defaultType = *type;
        } else {
            facts.dtypes[name] = *type;
        }
    });
}

void readConstants(Members &members, ExecutionRequest &execution)
{
    members.object("constants", [&](const std::string &name, const Json &value) {
        value.is_number() ? void(execution.constants[name] = value.get<double>())
                          : members.fail("constants", "expected numbers");
    });
}

void readChoices(Members &members, WorkerRequest &request)
{
    std::string mode = "serialised";
    std::string algorithm = "auto";
    std::string semantics;
    members.text("mode", mode);
    members.text("algorithm", algorithm);
    members.text("semantics", semantics);
    request.execution.isDirectOnly = algorithm == "direct";
    if (algorithm != "auto" && algorithm != "direct") {
        members.fail("algorithm", "expected auto or direct");
    }
    if (mode == "pipelined") {
        request.execution.mode = RunMode::Pipelined;
    } else if (mode != "serialised") {
        members.fail("mode", "expected serialised or pipelined");
    }
    if (semantics == "exact" || semantics == "fixed") {
        request.semantics = semantics == "fixed" ? Semantics::Fixed : Semantics::Exact;
    } else if (!semantics.empty()) {
        members.fail("semantics", "expected exact or fixed");
    }
}

void readTensors(Members &members, WorkerRequest &request)
{
    const Json *list = members.find("tensors");
    if (!list) {
        return;
    }
    const std::string expected = "expected [{name, dtype, shape, bytes}] with names that differ "
                                 "and bytes that fit the shape";
    if (!list->is_array()) {
        members.fail("tensors", expected);
        return;
    }
    for (const Json &item : *list) {
        auto tensor = tensorFrom(item);
        const bool isWeight = tensor && item.value("weight", Json()) == Json(true);
        TensorMap &tensors = isWeight ? request.execution.weights : request.execution.values;
        if (!tensor || tensors.count(tensor->name) != 0) {
            members.fail("tensors", expected);
            return;
        }
        request.followingTensors.push_back({tensor->name, isWeight});
        if (item.value("parameter", Json()) == Json(true)) {
            request.execution.loadedParams.insert(tensor->name);
        }
        tensors.emplace(tensor->name, std::move(tensor->tensor));
    }
}

void readOperators(Members &members, WorkerRequest &request)
{
    const Json *list = members.find("operators");
    for (const Json &item : list ? *list : Json::array()) {
        if (!item.is_object() || !item.value("file", Json()).is_string()
            || !item.value("text", Json()).is_string()) {
            members.fail("operators", "expected [{file, text}]");
            return;
        }
        request.operators.push_back(
            {item["file"].get<std::string>(), item["text"].get<std::string>()});
    }
}

/// The way in which the model is to be run.
void addExecution(const WorkerRequest &request, Json &line)
{
    const ExecutionRequest &execution = request.execution;
    line["pipeline"] = execution.pipeline;
    line["mode"] = runModeName(execution.mode);
    line["warmup"] = execution.warmup;
    line["repeat"] = execution.repeat;
    line["settle"] = execution.warmsUntilSettled;
    line["seed"] = execution.seed;
    line["algorithm"] = execution.isDirectOnly ? "direct" : "auto";
    line["half_arithmetic"] = execution.computesInHalf;
    line["fallback"] = execution.fallsBack;
    line["planned"] = execution.isPlanned;
    line["expanded"] = execution.isExpanded;
    line["no_invented"] = execution.refusesInvented;
    if (request.semantics) {
        line["semantics"] = semanticsName(*request.semantics);
    }
    if (!execution.constants.empty()) {
        line["constants"] = execution.constants;
    }
    const InputFacts &facts = execution.facts;
    for (const auto &[name, shape] : facts.shapes) {
        line["shapes"][name] = shapeJson(shape);
    }
    for (const auto &[name, sizes] : facts.sizes) {
        line["shapes"][name] = dimensionsText(sizes);
    }
    Json &types = line["dtypes"] = Json::object();
    const auto word = [](DType type) {
        return type == DType::Unknown ? std::string_view("none") : dtypeName(type);
    };
    if (facts.defaultType != InputFacts().defaultType) {
        types["*"] = word(facts.defaultType);
    }
    for (const auto &[name, type] : facts.dtypes) {
        types[name] = word(type);
    }
    for (const auto &[name, tensor] : execution.values) {
        line["tensors"].push_back(tensorJson(name, tensor));
        if (execution.loadedParams.count(name) != 0) {
            line["tensors"].back()["parameter"] = true;
        }
    }
    for (const auto &[name, tensor] : execution.weights) {
        line["tensors"].push_back(tensorJson(name, tensor));
        line["tensors"].back()["weight"] = true;
    }
}

/// The operators of the request and how its model is run.
void addModel(const WorkerRequest &request, Json &line)
{
    if (!request.file.empty()) {
        line["file"] = request.file;
    }
    for (const OperatorFile &file : request.operators) {
        line["operators"].push_back({{"file", file.path}, {"text", file.text}});
    }
    addExecution(request, line);
}

std::string requestLine(const Json &line)
{
    return line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace

const Json &WorkerRequest::argumentsOrNull() const
{
    static const Json none;
    return arguments ? *arguments : none;
}

std::string workerRequestLine(const WorkerRequest &request)
{
    Json line{{"id", request.id}, {"command", request.command}};
    if (!request.execution.device.empty()) {
        line["device"] = request.execution.device;
    }
    if (!request.layer.empty()) {
        line["layer"] = request.layer;
    }
    if (!request.model.empty()) {
        line["bytes"] = request.model.size();
        addModel(request, line);
    }
    if (request.arguments) {
        line["arguments"] = *request.arguments;
    }
    return requestLine(line);
}

std::string workerRequestBytes(const WorkerRequest &request)
{
    std::string bytes = request.model;
    if (!request.model.empty()) {
        for (const TensorMap *tensors : {&request.execution.values, &request.execution.weights}) {
            for (const auto &[name, tensor] : *tensors) {
                appendElements(tensor, bytes);
            }
        }
    }
    return bytes;
}

std::string preparationKey(const WorkerRequest &request)
{
    Json line{{"device", request.execution.device},
              {"model", std::hash<std::string_view>()(request.model)}};
    addModel(request, line);
    for (const char *ofRuns : {"mode", "warmup", "repeat", "settle"}) {
        line.erase(ofRuns);
    }
    return requestLine(line) + elementsKey(request.execution.values);
}

std::string elementsKey(const TensorMap &tensors)
{
    std::string key;
    for (const auto &[name, tensor] : tensors) {
        const auto bytes = tensor.bytes();
        const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
        key += fmt::format("{:x} ", std::hash<std::string_view>()(text));
    }
    return key;
}

std::string workerCancelText(std::uint64_t id)
{
    return requestLine({{"cancel", id}});
}

Json tensorJson(const std::string &name, const Tensor &tensor)
{
    return {{"name", name},
            {"dtype", dtypeName(tensor.type())},
            {"shape", shapeJson(tensor.shape())},
            {"bytes", tensor.byteSize()}};
}

std::optional<NamedTensor> tensorFrom(const Json &item)
{
    if (!item.is_object() || !item.value("name", Json()).is_string()
        || !item.value("dtype", Json()).is_string()) {
        return std::nullopt;
    }
    const auto type = dtypeFromName(item["dtype"].get<std::string>());
    const auto shape = shapeFrom(item.value("shape", Json()));
    const std::int64_t bytes = type && shape ? byteCount(*shape, *type).value_or(-1) : -1;
    const Json stated = item.value("bytes", Json());
    if (bytes < 0 || static_cast<std::uint64_t>(bytes) > maxWorkerBytes
        || !stated.is_number_unsigned()
        || stated.get<std::uint64_t>() != static_cast<std::uint64_t>(bytes)) {
        return std::nullopt;
    }
    Result<Tensor> tensor = Tensor::zeros(*type, *shape);
    if (!tensor) {
        return std::nullopt;
    }
    NamedTensor named{item["name"].get<std::string>(), std::move(tensor).value()};
    const Json element = item.value("element", Json());
    const auto stands =
        element.is_string() ? elementTypeNamed(element.get<std::string>()) : std::nullopt;
    if (stands && computableType(*stands) == *type) {
        named.element = *stands;
    }
    return named;
}

void appendElements(const Tensor &tensor, std::string &bytes)
{
    const auto elements = tensor.bytes();
    bytes.append(reinterpret_cast<const char *>(elements.data()), elements.size());
}

Result<WorkerRequest> parseWorkerRequest(const Json &line)
{
    if (!line.is_object()) {
        return bad("found no JSON object, expected {\"id\":…,\"command\":…}");
    }
    WorkerRequest request;
    Members members(line);
    members.number("id", request.id, std::uint64_t{1} << 53);
    members.text("command", request.command);
    members.text("layer", request.layer);
    members.text("graph", request.model);
    members.text("file", request.file);
    members.number("bytes", request.modelBytes, maxWorkerBytes);
    members.text("device", request.execution.device);
    members.text("pipeline", request.execution.pipeline);
    members.number("warmup", request.execution.warmup, 100000);
    members.number("repeat", request.execution.repeat, 100000);
    members.flag("settle", request.execution.warmsUntilSettled);
    members.number("seed", request.execution.seed, ~std::uint64_t{0});
    members.flag("half_arithmetic", request.execution.computesInHalf);
    members.flag("fallback", request.execution.fallsBack);
    members.flag("planned", request.execution.isPlanned);
    members.flag("expanded", request.execution.isExpanded);
    members.flag("no_invented", request.execution.refusesInvented);
    readChoices(members, request);
    readFacts(members, request.execution.facts);
    readConstants(members, request.execution);
    readTensors(members, request);
    readOperators(members, request);
    if (const Json *arguments = members.find("arguments")) {
        request.arguments = std::make_shared<const Json>(*arguments);
    }
    if (!members.status()) {
        return members.status().error();
    }
    if (request.id == 0) {
        return bad("the request has no id, expected a positive whole number");
    }
    request.execution.repeat = std::max<std::size_t>(request.execution.repeat, 1);
    return request;
}

} // namespace nervure

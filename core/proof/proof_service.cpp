// SPDX-License-Identifier: Apache-2.0
#include "core/proof/proof_service.h"

#include "core/engine/json_members.h"
#include "core/engine/weight_json.h"
#include "core/engine/worker_request.h"
#include "core/passes/io/allowed_programs.h"
#include "core/proof/comparison_json.h"
#include "core/proof/proof_json.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::array<std::string_view, 4> extentNames{"none", "first", "all", "step"};
constexpr std::array<std::string_view, 3> sideNames{"after", "before", "difference"};

/// Most cells in a row or column of a heat map, most values of a slice.
constexpr std::uint64_t mostOfView = 4096;

template <typename Kind, std::size_t N>
Result<Kind> kindOf(const std::array<std::string_view, N> &names, const Json &json,
                    std::string_view member)
{
    const std::string name = textOf(json, member);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        return makeError("bad-request", "argument {}: found {}, expected one of {}", member,
                         quoted(name),
                         join(std::vector<std::string>(names.begin(), names.end()), ", "));
    }
    return static_cast<Kind>(found - names.begin());
}

/// The sessions of a worker: the latest proof, and the latest two models that were compared.
class ProofService {
public:
    Result<WorkerReport> prove(const WorkerRequest &request, ExecutionContext &context)
    {
        ASSIGN_OR_RETURN(ProofRequest asked, proofRequestFrom(request.argumentsOrNull()));
        m_session.reset(); // its values go before others come
        WorkerReport report{std::make_shared<const Json>(Json::object()), {}};
        Result<std::unique_ptr<ProofSession>> session =
            asked.files.empty() ? openSession(request.execution, asked, context)
                                : openFileSession(request.execution, request.file, asked.files,
                                                  context, report.diagnostics);
        if (!session) {
            return session.error();
        }
        m_session = std::move(session).value();
        m_session->setAgainstFirst(asked.isAgainstFirst);
        m_id = request.id;
        if (asked.extent == ProofExtent::None) {
            return report;
        }
        BisectOptions options;
        options.tolerance = asked.tolerance;
        options.goesOn = asked.extent == ProofExtent::All;
        options.isAgainstFirst = asked.isAgainstFirst;
        if (asked.extent == ProofExtent::Step) {
            options.only = asked.step;
        }
        ASSIGN_OR_RETURN(const Bisection result, m_session->prove(options, context.control));
        report.document = std::make_shared<const Json>(bisectionJson(result));
        return report;
    }

    Result<WorkerReport> compare(WorkerRequest &request, ExecutionContext &context)
    {
        const Json &arguments = request.argumentsOrNull();
        const std::string file = textOf(arguments, "file");
        if (file.empty()) {
            return makeError("bad-request", "argument file: found nothing, expected a model");
        }
        std::optional<double> tolerance;
        if (memberOf(arguments, "tolerance").is_number()) {
            tolerance = numberOf(arguments, "tolerance");
        }
        m_pair.reset();
        WorkerReport report;
        context.control.report(-1, "running");
        ASSIGN_OR_RETURN(m_pair, pairWithFile(std::move(request.execution), {request.file, file},
                                              context, report.diagnostics));
        m_pairId = request.id;
        ASSIGN_OR_RETURN(const ModelComparison models, m_pair->compare(tolerance));
        report.document = std::make_shared<const Json>(modelsJson(models));
        return report;
    }

    Result<WorkerReport> look(const WorkerRequest &request, const ExecutionContext &context)
    {
        const Json &arguments = request.argumentsOrNull();
        const std::uint64_t id = countOf(arguments, "of");
        const bool isOfPair = m_pair && id == m_pairId;
        if (!isOfPair && (!m_session || id != m_id)) {
            return makeError("no-session", "there is no such proof any more");
        }
        ASSIGN_OR_RETURN(const TensorRequest asked, tensorRequestFrom(arguments));
        ASSIGN_OR_RETURN(const WeightReport report, isOfPair
                                                        ? m_pair->look(asked, context.control)
                                                        : m_session->look(asked, context.control));
        return WorkerReport{std::make_shared<const Json>(weightReportJson(report)), {}};
    }

private:
    std::unique_ptr<ProofSession> m_session;
    std::uint64_t m_id = 0;
    std::unique_ptr<ModelPair> m_pair;
    std::uint64_t m_pairId = 0;
};

} // namespace

Json proofArguments(const ProofRequest &request)
{
    Json json{{"passes", pipelineText(request.passes)},
              {"extent", extentNames[static_cast<std::size_t>(request.extent)]},
              {"step", request.step},
              {"against", againstName(request.isAgainstFirst)}};
    if (!request.files.empty()) {
        json["files"] = request.files;
    }
    if (request.tolerance) {
        json["tolerance"] = *request.tolerance;
    }
    if (request.mostSteps) {
        json["most_steps"] = *request.mostSteps;
    }
    if (!request.programs.empty()) {
        json["programs"] = request.programs;
    }
    return json;
}

Result<ProofRequest> proofRequestFrom(const Json &json)
{
    ProofRequest request;
    if (const std::string text = textOf(json, "passes"); !text.empty()) {
        ASSIGN_OR_RETURN(request.passes, parsePipeline(text));
    }
    ASSIGN_OR_RETURN(request.extent, kindOf<ProofExtent>(extentNames, json, "extent"));
    request.step = countOf(json, "step");
    request.files = textsOf(memberOf(json, "files"));
    request.isAgainstFirst = textOf(json, "against") == againstName(true);
    if (memberOf(json, "tolerance").is_number()) {
        request.tolerance = numberOf(json, "tolerance");
    }
    if (memberOf(json, "most_steps").is_number()) {
        request.mostSteps = countOf(json, "most_steps");
    }
    for (std::string &command : textsOf(memberOf(json, "programs"))) {
        request.programs.insert(std::move(command));
    }
    return request;
}

Json tensorArguments(const TensorRequest &request, std::uint64_t session)
{
    Json json{{"of", session},
              {"step", request.step},
              {"side", sideNames[static_cast<std::size_t>(request.side)]},
              {"of_model", request.isOfModel},
              {"place", request.place},
              {"index", request.output},
              {"name", request.name},
              {"before_place", request.beforePlace},
              {"before_index", request.beforeOutput},
              {"slice", request.view.slice},
              {"values", request.view.mostValues},
              {"at", request.view.heatMap.at},
              {"cells", request.view.heatMap.mostCells},
              {"statistics", request.view.countsAll}};
    if (const auto &axes = request.view.heatMap.axes) {
        json["axes"] = {axes->down, axes->across};
    }
    return json;
}

Result<TensorRequest> tensorRequestFrom(const Json &json)
{
    TensorRequest request;
    ASSIGN_OR_RETURN(request.side, kindOf<TensorSide>(sideNames, json, "side"));
    const auto number = [&json](std::string_view name) {
        return static_cast<std::uint32_t>(countOf(json, name));
    };
    request.step = countOf(json, "step");
    request.isOfModel = memberOf(json, "of_model") == Json(true);
    request.place = number("place");
    request.output = number("index");
    request.name = textOf(json, "name");
    request.beforePlace = number("before_place");
    request.beforeOutput = number("before_index");
    request.view.slice = textOf(json, "slice");
    request.view.mostValues = std::min(countOf(json, "values"), mostOfView);
    request.view.heatMap.mostCells = std::min(countOf(json, "cells"), mostOfView);
    request.view.heatMap.axes = planeAxesFrom(memberOf(json, "axes"));
    request.view.countsAll = memberOf(json, "statistics") != Json(false);
    for (const Json &index : memberOf(json, "at")) {
        request.view.heatMap.at.push_back(index.is_number_integer() ? index.get<std::int64_t>()
                                                                    : 0);
    }
    return request;
}

Result<std::unique_ptr<ProofSession>> openSession(const ExecutionRequest &request,
                                                  ProofRequest asked,
                                                  const ExecutionContext &context)
{
    PassEnvironment environment{context.builtins.passes, context.builtins.ops};
    environment.semantics = request.semantics;
    environment.control.cancel = context.control.cancel;
    environment.targets = [&devices = context.devices](const std::string &name) {
        Result<Backend *> backend = devices.open(name);
        return backend ? Result<DeviceTraits>((*backend)->info().traits)
                       : Result<DeviceTraits>(backend.error());
    };
    environment.programs = allowPrograms(std::move(asked.programs));
    if (asked.mostSteps) {
        environment.stopsAfter = [left = *asked.mostSteps](const PassResult &) mutable {
            left -= left > 0 ? 1 : 0;
            return left == 0;
        };
    }
    context.control.report(-1, "compiling");
    ASSIGN_OR_RETURN(ProofSteps steps, stepsOfPasses(request, std::move(asked.passes), environment,
                                                     context.builtins));
    const auto nodes = request.graph.nodes();
    return std::make_unique<ProofSession>(std::move(steps),
                                          std::vector<NodeId>(nodes.begin(), nodes.end()),
                                          mannerOf(request), context);
}

Result<std::unique_ptr<ProofSession>> openFileSession(const ExecutionRequest &request,
                                                      const std::string &start,
                                                      const std::vector<std::string> &files,
                                                      const ExecutionContext &context,
                                                      Diagnostics &diagnostics)
{
    std::vector<std::filesystem::path> all{start};
    all.insert(all.end(), files.begin(), files.end());
    context.control.report(-1, "compiling");
    ASSIGN_OR_RETURN(ProofSteps steps,
                     stepsOfFiles(request, all, context.builtins, diagnostics, context.control));
    const auto nodes = request.graph.nodes();
    return std::make_unique<ProofSession>(std::move(steps),
                                          std::vector<NodeId>(nodes.begin(), nodes.end()),
                                          mannerOf(request), context);
}

std::vector<WorkerCommand> proofCommands()
{
    auto service = std::make_shared<ProofService>();
    return {{"compare", true,
             [service](WorkerRequest &request, ExecutionContext &context) {
                 return service->compare(request, context);
             }},
            {"prove", true,
             [service](WorkerRequest &request, ExecutionContext &context) {
                 return service->prove(request, context);
             }},
            {"tensor", false, [service](WorkerRequest &request, ExecutionContext &context) {
                 return service->look(request, context);
             }}};
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/what_if/what_if_messages.h"

#include "core/engine/json_members.h"
#include "core/engine/kernel_sources.h"
#include "core/engine/profile_json.h"

#include <algorithm>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

/// What is given for nodes that a model has not is passed over: it is the other one's.
void keepOwnValues(ExecutionRequest &request)
{
    const auto isForeign = [&request](const auto &item) {
        return !request.graph.findByName(item.first);
    };
    std::erase_if(request.values, isForeign);
    std::erase_if(request.constants, isForeign);
}

Json sideJson(const ProfileReport &report, const Graph &graph)
{
    Json json = profileJson(report, graph.nodes());
    json["layer_kernels"] = layerKernelsJson(report.kernels);
    return json;
}

Result<WorkerReport> answerWhatIf(WorkerRequest &request, ExecutionContext &context)
{
    const Json &arguments = request.argumentsOrNull();
    const std::size_t firstBytes = countOf(arguments, "first_bytes");
    if (firstBytes == 0 || firstBytes >= request.model.size()) {
        return makeError("bad-request",
                         "what-if: expected two models, and first_bytes of the first");
    }
    WorkerRequest first = request;
    first.model.resize(firstBytes);
    request.model.erase(0, firstBytes);
    WorkerReport answer;
    for (WorkerRequest *side : {&first, &request}) {
        RETURN_IF_FAILED(openWorkerModel(*side, context.builtins, answer.diagnostics));
        keepOwnValues(side->execution);
    }
    first.execution.pipeline = textOf(arguments, "pipeline");
    const WhatIf question{std::move(first.execution), std::move(request.execution),
                          countOf(arguments, "rounds")};
    ASSIGN_OR_RETURN(const WhatIfReport report, measureWhatIf(question, context));
    answer.diagnostics.insert(answer.diagnostics.end(), report.diagnostics.begin(),
                              report.diagnostics.end());
    answer.document = std::make_shared<const Json>(
        Json{{"before", sideJson(report.before, question.before.graph)},
             {"after", sideJson(report.after, question.after.graph)}});
    return answer;
}

Result<ProfileReport> sideFrom(const Json &json, std::span<const NodeId> nodes)
{
    ASSIGN_OR_RETURN(ProfileReport report, profileFrom(json, nodes));
    report.kernels = layerKernelsFrom(memberOf(json, "layer_kernels"));
    return report;
}

} // namespace

WorkerRequest whatIfRequest(const WorkerRequest &before, WorkerRequest after, std::size_t rounds)
{
    after.command = "what-if";
    after.arguments = std::make_shared<const Json>(Json{{"first_bytes", before.model.size()},
                                                        {"rounds", rounds},
                                                        {"pipeline", before.execution.pipeline}});
    after.model.insert(0, before.model);
    return after;
}

WorkerCommand whatIfCommand()
{
    return {"what-if", false, answerWhatIf};
}

Result<WhatIfReport> whatIfFrom(const Json &json, std::span<const NodeId> before,
                                std::span<const NodeId> after)
{
    ASSIGN_OR_RETURN(ProfileReport first, sideFrom(memberOf(json, "before"), before));
    ASSIGN_OR_RETURN(ProfileReport second, sideFrom(memberOf(json, "after"), after));
    return WhatIfReport{std::move(first), std::move(second), {}};
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/result_origin.h"

#include "core/engine/execution_request.h"
#include "core/graph/indexed/graph_fingerprint.h"
#include "core/support/utc_time.h"
#include "core/support/version.h"

#include <nlohmann/json.hpp>

namespace nervure {

using Json = nlohmann::ordered_json;

ResultOrigin originOf(const ExecutionRequest &request, const ExecutionPlan &plan,
                      const Builtins &builtins)
{
    ResultOrigin origin;
    Diagnostics ignored;
    if (const auto index = IndexedGraph::build(request.graph, builtins.ops, ignored)) {
        origin.model = graphFingerprint(**index);
    }
    for (const std::uint32_t id : plan.inputs) {
        const PlanBuffer &buffer = plan.buffers[id];
        origin.inputs.push_back({buffer.name, buffer.shape, buffer.type});
    }
    origin.isDirectOnly = request.isDirectOnly;
    origin.computesInHalf = request.computesInHalf;
    origin.fallsBack = request.fallsBack;
    origin.semantics = semanticsName(request.semantics);
    origin.seed = request.seed;
    origin.date = utcTimeText();
    return origin;
}

void addOrigin(const ResultOrigin &origin, Json &document)
{
    Json inputs = Json::array();
    for (const OriginInput &input : origin.inputs) {
        inputs.push_back(
            {{"name", input.name}, {"shape", input.shape}, {"dtype", dtypeName(input.type)}});
    }
    document["model"] = {{"hash", origin.model}, {"inputs", std::move(inputs)}};
    document["options"] = {{"algorithm", origin.isDirectOnly ? "direct" : "auto"},
                           {"half_arithmetic", origin.computesInHalf},
                           {"fallback", origin.fallsBack},
                           {"semantics", origin.semantics},
                           {"seed", origin.seed}};
    document["version"] = programVersion();
    document["date"] = origin.date;
}

} // namespace nervure

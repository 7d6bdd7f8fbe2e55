// SPDX-License-Identifier: Apache-2.0
#include "core/engine/result_origin.h"

#include "core/engine/execution_request.h"
#include "core/engine/json_members.h"
#include "core/graph/indexed/graph_fingerprint.h"
#include "core/support/utc_time.h"
#include "core/support/version.h"

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

unsigned threadsOf(const Json &machine)
{
    const Json &threads = memberOf(machine, "threads");
    return threads.is_number_unsigned() ? threads.get<unsigned>() : 0;
}

} // namespace

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
    origin.version = programVersion();
    origin.machine = thisMachine();
    return origin;
}

void addOrigin(const ResultOrigin &origin, Json &document)
{
    Json inputs = Json::array();
    for (const OriginInput &input : origin.inputs) {
        inputs.push_back({{"name", input.name},
                          {"shape", shapeJson(input.shape)},
                          {"dtype", dtypeName(input.type)}});
    }
    document["model"] = {{"hash", origin.model}, {"inputs", std::move(inputs)}};
    document["options"] = {{"algorithm", origin.isDirectOnly ? "direct" : "auto"},
                           {"half_arithmetic", origin.computesInHalf},
                           {"fallback", origin.fallsBack},
                           {"semantics", origin.semantics},
                           {"seed", origin.seed}};
    document["version"] = origin.version;
    document["date"] = origin.date;
    document["machine"] = {{"host", origin.machine.host},
                           {"system", origin.machine.system},
                           {"processor", origin.machine.processor},
                           {"threads", origin.machine.threads}};
}

ResultOrigin originFrom(const Json &document)
{
    ResultOrigin origin;
    const Json &model = memberOf(document, "model");
    origin.model = textOf(model, "hash");
    for (const Json &json : memberOf(model, "inputs")) {
        OriginInput input{textOf(json, "name"), {}, DType::Unknown};
        input.shape = shapeFrom(memberOf(json, "shape")).value_or(Shape());
        input.type = dtypeFromName(textOf(json, "dtype")).value_or(DType::Unknown);
        origin.inputs.push_back(std::move(input));
    }
    const Json &options = memberOf(document, "options");
    origin.isDirectOnly = textOf(options, "algorithm") == "direct";
    origin.computesInHalf = memberOf(options, "half_arithmetic") == Json(true);
    origin.fallsBack = memberOf(options, "fallback") == Json(true);
    origin.semantics = textOf(options, "semantics");
    if (const Json &seed = memberOf(options, "seed"); seed.is_number_unsigned()) {
        origin.seed = seed.get<std::uint64_t>();
    }
    origin.version = textOf(document, "version");
    origin.date = textOf(document, "date");
    const Json &machine = memberOf(document, "machine");
    origin.machine = {textOf(machine, "host"), textOf(machine, "system"),
                      textOf(machine, "processor"), threadsOf(machine)};
    return origin;
}

} // namespace nervure

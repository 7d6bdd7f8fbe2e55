// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_gradient_case.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"

#include "core/support/text.h"
#include "tests/conformance/difference.h"
#include "tests/conformance/nnvm_model.h"
#include "tests/conformance/nnvm_node_facts.h"

#include <nlohmann/json.hpp>

#include <array>
#include <regex>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr std::array<const char *, 2> shapeErrors{"shape_error", "infer_shape_error"};

/// What NNVM's inference said of the gradient's graph; null when it said nothing. An "error" beside a
/// graph is inference's, one without a graph is the pass's own.
Json shapeErrorOf(const Json &record)
{
    for (const char *key : shapeErrors) {
        if (record.contains(key)) {
            return record[key];
        }
    }
    return record.contains("gradient_graph") ? record.value("error", Json()) : Json();
}

bool isRefused(const Json &record)
{
    return record.contains("error") && !record.contains("gradient_graph");
}

/// Without the numbers of the nodes that the gradient starts with.
Json withoutLabels(const Json &value)
{
    static const std::regex ones("ones_like\\d+");
    return Json::parse(std::regex_replace(value.dump(), ones, "ones_like"));
}

InputFacts factsOfRecord(const Json &record)
{
    InputFacts facts;
    const Json inputs = record.value("inputs", Json::object());
    for (const auto &[name, shape] : inputs.items()) {
        facts.shapes[name] = shapeOfNnvm(shape.get<IntTuple>());
    }
    return facts;
}

Finding compareShapes(const NnvmContext &context, const Graph &graph, const Json &record)
{
    const PassRun run =
        context.run(graph, std::vector<PassRequest>{{"InferShape"}}, factsOfRecord(record));
    if (const Json error = shapeErrorOf(record); !error.is_null()) {
        return run.ok ? differs("no error, expected " + shortened(error)) : agrees();
    }
    return run.ok
               ? findingOf(firstDifference(analysisJson(run.analyses, "shape"), record.at("shape")))
               : differs(firstError(run.diagnostics));
}

PassRun makeGradient(const NnvmContext &context, const Graph &graph, const Json &record)
{
    const auto wrt = record.at("wrt").get<std::vector<std::string>>();
    const std::vector<PassRequest> passes{{"Gradient", {{"grad_xs", join(wrt, ";")}}}};
    return context.run(graph, passes);
}

Finding compareGraph(const NnvmContext &context, const PassRun &run, const Json &record)
{
    if (isRefused(record)) {
        return run.ok ? differs("no error, expected " + shortened(record["error"])) : agrees();
    }
    return run.ok ? findingOf(firstDifference(withoutLabels(context.jsonOf(run.graph)),
                                              withoutLabels(record.at("gradient_graph"))))
                  : differs(firstError(run.diagnostics));
}

} // namespace

void runNnvmGradientCase(const NnvmContext &context, const Json &record, FileReport &report)
{
    const auto model = readModel(context, record, report);
    if (!model) {
        if (record.contains("gradient_graph")) {
            report.check("gradient shape", [&] {
                return compareShapes(context, context.graphOf(record["gradient_graph"]), record);
            });
        }
        return;
    }
    PassRun run;
    report.check("gradient", [&] {
        run = makeGradient(context, model->graph, record);
        return compareGraph(context, run, record);
    });
    if (!run.ok || !run.index || isRefused(record)) {
        return;
    }
    if (record.contains("heads_names")) {
        report.check("gradient names", [&] {
            return findingOf(firstDifference(withoutLabels(namesJson(*run.index)["output_names"]),
                                             withoutLabels(record["heads_names"])));
        });
    }
    report.check("gradient shape", [&] { return compareShapes(context, run.graph, record); });
}

} // namespace nervure::conformance

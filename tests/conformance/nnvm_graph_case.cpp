// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_graph_case.h"
#include "core/graph/nnvm_shape.h"

#include "tests/conformance/difference.h"
#include "tests/conformance/nnvm_node_facts.h"

#include <nlohmann/json.hpp>

namespace nervure::conformance {

using Json = nlohmann::json;

void NnvmGraphCase::run(const Graph &graph, const std::string &text)
{
    m_report.check("round trip", [&] { return roundTrip(graph, text); });
    if (m_oracle.is_null()) {
        return;
    }
    checkIndex(graph);
    checkInference(graph);
    if (m_oracle.contains("layout") || m_oracle.contains("correct_layout_error")) {
        m_report.check("layout", [&] { return layouts(graph); });
    }
}

Finding NnvmGraphCase::roundTrip(const Graph &graph, const std::string &text) const
{
    Diagnostics found;
    const auto written = m_context.format.write(graph, m_context.formatContext(), found);
    if (!written) {
        return differs("not written: " + written.error().message);
    }
    if (m_oracle.is_object() && m_oracle.contains("resaved")) {
        const Json saved = Json::parse(*written, nullptr, false);
        return findingOf(firstDifference(saved, m_oracle["resaved"]));
    }
    if (*written == text) {
        return agrees();
    }
    // The order of a graph's own attributes is a hash order.
    const Json saved = Json::parse(*written, nullptr, false);
    const Json expected = Json::parse(text, nullptr, false);
    const bool isHashOrder = expected.contains("attrs") && saved == expected;
    return isHashOrder ? agrees() : differs(firstTextDifference(*written, text));
}

void NnvmGraphCase::checkIndex(const Graph &graph)
{
    Diagnostics found;
    const auto index = IndexedGraph::build(graph, m_context.builtins.ops, found);
    const std::string fault = !index             ? index.error().message
                              : hasErrors(found) ? firstError(found)
                                                 : std::string();
    m_report.check("index", [&] {
        return fault.empty() ? findingOf(firstDifference(indexJson(**index), m_oracle.at("index")))
                             : differs(fault);
    });
    m_report.check("names", [&] {
        if (!fault.empty()) {
            return differs(fault);
        }
        Json expected;
        for (const char *key :
             {"input_names", "input_names_aux_state", "input_names_read_only", "output_names"}) {
            expected[key] = m_oracle.at(key);
        }
        return findingOf(firstDifference(namesJson(**index), expected));
    });
    m_report.check("nodes", [&] {
        const Json &expected = m_oracle.at("nodes");
        return fault.empty()
                   ? findingOf(firstDifference(nodeFactsJson(**index, expected), expected))
                   : differs(fault);
    });
}

void NnvmGraphCase::checkInference(Graph graph)
{
    const InputFacts facts = factsOf(m_oracle);
    std::vector<GraphAttr> attrs = graph.attrs();
    if (m_oracle.contains("shape_given")) {
        attrs.push_back({"shape", "list_shape", m_oracle["shape_given"].dump()});
    }
    if (m_oracle.contains("dtype_given")) {
        attrs.push_back({"dtype", "list_int", m_oracle["dtype_given"].dump()});
    }
    graph.setAttrs(std::move(attrs));
    m_report.check("shape", [&] { return shapes(graph, facts); });
    if (m_oracle.contains("dtype") || m_oracle.contains("infer_type_error")) {
        m_report.check("dtype", [&] { return types(graph, facts); });
    }
    if (m_oracle.contains("plan_memory") || m_oracle.contains("plan_memory_error")) {
        m_report.check("plan", [&] { return plan(graph, facts); });
    }
}

Finding NnvmGraphCase::refusal(const Graph &graph, const char *pass, const InputFacts &facts,
                               const char *key) const
{
    const std::vector<PassRequest> passes{{pass}};
    const PassRun run = m_context.run(graph, passes, facts);
    return run.ok ? differs(std::string(pass) + " finds no error, expected "
                            + shortened(m_oracle[key]))
                  : agrees();
}

Finding NnvmGraphCase::shapes(const Graph &graph, const InputFacts &facts) const
{
    for (const char *key : {"died", "infer_shape_error"}) {
        if (m_oracle.contains(key)) {
            return refusal(graph, "InferShape", facts, key);
        }
    }
    const PassRun run = m_context.run(graph, std::vector<PassRequest>{{"InferShape"}}, facts);
    if (!run.ok) {
        return differs(firstError(run.diagnostics));
    }
    Json shapes = Json::array();
    for (const Shape &shape : *run.analyses.find(keys::shape, run.index)) {
        shapes.push_back(nnvmSizes(shape));
    }
    const Json found{shapes, *run.analyses.find(keys::shapeUnknown)};
    const Json expected{m_oracle.at("shape"), m_oracle.at("shape_num_unknown_nodes")};
    return findingOf(firstDifference(found, expected));
}

Finding NnvmGraphCase::types(const Graph &graph, const InputFacts &facts) const
{
    if (m_oracle.contains("infer_type_error")) {
        return refusal(graph, "InferType", facts, "infer_type_error");
    }
    const PassRun run = m_context.run(graph, std::vector<PassRequest>{{"InferType"}}, facts);
    if (!run.ok) {
        return differs(firstError(run.diagnostics));
    }
    const Json found{typeCodes(*run.analyses.find(keys::dtype, run.index)),
                     *run.analyses.find(keys::dtypeUnknown)};
    const Json expected{m_oracle.at("dtype"), m_oracle.at("dtype_num_unknown_nodes")};
    return findingOf(firstDifference(found, expected));
}

Finding NnvmGraphCase::plan(const Graph &graph, const InputFacts &facts) const
{
    if (m_oracle.contains("plan_memory_error")) {
        return skipped("no plan recorded: " + shortened(m_oracle["plan_memory_error"]));
    }
    const PassRun run = m_context.run(
        graph, std::vector<PassRequest>{{"InferShape"}, {"InferType"}, {"PlanMemory"}}, facts);
    if (!run.ok) {
        return differs(firstError(run.diagnostics));
    }
    Json expected = m_oracle["plan_memory"];
    expected.erase("bytes_per_storage"); // derived from the others
    Json found;
    for (const auto &[key, value] : expected.items()) {
        found[key] = analysisJson(run.analyses, key);
    }
    return findingOf(firstDifference(found, expected));
}

Finding NnvmGraphCase::layouts(const Graph &graph) const
{
    if (m_oracle.contains("correct_layout_error")) {
        return refusal(graph, "CorrectLayout", {}, "correct_layout_error");
    }
    const std::vector<PassRequest> passes{{"CorrectLayout"}};
    const PassRun run = m_context.run(graph, passes);
    return run.ok ? findingOf(
               firstDifference(analysisJson(run.analyses, "layout"), m_oracle["layout"]))
                  : differs(firstError(run.diagnostics));
}

} // namespace nervure::conformance

// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_graph_case.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

constexpr const char *roundTripSection = "nnvm round trip";
constexpr const char *indexSection = "nnvm index";
constexpr const char *namesSection = "nnvm names";
constexpr const char *factsSection = "nnvm node facts";
constexpr const char *shapesSection = "nnvm shapes";
constexpr const char *typesSection = "nnvm types";
constexpr const char *planSection = "nnvm plan";

Json indexJson(const IndexedGraph &index)
{
    Json heads = Json::array();
    for (const IndexedEntry &head : index.heads()) {
        heads.push_back({head.nodeId, head.index, head.version});
    }
    return {{"num_nodes", index.nodeCount()},
            {"num_node_entries", index.entryCount()},
            {"node_row_ptr", index.entryStart()},
            {"arg_nodes", index.inputNodes()},
            {"heads", heads}};
}

/// NNVM's name of a head: the variable's, or the node's with the output's behind.
std::string outputName(const IndexedNode &node, const IndexedEntry &entry)
{
    if (node.isVariable()) {
        return node.node->name;
    }
    const auto names = outputNamesOf(node.spec, node.rule(Semantics::Exact), node.outputCount);
    if (node.spec && node.spec->outputNames) {
        return node.node->name + "_" + (entry.index < names.size() ? names[entry.index] : "");
    }
    return node.node->name + "_output" + (names.size() > 1 ? std::to_string(entry.index) : "");
}

Json namesJson(const IndexedGraph &index)
{
    const std::vector<std::uint32_t> mutated = index.mutatedInputNodes();
    Json all = Json::array();
    Json aux = Json::array();
    Json readOnly = Json::array();
    for (const std::uint32_t id : index.inputNodes()) {
        const std::string &name = index.node(id).node->name;
        all.push_back(name);
        (std::binary_search(mutated.begin(), mutated.end(), id) ? aux : readOnly).push_back(name);
    }
    Json outputs = Json::array();
    for (const IndexedEntry &head : index.heads()) {
        outputs.push_back(outputName(index.node(head.nodeId), head));
    }
    return {{"input_names", all},
            {"input_names_aux_state", aux},
            {"input_names_read_only", readOnly},
            {"output_names", outputs}};
}

Json fullAttrs(const IndexedNode &node)
{
    Json attrs = Json::object();
    for (const auto &[key, value] : node.node->attrs) {
        attrs[key] = value;
    }
    for (const AttrDecl &decl : node.spec->attrs.decls) {
        attrs[decl.name] = decl.print(node.attrs.data());
    }
    return attrs;
}

/// The facts of one node under the oracle's names; the keys that say more than the operator
/// registers are left out.
Json factsJson(const IndexedNode &node, const Json &expected)
{
    const RuleContext rule = node.rule(Semantics::Exact);
    const OpSpec &spec = *node.spec;
    Json facts;
    facts["num_outputs"] = node.outputCount;
    facts["num_inputs"] = spec.inputNames ? Json(spec.inputNames(rule).size()) : Json(-1);
    if (expected.contains("input_names")) {
        facts["input_names"] = spec.inputNames ? Json(spec.inputNames(rule)) : Json();
    }
    if (spec.outputNames && expected.contains("output_names")) {
        facts["output_names"] = spec.outputNames(rule);
    }
    if (spec.visibleOutputs != 0) {
        facts["visible_outputs"] = spec.visibleOutputs;
    }
    if (spec.inplace) {
        facts["inplace"] = spec.inplace(rule);
    }
    if (!spec.mutatedInputs.empty()) {
        facts["mutate_inputs"] = spec.mutatedInputs;
    }
    if (spec.pattern) {
        facts["pattern"] = static_cast<int>(*spec.pattern);
    }
    if (expected.contains("full_attrs")) {
        facts["full_attrs"] = fullAttrs(node);
    }
    return facts;
}

} // namespace

NnvmGraphCase::NnvmGraphCase(const NnvmContext &context, Report &report, std::string name)
    : m_context(context),
      m_report(report),
      m_name(std::move(name))
{}

void NnvmGraphCase::run(const std::string &text, const Json &oracle)
{
    const auto loaded = m_context.format.read(text, m_context.formatContext());
    if (!loaded) {
        m_report.check(roundTripSection, m_name, "refused: " + loaded.error().message);
        return;
    }
    const std::string unknownOp = undeclaredOperator(m_context, loaded->graph);
    roundTrip(loaded->graph, text, oracle, unknownOp);
    if (oracle.is_null()) {
        return;
    }
    if (!unknownOp.empty()) {
        for (const char *section :
             {indexSection, namesSection, factsSection, shapesSection, typesSection, planSection}) {
            m_report.skip(section, "operator " + unknownOp);
        }
        return;
    }
    Diagnostics found;
    const auto index = IndexedGraph::build(loaded->graph, m_context.builtins.ops, found);
    if (!index || hasErrors(found)) {
        m_report.check(indexSection, m_name, index ? firstError(found) : index.error().message);
        return;
    }
    checkIndex(**index, oracle);
    checkNames(**index, oracle);
    checkFacts(**index, oracle);
    checkInference(loaded->graph, oracle);
}

void NnvmGraphCase::roundTrip(const Graph &graph, const std::string &text, const Json &oracle,
                              const std::string &unknownOp)
{
    Diagnostics found;
    const auto written = m_context.format.write(graph, m_context.formatContext(), found);
    std::string difference;
    if (!written) {
        difference = "not written: " + written.error().message;
    } else if (oracle.is_object() && oracle.contains("resaved")) {
        difference = firstDifference(Json::parse(*written, nullptr, false), oracle["resaved"]);
    } else {
        difference = firstTextDifference(*written, text);
    }
    if (!difference.empty() && !unknownOp.empty()) {
        m_report.skip(roundTripSection, "operator " + unknownOp);
        return;
    }
    m_report.check(roundTripSection, m_name, difference);
}

void NnvmGraphCase::checkIndex(const IndexedGraph &index, const Json &oracle)
{
    m_report.check(indexSection, m_name, firstDifference(indexJson(index), oracle.at("index")));
}

void NnvmGraphCase::checkNames(const IndexedGraph &index, const Json &oracle)
{
    Json expected;
    for (const char *key :
         {"input_names", "input_names_aux_state", "input_names_read_only", "output_names"}) {
        expected[key] = oracle.at(key);
    }
    m_report.check(namesSection, m_name, firstDifference(namesJson(index), expected));
}

void NnvmGraphCase::checkFacts(const IndexedGraph &index, const Json &oracle)
{
    Json found = Json::array();
    const Json &expected = oracle.at("nodes");
    for (std::uint32_t id = 0; id < index.nodeCount() && id < expected.size(); ++id) {
        const IndexedNode &node = index.node(id);
        found.push_back(node.spec ? factsJson(node, expected[id]) : Json());
    }
    m_report.check(factsSection, m_name, firstDifference(found, expected));
}

void NnvmGraphCase::checkInference(Graph graph, const Json &oracle)
{
    if (oracle.contains("died")) {
        m_report.skip(shapesSection, "NNVM's process ends");
        return;
    }
    std::vector<GraphAttr> attrs = graph.attrs();
    if (oracle.contains("shape_given")) {
        attrs.push_back({"shape", "list_shape", oracle["shape_given"].dump()});
    }
    if (oracle.contains("dtype_given")) {
        attrs.push_back({"dtype", "list_int", oracle["dtype_given"].dump()});
    }
    graph.setAttrs(std::move(attrs));
    const InputFacts facts = factsOf(oracle);
    PassRun state = initialState(std::move(graph));
    if (checkShapes(state, facts, oracle) && checkTypes(state, facts, oracle)) {
        checkPlan(state, oracle);
    }
}

bool NnvmGraphCase::checkShapes(PassRun &state, const InputFacts &facts, const Json &oracle)
{
    state = runPass(m_context, state, "InferShape", facts);
    if (oracle.contains("infer_shape_error")) {
        m_report.check(shapesSection, m_name,
                       state.ok ? "no error, expected " + oracle["infer_shape_error"].dump() : "");
        return false;
    }
    if (!oracle.contains("shape")) {
        return false;
    }
    if (!state.ok) {
        m_report.check(shapesSection, m_name, firstError(state.diagnostics));
        return false;
    }
    m_report.check(shapesSection, m_name,
                   firstDifference(Json{*state.analyses.find(keys::shape),
                                        *state.analyses.find(keys::shapeUnknown)},
                                   Json{oracle["shape"], oracle["shape_num_unknown_nodes"]}));
    return true;
}

bool NnvmGraphCase::checkTypes(PassRun &state, const InputFacts &facts, const Json &oracle)
{
    state = runPass(m_context, state, "InferType", facts);
    if (oracle.contains("infer_type_error")) {
        m_report.check(typesSection, m_name,
                       state.ok ? "no error, expected " + oracle["infer_type_error"].dump() : "");
        return false;
    }
    if (!oracle.contains("dtype")) {
        return false;
    }
    if (!state.ok) {
        m_report.check(typesSection, m_name, firstError(state.diagnostics));
        return false;
    }
    m_report.check(typesSection, m_name,
                   firstDifference(Json{typeCodes(*state.analyses.find(keys::dtype)),
                                        *state.analyses.find(keys::dtypeUnknown)},
                                   Json{oracle["dtype"], oracle["dtype_num_unknown_nodes"]}));
    return true;
}

void NnvmGraphCase::checkPlan(PassRun &state, const Json &oracle)
{
    if (!oracle.contains("plan_memory")) {
        return;
    }
    state = runPass(m_context, state, "PlanMemory", {});
    if (!state.ok) {
        m_report.check(planSection, m_name, firstError(state.diagnostics));
        return;
    }
    const Json found{
        {"storage_id", *state.analyses.find(keys::storageId)},
        {"storage_inplace_index", *state.analyses.find(keys::storageInplaceIndex)},
        {"storage_allocated_bytes", *state.analyses.find(keys::storageAllocatedBytes)},
        {"storage_num_not_allocated", *state.analyses.find(keys::storageNotAllocated)}};
    Json expected = oracle["plan_memory"];
    expected.erase("bytes_per_storage");
    m_report.check(planSection, m_name, firstDifference(found, expected));
}

} // namespace nervure::conformance

// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_node_facts.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure::conformance {

using Json = nlohmann::json;

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

std::string outputName(const IndexedNode &node, std::uint32_t index)
{
    if (node.isVariable()) {
        return node.node->name;
    }
    const auto names = outputNamesOf(node.spec, node.rule(Semantics::Exact), node.outputCount);
    if (node.spec && node.spec->outputNames) {
        return node.node->name + "_" + (index < names.size() ? names[index] : "");
    }
    return node.node->name + "_output" + (names.size() > 1 ? std::to_string(index) : "");
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
        outputs.push_back(outputName(index.node(head.nodeId), head.index));
    }
    return {{"input_names", all},
            {"input_names_aux_state", aux},
            {"input_names_read_only", readOnly},
            {"output_names", outputs}};
}

namespace {

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

Json nodeFactsJson(const IndexedGraph &index, const Json &expected)
{
    Json found = Json::array();
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        const IndexedNode &node = index.node(id);
        const Json wanted = id < expected.size() ? expected[id] : Json();
        found.push_back(node.spec ? factsJson(node, wanted) : Json());
    }
    return found;
}

} // namespace nervure::conformance

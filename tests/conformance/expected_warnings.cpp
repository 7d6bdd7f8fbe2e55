// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/expected_warnings.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace nervure::conformance {

namespace {

/// Whether some node waits for itself, by taking away nodes that wait for none.
bool hasCycle(const Graph &graph)
{
    std::map<NodeId, std::size_t> waiting;
    std::map<NodeId, std::vector<NodeId>> users;
    std::vector<NodeId> ready;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        std::vector<NodeId> sources = node.controlDeps;
        for (const Entry &entry : node.inputs) {
            sources.push_back(entry.node);
        }
        std::erase_if(sources, [&graph](NodeId source) { return !graph.contains(source); });
        for (const NodeId source : sources) {
            users[source].push_back(id);
        }
        waiting[id] = sources.size();
        if (sources.empty()) {
            ready.push_back(id);
        }
    }
    std::size_t done = 0;
    for (; !ready.empty(); ++done) {
        const NodeId id = ready.back();
        ready.pop_back();
        for (const NodeId user : users[id]) {
            if (--waiting[user] == 0) {
                ready.push_back(user);
            }
        }
    }
    return done < graph.nodeCount();
}

bool hasTextAfter(const std::string &text)
{
    int depth = 0;
    bool isString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isString) {
            i += c == '\\' ? 1 : 0;
            isString = c != '"';
            continue;
        }
        isString = c == '"';
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        if (depth == 0 && c == '}') {
            return text.find_first_not_of(" \t\r\n", i + 1) != std::string::npos;
        }
    }
    return false;
}

/// What the operators of a graph say about its entries.
class OperatorFaults {
public:
    OperatorFaults(const NnvmContext &context, const Graph &graph) : m_context(context)
    {
        for (const NodeId id : graph.nodes()) {
            m_outputs[id] = look(graph.node(id));
        }
        for (const NodeId id : graph.nodes()) {
            std::for_each(graph.node(id).inputs.begin(), graph.node(id).inputs.end(),
                          [this](const Entry &entry) { lookAt(entry); });
        }
        std::for_each(graph.heads().begin(), graph.heads().end(),
                      [this](const Entry &entry) { lookAt(entry); });
    }

    bool wrongIndex = false;
    bool wrongCount = false;
    bool wrongAxes = false;

private:
    /// The node's number of outputs; 0 when unknown.
    std::size_t look(const Node &node)
    {
        const OpSpec *spec = m_context.builtins.ops.find(node);
        if (!spec) {
            return node.isVariable() ? 1 : 0;
        }
        Diagnostics problems;
        const ParsedAttrs attrs =
            parseAttrs(spec->attrs, node.attrs, spec->name, node.name, problems);
        if (!problems.empty()) {
            return 0;
        }
        const RuleContext rule{node, attrs, Semantics::Exact};
        wrongCount =
            wrongCount || (spec->inputNames && spec->inputNames(rule).size() != node.inputs.size());
        wrongAxes = wrongAxes || (spec->name == "transpose" && !isPermutation(node));
        return outputNamesOf(spec, rule, 1).size();
    }

    static bool isPermutation(const Node &node)
    {
        const std::string *text = node.attrs.find("axes");
        if (!text) {
            return true;
        }
        std::string list = *text;
        std::replace(list.begin(), list.end(), '(', '[');
        std::replace(list.begin(), list.end(), ')', ']');
        const auto axes = nlohmann::json::parse(list, nullptr, false);
        if (!axes.is_array()) {
            return true;
        }
        const auto rank = static_cast<std::int64_t>(axes.size());
        std::vector<std::int64_t> sorted;
        for (const auto &axis : axes) {
            const auto number = axis.get<std::int64_t>();
            sorted.push_back(number < 0 ? number + rank : number);
        }
        std::sort(sorted.begin(), sorted.end());
        for (std::int64_t i = 0; i < rank; ++i) {
            if (sorted[static_cast<std::size_t>(i)] != i) {
                return false;
            }
        }
        return true;
    }

    void lookAt(const Entry &entry)
    {
        const auto it = m_outputs.find(entry.node);
        wrongIndex =
            wrongIndex || (it != m_outputs.end() && it->second > 0 && entry.index >= it->second);
    }

    const NnvmContext &m_context;
    std::map<NodeId, std::size_t> m_outputs;
};

/// Whether a weight has another shape than its operator's rule gives it.
bool hasWrongWeight(const PassRun &inferred)
{
    const Shapes *shapes = inferred.analyses.find(keys::shape, inferred.index);
    if (!shapes || !inferred.index) {
        return false;
    }
    const IndexedGraph &index = *inferred.index;
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        const IndexedNode &node = index.node(id);
        if (!node.spec || !node.spec->inferShape || node.spec->parameterInputs.empty()) {
            continue;
        }
        Shapes in;
        for (const IndexedEntry &entry : node.inputs) {
            in.push_back(shapes->at(index.entryId(entry)));
        }
        Shapes out(node.outputCount);
        Shapes free = in;
        for (const std::uint32_t i : node.spec->parameterInputs) {
            if (i < free.size()) {
                free[i] = Shape();
            }
        }
        const bool isInferred = node.spec->inferShapes(node.rule(Semantics::Exact), free, out).ok();
        for (const std::uint32_t i : node.spec->parameterInputs) {
            if (isInferred && i < in.size() && !isUnknown(free[i]) && free[i] != in[i]) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

std::set<std::string> expectedWarnings(const NnvmContext &context, const std::string &text,
                                       const Graph &graph, const PassRun *inferred)
{
    std::set<std::string> codes;
    const OperatorFaults faults(context, graph);
    const auto expect = [&codes](bool isFault, const char *code) {
        if (isFault) {
            codes.insert(code);
        }
    };
    expect(hasCycle(graph), "cycle");
    expect(hasTextAfter(text), "text-after");
    expect(faults.wrongIndex, "entry-index");
    expect(faults.wrongCount, "input-count");
    expect(faults.wrongAxes, "infer-shape");
    expect(inferred && hasWrongWeight(*inferred), "infer-shape");
    return codes;
}

} // namespace nervure::conformance

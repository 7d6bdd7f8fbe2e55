// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/model_join.h"

#include "core/graph/edits/edit_draft.h"
#include "core/graph/edits/known_types.h"
#include "core/graph/model_facts.h"
#include "core/graph/onnx_variable.h"
#include "core/graph/op/value_rules.h"
#include "core/graph/opset.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>
#include <set>

namespace nervure {

namespace {

constexpr std::string_view onnxDomain = "ai.onnx";
/// The versions of ONNX's file format from which initializers need not be inputs, and models have functions.
constexpr std::int64_t irOfOwnInitializers = 4;
constexpr std::int64_t irOfFunctions = 8;

std::string domainOf(const Node &node)
{
    const std::size_t colon = node.op.find(':');
    return colon == std::string::npos ? std::string(onnxDomain) : node.op.substr(0, colon);
}

/// The text behind the last '#'.
std::string_view checksumOf(std::string_view function)
{
    return function.substr(std::min(function.rfind('#'), function.size() - 1) + 1);
}

/// True if a node of the graph, or of one inside it, has that operator.
bool usesOperator(const Graph &graph, const std::string &op)
{
    const auto nodes = graph.nodes();
    return std::any_of(nodes.begin(), nodes.end(), [&](NodeId id) {
        const Node &node = graph.node(id);
        return node.op == op
               || std::any_of(node.subgraphs.begin(), node.subgraphs.end(),
                              [&op](const auto &body) { return usesOperator(*body, op); });
    });
}

/// Gives operators of a graph, and of those inside it, other names.
Graph withNewOperators(const Graph &graph, const NewOperatorNames &renamed)
{
    Graph result = graph;
    for (const NodeId id : graph.nodes()) {
        const Node &node = graph.node(id);
        if (const auto name = renamed.find(node.op); name != renamed.end()) {
            result.edit(id).op = name->second;
        }
        for (std::size_t i = 0; i < node.subgraphs.size(); ++i) {
            Graph body = withNewOperators(*node.subgraphs[i], renamed);
            if (!body.sameAs(*node.subgraphs[i])) {
                result.edit(id).subgraphs.own()[i] = std::make_shared<const Graph>(std::move(body));
            }
        }
    }
    return result;
}

/// The text of a function whose operators, as far as they were renamed before, have these new names.
std::string renamedFunction(std::string_view text, const NewOperatorNames &renamed)
{
    FunctionPlace function = functionPlace(text);
    NewOperatorNames names = renamed;
    for (const auto &[name, before] : function.renamed) {
        const auto now = renamed.find(before);
        names.insert_or_assign(name, now == renamed.end() ? before : now->second);
    }
    function.renamed = std::move(names);
    return functionText(function);
}

class PartFitter {
public:
    PartFitter(const Graph &graph, Graph part, const OpRegistry &ops)
        : m_graph(graph),
          m_part(std::move(part)),
          m_ops(ops),
          m_versions(opsetImports(graph)),
          m_theirs(opsetImports(m_part)),
          m_functions(modelFunctions(graph)),
          m_theirFunctions(modelFunctions(m_part))
    {
        if (m_versions.count(std::string(onnxDomain)) == 0 && opsetOf(graph) != 0) {
            m_versions.emplace(onnxDomain, opsetOf(graph));
        }
    }

    Result<FittedPart> fit()
    {
        RETURN_IF_FAILED(takeFunctions());
        const Graph before = m_part;
        ASSIGN_OR_RETURN(m_part, fitted(m_part, false));
        RETURN_IF_FAILED(checkTypes(before));
        if (numberOf(m_graph, model_facts::irVersion) < irOfOwnInitializers
            && findGraphAttr(m_graph, model_facts::irVersion)) {
            makeInputs();
        }
        return FittedPart{std::move(m_part), attrs()};
    }

private:
    /// Functions that come along get other names where the model has another one, or another operator, of theirs.
    Status renameFunctions()
    {
        NewOperatorNames renamed;
        for (const auto &[op, function] : m_theirFunctions) {
            const auto ours = m_functions.find(op);
            const bool isOther = ours == m_functions.end() ? usesOperator(m_graph, op)
                                                           : !isSame(ours->second, function);
            if (isOther && function.starts_with('#')) {
                return makeError("other-function",
                                 "the function {} that comes along is another one than the model's "
                                 "operator of that name: rename one of them first",
                                 op);
            }
            if (isOther) {
                renamed.emplace(op, freeOperator(op));
            }
        }
        if (renamed.empty()) {
            return {};
        }
        ModelFunctions functions;
        for (const auto &[op, function] : m_theirFunctions) {
            const auto name = renamed.find(op);
            functions.emplace(name == renamed.end() ? op : name->second,
                              renamedFunction(function, renamed));
        }
        m_theirFunctions = std::move(functions);
        m_part = withNewOperators(m_part, renamed);
        return {};
    }

    static bool isSame(const std::string &ours, const std::string &theirs)
    {
        return checksumOf(ours) == checksumOf(theirs)
               && functionPlace(ours).renamed == functionPlace(theirs).renamed;
    }

    [[nodiscard]] std::string freeOperator(const std::string &op) const
    {
        int number = 0;
        std::string name;
        do {
            name = fmt::format("{}_{}", op, ++number);
        } while (m_functions.count(name) + m_theirFunctions.count(name) != 0
                 || usesOperator(m_graph, name) || usesOperator(m_part, name));
        return name;
    }

    Status takeFunctions()
    {
        RETURN_IF_FAILED(renameFunctions());
        for (const auto &[op, function] : m_functions) {
            if (m_theirFunctions.count(op) == 0 && usesOperator(m_part, op)) {
                return makeError("other-function",
                                 "the operator {} that is added is a function in the model: rename "
                                 "the function first",
                                 op);
            }
        }
        m_addsFunctions =
            std::any_of(m_theirFunctions.begin(), m_theirFunctions.end(),
                        [this](const auto &one) { return m_functions.count(one.first) == 0; });
        m_functions.insert(m_theirFunctions.begin(), m_theirFunctions.end());
        for (const auto &[domain, version] : m_theirs) {
            const bool isOfFunction =
                std::any_of(m_theirFunctions.begin(), m_theirFunctions.end(),
                            [&](const auto &one) { return one.first.starts_with(domain + ':'); });
            if (isOfFunction) {
                m_versions.emplace(domain, version);
            }
        }
        return {};
    }

    /// The graph with operators of the model's versions. `isFunction`: it is written as it is, and its versions must be
    /// the same operators.
    Result<Graph> fitted(const Graph &part, bool isFunction)
    {
        Graph graph = part;
        for (const NodeId id : part.nodes()) {
            const Node &node = part.node(id);
            if (node.isVariable()) {
                continue;
            }
            ASSIGN_OR_RETURN(const std::uint16_t version, versionFor(node, isFunction));
            if (version != node.opset) {
                graph.edit(id).opset = version;
            }
            for (std::size_t i = 0; i < node.subgraphs.size(); ++i) {
                const bool isLast = i + 1 == node.subgraphs.size();
                const bool isCalled = isLast && m_theirFunctions.count(node.op) != 0;
                ASSIGN_OR_RETURN(Graph body, fitted(*node.subgraphs[i], isFunction || isCalled));
                if (!body.sameAs(*node.subgraphs[i])) {
                    graph.edit(id).subgraphs[i] = std::make_shared<const Graph>(std::move(body));
                }
            }
        }
        return graph;
    }

    /// The version of its domain that the node is to be of.
    Result<std::uint16_t> versionFor(const Node &node, bool isFunction)
    {
        const std::string domain = domainOf(node);
        const auto theirs = m_theirs.find(domain);
        const std::int64_t from = theirs == m_theirs.end() ? node.opset : theirs->second;
        const std::int64_t to =
            m_versions.emplace(domain, std::max<std::int64_t>(from, 1)).first->second;
        const auto version = static_cast<std::uint16_t>(
            std::clamp<std::int64_t>(to, 0, std::numeric_limits<std::uint16_t>::max()));
        if (from == 0 || from == to || m_theirFunctions.count(node.op) != 0) {
            return version;
        }
        const auto *before = m_ops.find(Dialect::Onnx, node.op, static_cast<std::uint16_t>(from));
        const auto *after = m_ops.find(Dialect::Onnx, node.op, version);
        const bool isKnown = before && after && before->values && after->values;
        const bool meansSame =
            before == after ? before != nullptr
                            : isKnown && !isFunction && !after->values->isDeprecated
                                  && before->values->meaningSince == after->values->meaningSince
                                  && takesAttributes(*after, *before, node);
        if (meansSame) {
            m_isOlder = m_isOlder || to < from;
            return version;
        }
        return otherVersion(node, domain, from, to);
    }

    /// True if the version `to` takes all attributes of the node that the version `from` does.
    static bool takesAttributes(const OpSpec &to, const OpSpec &from, const Node &node)
    {
        return problemsOf(to, node) <= problemsOf(from, node);
    }

    /// The number of attributes of the node that the version does not take. Parsing alone takes any text for a choice.
    static std::size_t problemsOf(const OpSpec &spec, const Node &node)
    {
        Diagnostics problems;
        static_cast<void>(parseAttrs(spec.attrs, node.attrs, spec.name, node.name, problems));
        const auto isNoChoice = [&spec](const AttrDict::Item &item) {
            const AttrDecl *decl = spec.attrs.find(item.first);
            return decl && !decl->choices.empty()
                   && std::find(decl->choices.begin(), decl->choices.end(), item.second)
                          == decl->choices.end();
        };
        const auto others = std::count_if(node.attrs.begin(), node.attrs.end(), isNoChoice);
        return problems.size() + static_cast<std::size_t>(others);
    }

    static Diagnostic otherVersion(const Node &node, const std::string &domain, std::int64_t from,
                                   std::int64_t to)
    {
        const bool isOnnx = domain == onnxDomain;
        const std::string wayOut =
            isOnnx ? fmt::format("convert what is added to operator set {} first, as with "
                                 "onnx.version_converter.convert_version(model, {})",
                                 to, to)
                   : "bring both to one version of it first";
        return makeErrorAt(node.name, "other-opset",
                           "{} {} is of version {} of {}, and need not compute the same in version "
                           "{}, which the model is of: {}",
                           node.op, quoted(node.name), from, (isOnnx ? "the operator set" : domain),
                           to, wayOut);
    }

    /// An older version may not take types that a later one does.
    Status checkTypes(const Graph &before) const
    {
        if (!m_isOlder) {
            return {};
        }
        const Diagnostics now = faultsOf(m_part);
        const std::size_t known = faultsOf(before).size();
        return now.size() <= known
                   ? Status()
                   : makeErrorAt(now.back().where.node, "other-opset",
                                 "in the model's older operator set: {}", now.back().message);
    }

    [[nodiscard]] Diagnostics faultsOf(const Graph &graph) const
    {
        Diagnostics found;
        const auto index = IndexedGraph::build(graph, m_ops, found);
        return index ? inferOnnxValues(**index, m_ops, {}, {}).faults : Diagnostics();
    }

    void makeInputs()
    {
        const std::vector<NodeId> ids(m_part.nodes().begin(), m_part.nodes().end());
        for (const NodeId id : ids) {
            const Node &node = m_part.node(id);
            if (node.isVariable() && holdsOnnxValues(node.attrs)) {
                m_part.edit(id).attrs.set(onnx_variable::input, "true");
            }
        }
    }

    [[nodiscard]] std::vector<GraphAttr> attrs() const
    {
        std::vector<GraphAttr> attrs = m_graph.attrs();
        if (m_versions != opsetImports(m_graph)) {
            attrs = withGraphAttr(std::move(attrs), opsetImportAttr(m_versions));
        }
        if (m_addsFunctions) {
            attrs = withGraphAttr(std::move(attrs), functionsAttr(m_functions));
            if (numberOf(m_graph, model_facts::irVersion) < irOfFunctions) {
                attrs = withGraphAttr(std::move(attrs), {std::string(model_facts::irVersion), "int",
                                                         std::to_string(irOfFunctions)});
            }
        }
        return attrs;
    }

    const Graph &m_graph;
    Graph m_part;
    const OpRegistry &m_ops;
    OpsetVersions m_versions; ///< of the model, with what is added
    OpsetVersions m_theirs;
    ModelFunctions m_functions;
    ModelFunctions m_theirFunctions;
    bool m_addsFunctions = false;
    bool m_isOlder = false; ///< an operator got an older version
};

} // namespace

Result<FittedPart> fitPart(const Graph &graph, Graph part, const OpRegistry &ops)
{
    if (graph.dialect() != Dialect::Onnx || part.dialect() != Dialect::Onnx) {
        return FittedPart{std::move(part), graph.attrs()};
    }
    return PartFitter(graph, std::move(part), ops).fit();
}

Result<Edit> addPart(const Graph &graph, const Graph &part, const OpRegistry &ops, AddedAs kind)
{
    ASSIGN_OR_RETURN(const FittedPart fitted, fitPart(graph, part, ops));
    PasteOptions options;
    options.types = inferredTypes(graph, ops);
    EditDraft draft(graph);
    if (fitted.attrs != graph.attrs()) {
        RETURN_IF_FAILED(draft.add({SetGraphAttrs{fitted.attrs}}));
    }
    if (kind == AddedAs::Model) {
        options.connect = Connect::Inputs;
    }
    ASSIGN_OR_RETURN(Edit edit, kind == AddedAs::Model
                                    ? mergeGraph(graph, fitted.graph, options)
                                    : pasteFragment(graph, fitted.graph, options));
    RETURN_IF_FAILED(draft.add(std::move(edit)));
    return draft.take();
}

} // namespace nervure

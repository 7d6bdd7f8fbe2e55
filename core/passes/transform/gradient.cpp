// SPDX-License-Identifier: Apache-2.0
#include "core/passes/option_values.h"
#include "core/passes/transform/gradient_builder.h"
#include "core/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace nervure {

namespace {

/// An option that names operators, as they are registered (aliases become names).
Result<std::vector<std::string>> operatorsOption(const PassContext &context,
                                                 const std::string &name)
{
    std::vector<std::string> ops;
    for (const std::string &text : listOption(context, name)) {
        const OpSpec *spec = context.ops.find(Dialect::Nnvm, text);
        if (!spec) {
            return makeError("option-invalid", "option {} names {}, expected an operator", name,
                             quoted(text));
        }
        ops.push_back(spec->name);
    }
    return ops;
}

/// The same for one operator; empty when the option is not given.
Result<std::string> operatorOption(const PassContext &context, const std::string &name)
{
    ASSIGN_OR_RETURN(const auto ops, operatorsOption(context, name));
    if (ops.size() > 1) {
        return makeError("option-invalid", "option {} names {} operators, expected one", name,
                         ops.size());
    }
    return ops.empty() ? std::string() : ops.front();
}

Status readFunctions(const PassContext &context, GradientRequest &request)
{
    const auto aggregate = operatorOption(context, "grad_aggregate_fun");
    const auto hint = operatorOption(context, "attr_hint_fun");
    const auto copy = operatorOption(context, "copy_op");
    const auto zeros = operatorsOption(context, "zero_ops");
    for (const auto *option : {&aggregate, &hint, &copy}) {
        if (!*option) {
            return option->error();
        }
    }
    RETURN_IF_FAILED(zeros);
    if (!aggregate->empty()) {
        request.aggregate = [op = *aggregate](Graph &graph, std::vector<Entry> parts) {
            return aggregateGradients(graph, std::move(parts), op);
        };
    }
    if (!hint->empty()) {
        request.hint = [op = *hint](Graph &graph, const Entry &source, const Entry &like) {
            Node node;
            node.op = op;
            node.name = graph.node(source.node).name + "_id";
            node.inputs = {source, like};
            return Entry{graph.add(std::move(node)), 0, 0};
        };
    }
    const std::vector<std::string> mirrored = listOption(context, "grad_mirror_fun");
    if (!mirrored.empty()) {
        request.mirror = [names = std::set<std::string>(mirrored.begin(), mirrored.end())](
                             const Node &node) {
            return !node.isVariable() && (names.count(node.op) != 0 || names.count(node.name) != 0);
        };
    }
    request.copyOp = *copy;
    request.zeroOps = *zeros;
    return {};
}

Result<GradientRequest> readGradientRequest(const PassContext &context)
{
    GradientRequest request;
    for (const auto &[name, entries] :
         {std::pair("grad_ys", &request.ys), std::pair("grad_xs", &request.xs),
          std::pair("grad_ys_out_grad", &request.outGrads)}) {
        ASSIGN_OR_RETURN(auto found, entriesOption(context, name));
        *entries = std::move(found);
    }
    if (request.ys.empty()) {
        request.ys = context.graph.heads();
    }
    if (!request.outGrads.empty() && request.outGrads.size() != request.ys.size()) {
        return makeError("option-invalid",
                         "grad_ys_out_grad has {} values, expected one for each of {} of grad_ys",
                         request.outGrads.size(), request.ys.size());
    }
    RETURN_IF_FAILED(readFunctions(context, request));
    return request;
}

/// The snapshot that the ys are the heads of.
Result<std::shared_ptr<const IndexedGraph>> forwardOf(const PassContext &context,
                                                      const GradientRequest &request)
{
    if (request.ys == context.graph.heads()) {
        return context.index;
    }
    Graph graph = context.graph;
    graph.setHeads(request.ys);
    Diagnostics ignored;
    return IndexedGraph::build(graph, context.ops, ignored);
}

/// Every entry has to be an output that is there.
Status checkOutputs(const IndexedGraph &forward)
{
    const auto check = [&](const IndexedEntry &entry, const std::string &reader) -> Status {
        const IndexedNode &node = forward.node(entry.nodeId);
        if (entry.index < node.outputCount) {
            return {};
        }
        return makeErrorAt(node.node->name, "entry-index", "{} takes output {} of {}, which has {}",
                           reader, entry.index, quoted(node.node->name), node.outputCount);
    };
    for (const IndexedEntry &head : forward.heads()) {
        RETURN_IF_FAILED(check(head, "grad_ys"));
    }
    for (const IndexedNode &node : forward.nodes()) {
        for (const IndexedEntry &input : node.inputs) {
            RETURN_IF_FAILED(check(input, quoted(node.node->name)));
        }
    }
    return {};
}

/// What is not asked for: ones arrive at each of ys, and all variables are differentiated by.
void fillRequest(GraphRewriter &rewriter, const IndexedGraph &forward, GradientRequest &request)
{
    if (request.xs.empty()) {
        for (const std::uint32_t id : forward.inputNodes()) {
            request.xs.push_back({forward.node(id).source, 0, 0});
        }
    }
    if (!request.outGrads.empty()) {
        return;
    }
    for (std::size_t i = 0; i < request.ys.size(); ++i) {
        Node ones;
        ones.op = "ones_like";
        ones.name = fmt::format("ones_like{}", i);
        ones.inputs = {request.ys[i]};
        request.outGrads.push_back(
            {rewriter.add(std::move(ones), {request.ys[i].node}, "the gradient starts with ones"),
             0, 0});
    }
}

Status gradient(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "Gradient"));
    ASSIGN_OR_RETURN(auto request, readGradientRequest(context));
    ASSIGN_OR_RETURN(const auto forward, forwardOf(context, request));
    RETURN_IF_FAILED(checkOutputs(*forward));
    GraphRewriter rewriter(context);
    fillRequest(rewriter, *forward, request);
    ASSIGN_OR_RETURN(auto grads, buildGradient(rewriter, context, *forward, request));
    rewriter.finish(std::move(grads));
    return {};
}

} // namespace

void registerGradient(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "Gradient";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "replaces the graph by the one that computes the gradient of its outputs";
    spec.options = {
        {"grad_ys", "", "the values to differentiate, as a;split0:1; the outputs unless given", {}},
        {"grad_xs", "", "the values to differentiate by; all inputs unless given", {}},
        {"grad_ys_out_grad",
         "",
         "the gradient that arrives at each of grad_ys; ones unless given",
         {}},
        {"grad_aggregate_fun",
         "",
         "the operator that adds gradients; elemwise_sum unless given",
         {}},
        {"grad_mirror_fun",
         "",
         "operators or nodes that are computed again for the gradient, to save memory",
         {}},
        {"attr_hint_fun",
         "",
         "the operator of a value and one to take shape and type from, where nothing else tells",
         {}},
        {"zero_ops",
         "",
         "operators that give zeros, the first as zeros_like: what only they reach needs no"
         " gradient",
         {}},
        {"copy_op", "", "the operator that copies a gradient that several values share", {}}};
    spec.changesGraph = true;
    spec.run = gradient;
    passes.add(std::move(spec));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/lightnet_document.h"
#include "core/passes/conversion/nnvm_raising.h"
#include "core/passes/graph_rewriter.h"
#include "core/passes/inherit.h"
#include "core/support/text.h"

#include <unordered_map>
#include <unordered_set>

namespace nervure {

namespace {

constexpr std::string_view fromFileOption = "from_file";
constexpr std::string_view printOption = "print";

/// "float32 [2,3]".
std::string textOf(const LightNetTensor &tensor)
{
    return std::string(dtypeName(tensor.type)) + ' ' + shapeText(tensor.shape);
}

/// Makes the LightNet document of an NNVM graph.
class Raiser {
public:
    explicit Raiser(PassContext &context)
        : m_context(context),
          m_index(*context.index),
          m_fromFile(context.options.at(std::string(fromFileOption))),
          m_document(context.ops, context.graph.idLimit())
    {
        m_entries.tensors.resize(m_index.entryCount());
        m_entries.isRead = readEntries(m_index);
        m_parameters = parametersOf(m_context);
    }

    Status run()
    {
        RETURN_IF_FAILED(takeValues());
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            if (m_context.control.cancel.isCanceled()) {
                return makeError("cancelled", "the pass was cancelled");
            }
            const IndexedNode &node = m_index.node(id);
            const std::string reason = node.isVariable() ? raiseVariable(id) : raiseOperator(id);
            if (!reason.empty()) {
                refuse(id, reason);
            }
        }
        if (m_refused > 0) {
            return makeError("not-raised",
                             "{}{} no counterpart in LightNet, expected that all have one",
                             m_refused, (m_refused == 1 ? " node has" : " nodes have"));
        }
        finish();
        return {};
    }

private:
    [[nodiscard]] LightNetTensor tensorLike(std::uint32_t entry) const
    {
        return {{},
                (*m_context.analyses.find(keys::shape, m_context.index))[entry],
                (*m_context.analyses.find(keys::dtype, m_context.index))[entry]};
    }

    /// Says why, and lets what follows be looked at for its own sake.
    void refuse(std::uint32_t id, const std::string &reason)
    {
        const IndexedNode &node = m_index.node(id);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = m_index.entryId(id, i);
            m_entries.tensors[entry] = tensorLike(entry);
        }
        const std::string what = node.isVariable() ? "variable" : "operator " + node.node->op;
        m_context.diagnostics.push_back(makeErrorAt(node.node->name, "not-raised",
                                                    "{} of {} has no counterpart in LightNet: {}",
                                                    what, quoted(node.node->name), reason));
        ++m_refused;
    }

    /// LightNet's own operators that LightNetToNNVM set aside make the values of variables.
    Status takeValues()
    {
        const auto *graph = m_context.analyses.find(keys::precomputeGraph);
        const auto *names = m_context.analyses.find(keys::precomputeOutputNames);
        if (!graph || !*graph || !names) {
            return {};
        }
        ASSIGN_OR_RETURN(const std::vector<Entry> heads, m_document.copyOperators(**graph));
        if (heads.size() != names->size()) {
            return makeError("not-raised",
                             "{} values are made at load, expected one for each of {} variables",
                             heads.size(), names->size());
        }
        for (std::size_t i = 0; i < heads.size(); ++i) {
            m_values.emplace((*names)[i], heads[i]);
        }
        return {};
    }

    std::string raiseVariable(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        LightNetTensor &tensor = m_entries.tensors[m_index.entryId(id, 0)];
        tensor = tensorLike(m_index.entryId(id, 0));
        if (std::string reason = whyNoTensor(tensor.shape, tensor.type); !reason.empty()) {
            return reason;
        }
        if (const auto value = m_values.find(node.node->name); value != m_values.end()) {
            tensor.entry = value->second;
            m_document.explainCopied(tensor.entry.node, node.source);
            return {};
        }
        const bool isParameter = m_parameters.count(node.source) != 0;
        const bool isFromFile = m_fromFile == "all" || (m_fromFile == "parameters" && isParameter);
        tensor = m_document.builder().variable(tensor.shape, tensor.type, isFromFile);
        return m_document.accept(*node.node, node.source, isParameter ? "parameter" : "input",
                                 {tensor});
    }

    /// Why LightNet has no tensors like those of a node; empty if it has.
    [[nodiscard]] std::string whyNoTensors(std::uint32_t id) const
    {
        const IndexedNode &node = m_index.node(id);
        std::vector<std::uint32_t> entries;
        for (const IndexedEntry &input : node.inputs) {
            entries.push_back(m_index.entryId(input));
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            entries.push_back(m_index.entryId(id, i));
        }
        for (const std::uint32_t entry : entries) {
            const LightNetTensor like = tensorLike(entry);
            std::string reason =
                m_entries.isRead[entry] ? whyNoTensor(like.shape, like.type) : std::string();
            if (!reason.empty()) {
                return reason;
            }
        }
        return {};
    }

    std::string raiseOperator(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        if (!node.spec) {
            return "the operator is unknown";
        }
        std::string reason = whyNoTensors(id);
        if (reason.empty()) {
            reason = contradictionOf(m_context, id);
        }
        if (!reason.empty()) {
            return reason;
        }
        const bool isLightNets = node.node->dialect == Dialect::LightNet;
        RaisedNode raised(m_context, id, m_entries, m_document.builder());
        Raised result = isLightNets ? kept(id) : raiseNnvm(raised);
        if (!result.reason.empty()) {
            m_document.dropUnaccepted();
            return result.reason;
        }
        // Each result is a tensor of its own, so that it can have its name.
        const auto &added = m_document.builder().added();
        std::unordered_set<NodeId> own(added.begin(), added.end());
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            LightNetTensor &tensor = result.outputs[i];
            const std::uint32_t entry = m_index.entryId(id, i);
            if (!m_entries.isRead[entry]) {
                continue;
            }
            if (!isLightNets && own.erase(tensor.entry.node) == 0) {
                tensor = m_document.builder().alike("forward", tensor);
            }
            if (tensor.shape != tensorLike(entry).shape || tensor.type != tensorLike(entry).type) {
                m_document.dropUnaccepted();
                return "LightNet's result is " + textOf(tensor) + ", expected "
                       + textOf(tensorLike(entry));
            }
            m_entries.tensors[entry] = tensor;
        }
        return m_document.accept(*node.node, node.source, "raised " + node.node->op,
                                 result.outputs);
    }

    /// An operator of LightNet's that was not lowered.
    Raised kept(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        if (node.node->inputPorts.size() != node.inputs.size()) {
            return notRaised("its inputs have no roles");
        }
        LightNetBuilder::Inputs inputs;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            inputs.emplace_back(node.node->inputPorts.at(i).role,
                                m_entries.tensors[m_index.entryId(node.inputs[i])]);
        }
        const NodeId copy = m_document.builder().copy(*node.node, inputs);
        Raised result;
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            result.outputs.push_back(tensorLike(m_index.entryId(id, i)));
            result.outputs.back().entry = {copy, i, 0};
        }
        return result;
    }

    void finish()
    {
        std::vector<LightNetDocument::Head> heads;
        for (const IndexedEntry &head : m_index.heads()) {
            const IndexedNode &node = m_index.node(head.nodeId);
            heads.push_back(
                {m_entries.tensors[m_index.entryId(head)], node.node->name, node.source});
        }
        m_document.finish(heads, m_context.options.at(std::string(printOption)) == "1");
        m_context.analyses.set(keys::outputTensors, m_document.headNames());
        m_context.provenance.origins = m_document.takeOrigins();
        m_context.graph = m_document.takeGraph();
    }

    PassContext &m_context;
    const IndexedGraph &m_index;
    const std::string m_fromFile;
    LightNetDocument m_document;
    RaisedEntries m_entries;
    std::unordered_set<NodeId> m_parameters;
    std::unordered_map<std::string, Entry> m_values; ///< by variable
    int m_refused = 0;
};

Status runNnvmToLightnet(PassContext &context)
{
    RETURN_IF_FAILED(requireNnvmGraph(context, "NNVMToLightNet"));
    RETURN_IF_FAILED(
        requireKnownEntries(context, "NNVMToLightNet", "as LightNet's documents hold it"));
    return Raiser(context).run();
}

} // namespace

void registerNnvmToLightnet(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "NNVMToLightNet";
    spec.dialects = {Dialect::Nnvm};
    spec.summary = "the graph as a LightNet document, if every operator has a counterpart";
    spec.needs = {"shape", "dtype"};
    spec.provides = {std::string(keys::outputTensors.name)};
    spec.options = {
        {std::string(fromFileOption),
         "parameters",
         "which variables the weight file holds; the others are zeros",
         {"parameters", "all", "none"}},
        {std::string(printOption), "0", "whether the document prints its results", {"0", "1"}}};
    spec.changesGraph = true;
    spec.run = runNnvmToLightnet;
    passes.add(std::move(spec));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/passes/conversion/from_mxnet.h"

#include "core/passes/conversion/from_mxnet_table.h"
#include "core/passes/conversion/mxnet_order.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nervure {

namespace {

/// Keys that MXNet's C API reports under both spellings.
constexpr std::array<std::string_view, 5> doubledKeys{"__ctx_group__", "__lr_mult__", "__wd_mult__",
                                                      "__force_mirroring__", "__mirror_stage__"};

/// What list_attr() gives of attributes that lie in this order, each under the spellings it has.
template <typename Items>
AttrDict listAttr(const Items &items)
{
    AttrDict listed;
    for (const auto &[key, value] : items) {
        listed.set(key, value);
        if (std::find(doubledKeys.begin(), doubledKeys.end(), key) != doubledKeys.end()) {
            listed.set(std::string_view(key).substr(2, key.size() - 4), value);
        }
    }
    return listed;
}

/// In the order of MXNet's own table of them, which decides what NNVM refuses first.
AttrDict listAttrInTableOrder(const AttrDict &attrs)
{
    std::unordered_map<std::string, std::string> table;
    for (const auto &[key, value] : attrs) {
        table.insert({key, value});
    }
    return listAttr(table);
}

class MXNetImporter {
public:
    MXNetImporter(PassContext &context, MXNetOrder order)
        : m_context(context),
          m_index(*context.index),
          m_order(std::move(order)),
          m_nnvm(context.ops),
          m_made(m_order.nameCount),
          m_sources(m_order.nameCount)
    {
        m_nnvm.reserveIds(context.graph.idLimit());
        for (std::uint32_t id = 0; id < m_index.nodeCount(); ++id) {
            m_sources[m_order.names[id]].push_back(m_index.node(id).source);
        }
    }

    Status run()
    {
        for (const std::uint32_t id : m_order.nodes) {
            if (Status status = convert(id); !status) {
                return locate(status.error(), id);
            }
        }
        std::vector<Entry> heads;
        for (const IndexedEntry &head : m_index.heads()) {
            const auto entry =
                NnvmSymbols::output(m_made[m_order.names[head.nodeId]].value(), head.index);
            if (!entry) {
                return locate(entry.error(), head.nodeId);
            }
            heads.push_back(*entry);
        }
        m_context.graph = m_nnvm.finish(std::move(heads), m_context.provenance);
        return {};
    }

private:
    [[nodiscard]] Diagnostic locate(Diagnostic error, std::uint32_t id) const
    {
        error.where.node = m_index.node(id).node->name;
        return error;
    }

    /// The node first, then those of its name that it stands for.
    [[nodiscard]] std::vector<NodeId> sourcesOf(std::uint32_t id) const
    {
        std::vector<NodeId> sources{m_index.node(id).source};
        for (const NodeId other : m_sources[m_order.names[id]]) {
            if (other != sources.front()) {
                sources.push_back(other);
            }
        }
        return sources;
    }

    Status convert(std::uint32_t id)
    {
        const IndexedNode &node = m_index.node(id);
        std::optional<NnvmSymbol> &made = m_made[m_order.names[id]];
        if (node.isVariable()) {
            m_nnvm.setOrigin(sourcesOf(id), "variables of one name");
            Node variable = *node.node;
            variable.attrs = listAttr(node.node->attrs);
            if (variable.attrs.find("name")) {
                return makeError("TypeError",
                                 "Variable() got multiple values for keyword argument 'name'");
            }
            made = m_nnvm.variable(node.source, std::move(variable));
            return {};
        }
        // MXNet knows an alias by the operator's own name.
        const std::string &op = node.spec ? node.spec->name : node.node->op;
        m_nnvm.setOrigin(sourcesOf(id), "what " + op + " computes");
        MXNetCall call{m_nnvm, op, {}, listAttrInTableOrder(node.node->attrs)};
        for (const IndexedEntry &input : node.inputs) {
            const auto &source = m_made[m_order.names[input.nodeId]];
            if (!source) {
                call.inputs.emplace_back();
                continue;
            }
            ASSIGN_OR_RETURN(const Entry entry, NnvmSymbols::output(*source, input.index));
            call.inputs.emplace_back(entry);
        }
        auto symbol = convertMXNetOperator(call);
        for (std::string &warning : call.warnings) {
            m_context.diagnostics.push_back(
                makeWarningAt(node.node->name, "UserWarning", std::move(warning)));
        }
        if (!symbol) {
            return symbol.error();
        }
        made = std::move(*symbol);
        return {};
    }

    PassContext &m_context;
    const IndexedGraph &m_index;
    MXNetOrder m_order;
    NnvmSymbols m_nnvm;
    std::vector<std::optional<NnvmSymbol>> m_made; ///< by name
    std::vector<std::vector<NodeId>> m_sources;    ///< by name: the nodes that have it
};

} // namespace

Status importMXNetGraph(PassContext &context)
{
    ASSIGN_OR_RETURN(MXNetOrder order, mxnetConversionOrder(*context.index));
    return MXNetImporter(context, std::move(order)).run();
}

} // namespace nervure

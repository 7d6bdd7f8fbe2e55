// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/plan_checks.h"

#include "core/support/text.h"

#include <fmt/format.h>

namespace nervure {

namespace {

/// More than any device holds, and small enough that no sum of sizes overflows.
constexpr std::int64_t maxBufferBytes = std::int64_t{1} << 40;

class Checker {
public:
    explicit Checker(const PlanRequest &request) : m_request(request), m_graph(*request.graph) {}

    [[nodiscard]] Status run() const
    {
        RETURN_IF_FAILED(checkPlacement());
        RETURN_IF_FAILED(checkOperators(m_graph));
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            for (std::uint32_t i = 0; i < m_graph.node(id).outputCount; ++i) {
                RETURN_IF_FAILED(checkEntry(id, i));
            }
            const std::string &name = m_graph.node(id).node->name;
            for (const IndexedEntry &input : m_graph.node(id).inputs) {
                RETURN_IF_FAILED(checkIndex(input, quoted(name) + ": input", name));
            }
        }
        for (const IndexedEntry &head : m_graph.heads()) {
            const std::string &name = m_graph.node(head.nodeId).node->name;
            RETURN_IF_FAILED(checkIndex(head, "a head", name));
        }
        return {};
    }

private:
    [[nodiscard]] Status checkIndex(const IndexedEntry &entry, const std::string &who,
                                    const std::string &node) const
    {
        const std::uint32_t outputs = m_graph.node(entry.nodeId).outputCount;
        if (entry.index < outputs) {
            return {};
        }
        return makeErrorAt(node, "bad-entry", "{} names output {} of a node that has {}", who,
                           entry.index, outputs);
    }

    [[nodiscard]] Status checkEntry(std::uint32_t node, std::uint32_t index) const
    {
        const std::uint32_t entry = m_graph.entryId(node, index);
        const Node &source = *m_graph.node(node).node;
        const std::string who = fmt::format(
            "{} {}: output {}", (m_graph.node(node).isVariable() ? "variable" : source.op),
            quoted(source.name), index);
        if (entry >= m_request.shapes.size() || isUnknown(m_request.shapes[entry])) {
            return makeErrorAt(source.name, "shape-unknown",
                               "{} has no known shape, expected one (--shape NAME=… gives it)",
                               who);
        }
        if (entry >= m_request.types.size() || m_request.types[entry] == DType::Unknown) {
            return makeErrorAt(source.name, "dtype-unknown", "{} has no known element type", who);
        }
        const auto bytes = byteCount(m_request.shapes[entry], m_request.types[entry]);
        if (!bytes || *bytes > maxBufferBytes) {
            return makeErrorAt(source.name, "too-large",
                               "{} of shape {} is larger than any device's memory", who,
                               shapeText(m_request.shapes[entry]));
        }
        return checkPlace(entry, *bytes, who, source.name);
    }

    /// LightNet alone places its tensors, and there are no variables among them.
    [[nodiscard]] Status checkPlacement() const
    {
        const auto &placement = m_request.placement;
        if (placement
            && (placement->offsets.size() != m_graph.entryCount() || m_request.device
                || !m_request.groups.empty() || !m_graph.inputNodes().empty())) {
            return makeError("plan-placement", "tensors can only be placed for a run of single "
                                               "operators on the host, without variables");
        }
        return {};
    }

    [[nodiscard]] Status checkPlace(std::uint32_t entry, std::int64_t bytes, const std::string &who,
                                    const std::string &node) const
    {
        if (!m_request.placement) {
            return {};
        }
        const std::int64_t offset = m_request.placement->offsets[entry];
        if (offset < 0 || bytes > m_request.placement->bytes
            || offset > m_request.placement->bytes - bytes) {
            return makeErrorAt(node, "plan-placement",
                               "{} lies at {}, expected it within the memory of {} bytes", who,
                               offset, m_request.placement->bytes);
        }
        return {};
    }

    const PlanRequest &m_request;
    const IndexedGraph &m_graph;
};

} // namespace

Status checkOperators(const IndexedGraph &graph)
{
    for (const IndexedNode &node : graph.nodes()) {
        const bool isFunction = node.node->subgraphs.size() == 1; // of the model's own
        if (!node.isVariable() && !node.spec && !isFunction) {
            return makeErrorAt(node.node->name, "unknown-operator",
                               "{} {}: the operator is not known, so it cannot run", node.node->op,
                               quoted(node.node->name));
        }
    }
    return {};
}

Status checkPlanRequest(const PlanRequest &request)
{
    return Checker(request).run();
}

} // namespace nervure

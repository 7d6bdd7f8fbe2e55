// SPDX-License-Identifier: Apache-2.0
#include "core/passes/memory/lightnet_stored_plan.h"

#include "core/formats/lightnet/lightnet_reader.h"
#include "core/passes/memory/storage_planner.h"
#include "core/support/json/json_tree.h"
#include "core/support/text.h"

#include <unordered_map>

namespace nervure {

namespace {

/// The place of the CPU among the kinds of memory that sizes are given for.
constexpr std::size_t cpuMemory = 1;

/// Two 32-bit halves; nothing unless both are there.
std::optional<std::int64_t> joined(const std::optional<JsonValue> &high,
                                   const std::optional<JsonValue> &low)
{
    constexpr double limit = 4294967296.0;
    const auto isHalf = [](const std::optional<JsonValue> &half, double most) {
        return half && half->isNumber() && half->number() >= 0 && half->number() < most;
    };
    // Sizes of 63 bits and more are no sizes.
    if (!isHalf(high, limit / 2) || !isHalf(low, limit)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(high->number()) << 32
           | static_cast<std::int64_t>(low->number());
}

std::optional<JsonValue> element(const Result<JsonTree> &array, std::size_t position)
{
    if (!array || !array->root().isArray() || array->root().size() <= position) {
        return std::nullopt;
    }
    auto it = array->root().begin();
    for (std::size_t i = 0; i < position; ++i) {
        ++it;
    }
    return *it;
}

/// What the document says, from the graph attributes it became.
class StoredPlan {
public:
    explicit StoredPlan(const Graph &graph)
    {
        Result<JsonTree> high = JsonTree::parse("[]");
        Result<JsonTree> low = JsonTree::parse("[]");
        for (const GraphAttr &attr : graph.attrs()) {
            if (attr.tag != lightNetTag) {
                continue;
            }
            if (attr.name == "mem_sizes_h") {
                high = JsonTree::parse(attr.json);
            } else if (attr.name == "mem_sizes_l") {
                low = JsonTree::parse(attr.json);
            } else if (attr.name == "tensors") {
                readOffsets(JsonTree::parse(attr.json));
            }
        }
        m_bytes = joined(element(high, cpuMemory), element(low, cpuMemory)).value_or(0);
    }

    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }
    /// 0 when there is none.
    [[nodiscard]] std::int64_t offsetOf(const std::string &tensor) const
    {
        const auto it = m_offsets.find(tensor);
        return it == m_offsets.end() ? 0 : it->second;
    }

private:
    void readOffsets(const Result<JsonTree> &tensors)
    {
        if (!tensors || !tensors->root().isObject()) {
            return;
        }
        for (const JsonValue tensor : tensors->root()) {
            if (tensor.isObject()) {
                const auto offset = joined(tensor.find("offset_h"), tensor.find("offset_l"));
                m_offsets.emplace(tensor.key(), offset.value_or(0));
            }
        }
    }

    std::int64_t m_bytes = 0;
    std::unordered_map<std::string, std::int64_t> m_offsets;
};

} // namespace

Result<LightNetPlan> storedLightNetPlan(const PassContext &context)
{
    const IndexedGraph &graph = *context.index;
    const StoredPlan stored(context.graph);
    LightNetPlan plan;
    plan.bytes = stored.bytes();
    plan.inplaceIndex.assign(graph.entryCount(), inplace::none);
    for (const IndexedNode &node : graph.nodes()) {
        const std::string &name = node.node->name;
        if (!node.node->op.ends_with("_cpu")) {
            return makeErrorAt(name, "plan-stored",
                               "operator {} of {} is no operator of LightNet's CPU backend, "
                               "expected a compiled document",
                               quoted(node.node->op), quoted(name));
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const auto entry = static_cast<std::uint32_t>(plan.offset.size());
            const bool isNamed = i < node.node->outputPorts.size();
            const std::string tensor = isNamed ? node.node->outputPorts[i].tensor : std::string();
            const std::int64_t offset = stored.offsetOf(tensor);
            const auto bytes = entryBytes(context, entry);
            if (offset < 1) {
                return makeErrorAt(name, "plan-stored",
                                   "tensor {} of {} has no offset, expected one of at least 1",
                                   quoted(tensor), quoted(name));
            }
            if (!bytes || *bytes > stored.bytes() || offset > stored.bytes() - *bytes) {
                return makeErrorAt(name, "plan-stored",
                                   "tensor {} of {} lies beyond the memory of the document, "
                                   "expected its end to be at most {}",
                                   quoted(tensor), quoted(name), stored.bytes());
            }
            plan.id.push_back(entry);
            plan.offset.push_back(offset);
        }
    }
    return plan;
}

} // namespace nervure

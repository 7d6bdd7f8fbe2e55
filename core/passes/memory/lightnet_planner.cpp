// SPDX-License-Identifier: Apache-2.0
#include "core/passes/memory/lightnet_planner.h"

#include "core/execution/plan/static_order.h"
#include "core/passes/memory/lightnet_pool.h"
#include "core/passes/memory/storage_planner.h"
#include "core/passes/pass_attributes.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

/// What LightNet's CPU backend can plan.
constexpr std::int64_t poolBytes = std::int64_t{16} << 30;

class LightNetPlanner {
public:
    LightNetPlanner(const PassContext &context, std::int64_t alignment)
        : m_context(context),
          m_graph(*context.index),
          m_pool(poolBytes, alignment),
          m_places(m_graph.entryCount()),
          m_uses(m_graph.entryCount(), 0)
    {
        m_plan.offset.assign(m_graph.entryCount(), -1);
        m_plan.inplaceIndex.assign(m_graph.entryCount(), inplace::none);
        for (std::uint32_t entry = 0; entry < m_graph.entryCount(); ++entry) {
            m_places[entry].root = entry;
        }
    }

    Result<LightNetPlan> run()
    {
        RETURN_IF_FAILED(measure());
        for (const IndexedNode &node : m_graph.nodes()) {
            noteAliases(node);
        }
        countUses();
        const std::vector<NodeId> order = staticOrder(m_context.graph, m_context.ops);
        for (const bool isStaticRound : {true, false}) {
            for (const NodeId id : order) {
                const IndexedNode &node = m_graph.node(*m_graph.find(id));
                if (isStatic(node) == isStaticRound) {
                    RETURN_IF_FAILED(giveOutputs(node));
                }
                if (!isStaticRound) {
                    releaseInputs(node);
                }
            }
        }
        numberMemory();
        return std::move(m_plan);
    }

private:
    /// Where an entry lies: `offset` bytes into another one, or, when that is itself, on its own.
    struct Place {
        std::uint32_t root = 0;
        std::int64_t offset = 0;
        std::int64_t bytes = 0;
    };

    Status measure();
    void noteAliases(const IndexedNode &node);
    void lieIn(std::uint32_t entry, std::uint32_t root, std::int64_t offset)
    {
        m_places[entry].root = root;
        m_places[entry].offset = offset;
    }
    void lieInInput(const IndexedNode &node, std::uint32_t output, std::uint32_t input,
                    std::int64_t offset)
    {
        lieIn(outputOf(node, output), m_graph.entryId(node.inputs[input]), offset);
        m_plan.inplaceIndex[outputOf(node, output)] = input;
    }
    Place find(std::uint32_t entry);
    void countUses();
    Status giveOutputs(const IndexedNode &node);
    void releaseInputs(const IndexedNode &node);
    Status give(const IndexedNode &node, std::uint32_t entry);
    void takeBack(std::uint32_t root);

    [[nodiscard]] std::uint32_t outputOf(const IndexedNode &node, std::size_t i) const
    {
        return m_graph.entryId(static_cast<std::uint32_t>(&node - m_graph.nodes().data()),
                               static_cast<std::uint32_t>(i));
    }
    [[nodiscard]] static bool isStatic(const IndexedNode &node)
    {
        return node.spec && node.spec->isStatic;
    }
    void numberMemory();

    const PassContext &m_context;
    const IndexedGraph &m_graph;
    LightNetPool m_pool;
    std::vector<Place> m_places;      ///< by entry
    std::vector<std::int64_t> m_uses; ///< by entry that is a root: readers to come
    std::vector<bool> m_isStatic;     ///< by entry
    LightNetPlan m_plan;
};

Status LightNetPlanner::measure()
{
    const Shapes &shapes = *m_context.analyses.find(keys::shape, m_context.index);
    m_isStatic.assign(m_graph.entryCount(), false);
    for (const IndexedNode &node : m_graph.nodes()) {
        for (std::size_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = outputOf(node, i);
            const auto bytes =
                isUnknown(shapes[entry]) ? std::nullopt : entryBytes(m_context, entry);
            if (!bytes || *bytes < 1) {
                return makeErrorAt(
                    node.node->name, "plan-size",
                    "the size of output {} of {} is not known, expected all shapes and types", i,
                    quoted(node.node->name));
            }
            m_places[entry].bytes = *bytes;
            m_isStatic[entry] = isStatic(node);
        }
    }
    return {};
}

void LightNetPlanner::noteAliases(const IndexedNode &node)
{
    if (!node.spec || node.outputCount == 0 || node.inputs.empty()) {
        return;
    }
    OpSpec::InplacePairs shared = node.spec->sharedMemory;
    if (node.spec->isView) {
        shared.emplace_back(0, 0);
    }
    for (const auto &[input, output] : shared) {
        if (input < node.inputs.size() && output < node.outputCount) {
            lieInInput(node, output, input, 0);
        }
    }
    std::int64_t offset = 0;
    if (node.spec->outputMemory == OutputMemory::PartsOfInput) {
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            lieInInput(node, i, 0, offset);
            offset += m_places[outputOf(node, i)].bytes;
        }
    } else if (node.spec->outputMemory == OutputMemory::HoldsInputs) {
        for (const IndexedEntry &input : node.inputs) {
            const std::uint32_t entry = m_graph.entryId(input);
            lieIn(entry, outputOf(node, 0), offset);
            offset += m_places[entry].bytes;
        }
    }
}

/// Where the entry lies in the end; long chains are shortened on the way.
LightNetPlanner::Place LightNetPlanner::find(std::uint32_t entry)
{
    std::vector<std::uint32_t> path;
    while (m_places[entry].root != entry) {
        path.push_back(entry);
        entry = m_places[entry].root;
    }
    std::int64_t offset = 0;
    for (auto it = path.rbegin(); it != path.rend(); ++it) {
        offset += m_places[*it].offset;
        lieIn(*it, entry, offset);
    }
    return {entry, offset, m_places[entry].bytes};
}

void LightNetPlanner::countUses()
{
    for (const IndexedNode &node : m_graph.nodes()) {
        for (const IndexedEntry &input : node.inputs) {
            ++m_uses[find(m_graph.entryId(input)).root];
        }
    }
}

/// Gives memory to the outputs of an operator, and takes back at once what nobody reads.
Status LightNetPlanner::giveOutputs(const IndexedNode &node)
{
    const std::vector<std::size_t> outputs = listedOrder(node.node->outputPorts, node.outputCount);
    for (const std::size_t i : outputs) {
        RETURN_IF_FAILED(give(node, outputOf(node, i)));
    }
    for (auto it = outputs.rbegin(); it != outputs.rend(); ++it) {
        const std::uint32_t root = find(outputOf(node, *it)).root;
        if (m_uses[root] == 0) {
            takeBack(root);
        }
    }
    return {};
}

/// Takes back what the operator was the last to read.
void LightNetPlanner::releaseInputs(const IndexedNode &node)
{
    for (const std::size_t i : listedOrder(node.node->inputPorts, node.inputs.size())) {
        const std::uint32_t root = find(m_graph.entryId(node.inputs[i])).root;
        if (--m_uses[root] == 0) {
            takeBack(root);
        }
    }
}

/// Memory for an entry; when it lies in another one, for that one unless it has some.
Status LightNetPlanner::give(const IndexedNode &node, std::uint32_t entry)
{
    const Place place = find(entry);
    std::int64_t &offset = m_plan.offset[place.root];
    // LightNet gives memory to an output that holds its operator's inputs a second time.
    if (place.root == entry || offset < 0) {
        const auto address = m_pool.allocate(place.bytes);
        if (!address) {
            return makeErrorAt(
                node.node->name, "plan-size",
                "there is no room for {} bytes of a tensor of {}, expected at most {} bytes in all",
                place.bytes, quoted(node.node->name), poolBytes);
        }
        offset = *address;
        m_plan.bytes = std::max(m_plan.bytes, offset + place.bytes);
        m_plan.events.push_back({place.root, offset, place.bytes});
    }
    m_plan.offset[entry] = offset + place.offset;
    return {};
}

void LightNetPlanner::takeBack(std::uint32_t root)
{
    if (!m_isStatic[root] && m_plan.offset[root] >= 0) {
        m_pool.release(m_plan.offset[root]);
        m_plan.events.push_back({root, m_plan.offset[root], 0});
    }
}

void LightNetPlanner::numberMemory()
{
    m_plan.id.assign(m_graph.entryCount(), storage::none);
    std::int64_t count = 0;
    for (std::uint32_t entry = 0; entry < m_graph.entryCount(); ++entry) {
        std::int64_t &id = m_plan.id[find(entry).root];
        if (id < 0) {
            id = count++;
        }
        m_plan.id[entry] = id;
    }
}

} // namespace

Result<LightNetPlan> planLightNet(const PassContext &context, std::int64_t alignment)
{
    const auto shapes = entryAttribute(context, keys::shape, "PlanMemory");
    const auto types = entryAttribute(context, keys::dtype, "PlanMemory");
    if (!shapes || !types) {
        return shapes ? types.error() : shapes.error();
    }
    return LightNetPlanner(context, alignment).run();
}

} // namespace nervure

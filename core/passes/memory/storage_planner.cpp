// SPDX-License-Identifier: Apache-2.0
#include "core/passes/memory/storage_planner.h"

#include "core/graph/analysis/graph_totals.h"
#include "core/passes/memory/color_nodes.h"
#include "core/passes/pass_attributes.h"
#include "core/support/text.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

namespace nervure {

namespace {

/// Who takes or releases a block, as device and color: only equal users share.
using BlockUser = std::pair<std::int64_t, std::uint32_t>;

/// Blocks of memory that are given out, taken back and given out again.
class BlockPool {
public:
    explicit BlockPool(std::int64_t matchRange) : m_matchRange(matchRange) {}

    /// A free block of [size, size * range], the smallest first and of equal ones the one released
    /// first; else the largest of [size / range, size), which grows; else a new one.
    std::int64_t request(std::int64_t size, const BlockUser &user)
    {
        if (m_matchRange == 0) {
            return allocate(size, user);
        }
        Free &free = m_free[user];
        const auto lowest = free.lower_bound(size / m_matchRange);
        const auto fitting = free.lower_bound(size);
        const auto beyond = free.upper_bound(upperLimit(size));
        if (fitting != beyond) {
            return take(free, fitting, size);
        }
        if (fitting != lowest) {
            return take(free, std::prev(fitting), size);
        }
        return allocate(size, user);
    }

    /// A block stays on its device and belongs to the color of who released it last.
    void release(std::int64_t id, std::uint32_t color)
    {
        const Block &block = m_blocks[static_cast<std::size_t>(id)];
        m_free[{block.device, color}].emplace(block.bytes, id);
    }

    /// Sum of all blocks; nothing on overflow.
    [[nodiscard]] std::optional<std::int64_t> total() const
    {
        std::int64_t sum = 0;
        for (const Block &block : m_blocks) {
            if (block.bytes > std::numeric_limits<std::int64_t>::max() - sum) {
                return std::nullopt;
            }
            sum += block.bytes;
        }
        return sum;
    }

private:
    using Free = std::multimap<std::int64_t, std::int64_t>; ///< size to id
    struct Block {
        std::int64_t bytes = 0;
        std::int64_t device = 0;
    };

    [[nodiscard]] std::int64_t upperLimit(std::int64_t size) const
    {
        return checkedMultiply(size, m_matchRange)
            .value_or(std::numeric_limits<std::int64_t>::max());
    }

    std::int64_t allocate(std::int64_t size, const BlockUser &user)
    {
        m_blocks.push_back({size, user.first});
        return static_cast<std::int64_t>(m_blocks.size()) - 1;
    }

    std::int64_t take(Free &free, Free::iterator block, std::int64_t size)
    {
        const std::int64_t id = block->second;
        std::int64_t &bytes = m_blocks[static_cast<std::size_t>(id)].bytes;
        bytes = std::max(bytes, size);
        free.erase(block);
        return id;
    }

    std::int64_t m_matchRange;
    std::vector<Block> m_blocks; ///< by storage id
    std::map<BlockUser, Free> m_free;
};

class Planner {
public:
    Planner(const PassContext &context, const StorageRequest &request, const Shapes &shapes,
            const DTypes &types)
        : m_context(context),
          m_request(request),
          m_graph(*context.index),
          m_shapes(shapes),
          m_types(types),
          m_pool(request.matchRange),
          m_readers(m_graph.entryCount(), 0)
    {
        m_plan.id = request.given;
        m_plan.id.resize(m_graph.entryCount(), storage::none);
        m_plan.inplaceIndex.assign(m_graph.entryCount(), inplace::none);
        if (request.matchColors > 1) {
            m_colors = colorNodes(m_graph, request.matchColors);
        }
    }

    Result<StoragePlan> run()
    {
        countReaders();
        const auto [first, end] =
            m_request.nodeRange.value_or(std::pair(std::uint32_t{0}, m_graph.nodeCount()));
        for (std::uint32_t id = first; id < end; ++id) {
            if (!m_graph.node(id).isVariable()) {
                RETURN_IF_FAILED(plan(id));
            }
        }
        const auto total = m_pool.total();
        if (!total) {
            return makeError("size-overflow", "the storage is too large");
        }
        m_plan.allocatedBytes = *total;
        return std::move(m_plan);
    }

private:
    void countReaders()
    {
        for (const IndexedNode &node : m_graph.nodes()) {
            for (const IndexedEntry &entry : node.inputs) {
                ++m_readers[m_graph.entryId(entry)];
            }
        }
        for (const IndexedEntry &head : m_graph.heads()) {
            ++m_readers[m_graph.entryId(head)];
        }
    }

    Status plan(std::uint32_t id)
    {
        const IndexedNode &node = m_graph.node(id);
        RETURN_IF_FAILED(shareInPlace(id, node));
        RETURN_IF_FAILED(requestOutputs(id, node));
        for (const IndexedEntry &entry : node.inputs) {
            const std::int64_t block = m_plan.id[m_graph.entryId(entry)];
            if (block >= 0 && --waiting(block) == 0) {
                m_pool.release(block, colorOf(id));
            }
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            finishOutput(id, m_graph.entryId(id, i));
        }
        return {};
    }

    Status shareInPlace(std::uint32_t id, const IndexedNode &node)
    {
        if (!node.spec || !node.spec->inplace) {
            return {};
        }
        SmallVector<std::uint32_t, 4> taken;
        for (const auto &[input, output] : node.spec->inplace(node.rule(m_context.semantics))) {
            if (input >= node.inputs.size() || output >= node.outputCount
                || std::find(taken.begin(), taken.end(), input) != taken.end()) {
                continue;
            }
            const std::uint32_t from = m_graph.entryId(node.inputs[input]);
            const std::uint32_t to = m_graph.entryId(id, output);
            if (!canShare(from, to, node.spec->inplaceIdentity)) {
                continue;
            }
            const DType before = m_types[from];
            const DType after = m_types[to];
            if (before != after && (before == DType::Unknown || after == DType::Unknown)
                && m_context.semantics == Semantics::Exact) {
                return makeErrorAt(node.node->name, "dtype-unknown",
                                   "{} {}: the type of {} is unknown, expected one that tells "
                                   "whether they can share storage",
                                   node.node->op, quoted(node.node->name),
                                   (after == DType::Unknown ? "its output" : "its input"));
            }
            if (haveOneSize(from, to)) {
                taken.push_back(input);
                share(from, to, input);
            }
        }
        return {};
    }

    /// For values of as many elements.
    [[nodiscard]] bool haveOneSize(std::uint32_t from, std::uint32_t to) const
    {
        const DType before = m_types[from];
        const DType after = m_types[to];
        return (before == after || dtypeBytes(before) == dtypeBytes(after))
               && (m_context.semantics == Semantics::Exact
                   || entryBytes(m_context, from) == entryBytes(m_context, to));
    }

    void share(std::uint32_t from, std::uint32_t to, std::uint32_t input)
    {
        m_plan.id[to] = m_plan.id[from];
        m_plan.inplaceIndex[to] = input;
        waiting(m_plan.id[from]) += m_readers[to];
    }

    [[nodiscard]] bool canShare(std::uint32_t from, std::uint32_t to, bool isIdentity)
    {
        const std::int64_t block = m_plan.id[from];
        return m_plan.id[to] == storage::none && block >= 0 && m_readers[to] != 0
               && (waiting(block) == 1 || isIdentity)
               && nnvmElementCount(m_shapes[from]) == nnvmElementCount(m_shapes[to]);
    }

    /// Largest first; equal sizes in reverse order of the outputs.
    Status requestOutputs(std::uint32_t id, const IndexedNode &node)
    {
        m_wanted.clear();
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = m_graph.entryId(id, i);
            if (m_plan.id[entry] != storage::none || !m_shapes[entry].hasRank()) {
                continue;
            }
            const auto bytes = bytesOf(entry);
            if (!bytes) {
                return makeErrorAt(node.node->name, "size-overflow",
                                   "{} {}: output {} of shape {} is too large", node.node->op,
                                   quoted(node.node->name), i, shapeText(m_shapes[entry]));
            }
            m_wanted.emplace_back(*bytes, entry);
        }
        std::sort(m_wanted.rbegin(), m_wanted.rend());
        const std::int64_t device = m_request.devices.empty() ? 0 : m_request.devices[id];
        for (const auto &[bytes, entry] : m_wanted) {
            const std::int64_t block = m_pool.request(bytes, {device, colorOf(id)});
            m_plan.id[entry] = block;
            waiting(block) = m_readers[entry];
        }
        return {};
    }

    /// As NNVM has it, an output of a size that is unknown takes nothing; in exact semantics all are float32.
    [[nodiscard]] std::optional<std::int64_t> bytesOf(std::uint32_t entry) const
    {
        if (isUnknown(m_shapes[entry])) {
            return 0;
        }
        return m_context.semantics == Semantics::Exact ? byteCount(m_shapes[entry], DType::Float32)
                                                       : entryBytes(m_context, entry);
    }

    void finishOutput(std::uint32_t id, std::uint32_t entry)
    {
        const std::int64_t block = m_plan.id[entry];
        if (block == storage::none) {
            ++m_plan.notAllocated;
        } else if (block >= 0 && waiting(block) == 0) {
            m_pool.release(block, colorOf(id));
            m_plan.inplaceIndex[entry] = inplace::unread;
        }
    }

    [[nodiscard]] std::uint32_t colorOf(std::uint32_t id) const
    {
        return m_colors.empty() ? 0 : m_colors[id];
    }

    /// Readers that a block still waits for.
    std::int64_t &waiting(std::int64_t block)
    {
        const auto at = static_cast<std::size_t>(block);
        if (at >= m_waiting.size()) {
            m_waiting.resize(at + 1, 0);
        }
        return m_waiting[at];
    }

    const PassContext &m_context;
    const StorageRequest &m_request;
    const IndexedGraph &m_graph;
    const Shapes &m_shapes;
    const DTypes &m_types;
    BlockPool m_pool;
    StoragePlan m_plan;
    std::vector<std::uint32_t> m_colors; ///< by node; empty when all are equal
    std::vector<std::int64_t> m_readers; ///< by entry
    std::vector<std::int64_t> m_waiting; ///< by storage id
    std::vector<std::pair<std::int64_t, std::uint32_t>> m_wanted; ///< bytes and entry, of one node
};

} // namespace

Result<StoragePlan> planStorage(const PassContext &context, const StorageRequest &request)
{
    const auto shapes = entryAttribute(context, keys::shape, "PlanMemory");
    const auto types = entryAttribute(context, keys::dtype, "PlanMemory");
    if (!shapes || !types) {
        return shapes ? types.error() : shapes.error();
    }
    return Planner(context, request, **shapes, **types).run();
}

std::optional<std::int64_t> entryBytes(const PassContext &context, std::uint32_t entry)
{
    const NodeCosts costs(*context.index, context.analyses, context.semantics);
    if (const auto bytes = costs.bytes(entry)) {
        return bytes;
    }
    const Shapes *shapes = context.analyses.find(keys::shape, context.index);
    const DTypes *types = context.analyses.find(keys::dtype, context.index);
    if (!shapes || !types || entry >= shapes->size()) {
        return std::nullopt;
    }
    const DType type = (*types)[entry];
    return byteCount((*shapes)[entry], type == DType::Unknown ? DType::Float32 : type);
}

} // namespace nervure

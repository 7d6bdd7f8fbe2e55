// SPDX-License-Identifier: Apache-2.0
#include "core/passes/attribute_inference.h"

#include <limits>

namespace nervure {

namespace {

constexpr std::int64_t notStored = -1;      ///< storage id of variables and unknown shapes
constexpr std::int64_t notShared = -1;      ///< in-place index of entries with their own storage
constexpr std::int64_t releasedAtOnce = -2; ///< in-place index of outputs that nobody reads

/// Blocks of memory that are given out, taken back and given out again.
class BlockPool {
public:
    explicit BlockPool(std::int64_t matchRange) : m_matchRange(matchRange) {}

    /// A free block of [size, size * range], the smallest first and of equal ones the one released
    /// first; else the largest of [size / range, size), which grows; else a new one.
    std::int64_t request(std::int64_t size)
    {
        if (m_matchRange == 0) {
            return allocate(size);
        }
        const auto lowest = m_free.lower_bound(size / m_matchRange);
        const auto fitting = m_free.lower_bound(size);
        const auto beyond = m_free.upper_bound(upperLimit(size));
        if (fitting != beyond) {
            return take(fitting, size);
        }
        if (fitting != lowest) {
            return take(std::prev(fitting), size);
        }
        return allocate(size);
    }

    void release(std::int64_t id) { m_free.emplace(m_sizes[static_cast<std::size_t>(id)], id); }

    /// Sum of all blocks; nothing on overflow.
    [[nodiscard]] std::optional<std::int64_t> total() const
    {
        std::int64_t sum = 0;
        for (const std::int64_t size : m_sizes) {
            if (size > std::numeric_limits<std::int64_t>::max() - sum) {
                return std::nullopt;
            }
            sum += size;
        }
        return sum;
    }

private:
    using Free = std::multimap<std::int64_t, std::int64_t>;

    [[nodiscard]] std::int64_t upperLimit(std::int64_t size) const
    {
        return checkedMultiply(size, m_matchRange)
            .value_or(std::numeric_limits<std::int64_t>::max());
    }

    std::int64_t allocate(std::int64_t size)
    {
        m_sizes.push_back(size);
        return static_cast<std::int64_t>(m_sizes.size()) - 1;
    }

    std::int64_t take(Free::iterator block, std::int64_t size)
    {
        const std::int64_t id = block->second;
        std::int64_t &bytes = m_sizes[static_cast<std::size_t>(id)];
        bytes = std::max(bytes, size);
        m_free.erase(block);
        return id;
    }

    std::int64_t m_matchRange;
    std::vector<std::int64_t> m_sizes; ///< bytes, by storage id
    Free m_free;                       ///< size to id
};

/// NNVM's planner: walks the nodes in order, shares in place, requests and releases blocks.
class Planner {
public:
    Planner(const PassContext &context, std::int64_t matchRange)
        : m_context(context),
          m_graph(*context.index),
          m_shapes(*context.analyses.find(keys::shape)),
          m_types(*context.analyses.find(keys::dtype)),
          m_pool(matchRange),
          m_storage(m_graph.entryCount(), notStored),
          m_inplace(m_graph.entryCount(), notShared),
          m_readers(m_graph.entryCount(), 0)
    {}

    Status run()
    {
        countReaders();
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            if (!m_graph.node(id).isVariable()) {
                if (Status status = plan(id); !status) {
                    return status;
                }
            }
        }
        return m_pool.total() ? Status()
                              : Status(makeError("size-overflow", "the storage is too large"));
    }

    void store(Analyses &analyses)
    {
        analyses.set(keys::storageId, std::move(m_storage));
        analyses.set(keys::storageInplaceIndex, std::move(m_inplace));
        analyses.set(keys::storageAllocatedBytes, *m_pool.total());
        analyses.set(keys::storageNotAllocated, m_notAllocated);
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
        shareInPlace(id, node);
        if (Status status = requestOutputs(id, node); !status) {
            return status;
        }
        for (const IndexedEntry &entry : node.inputs) {
            const std::int64_t block = m_storage[m_graph.entryId(entry)];
            if (block >= 0 && --waiting(block) == 0) {
                m_pool.release(block);
            }
        }
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            finishOutput(m_graph.entryId(id, i));
        }
        return {};
    }

    void shareInPlace(std::uint32_t id, const IndexedNode &node)
    {
        if (!node.spec || !node.spec->inplace) {
            return;
        }
        std::vector<bool> taken(node.inputs.size(), false);
        for (const auto &[input, output] : node.spec->inplace(node.rule(m_context.semantics))) {
            if (input >= node.inputs.size() || output >= node.outputCount || taken[input]) {
                continue;
            }
            const std::uint32_t from = m_graph.entryId(node.inputs[input]);
            const std::uint32_t to = m_graph.entryId(id, output);
            if (canShare(from, to, node.spec->inplaceIdentity)) {
                taken[input] = true;
                m_storage[to] = m_storage[from];
                waiting(m_storage[from]) += m_readers[to];
                m_inplace[to] = input;
            }
        }
    }

    [[nodiscard]] bool canShare(std::uint32_t from, std::uint32_t to, bool isIdentity)
    {
        if (m_storage[to] != notStored || m_storage[from] < 0 || m_readers[to] == 0) {
            return false;
        }
        const bool isLastReader = waiting(m_storage[from]) == 1;
        const DType before = m_types[from];
        const DType after = m_types[to];
        return (isLastReader || isIdentity)
               && elementCount(m_shapes[from]) == elementCount(m_shapes[to])
               && (before == after || dtypeBytes(before) == dtypeBytes(after));
    }

    /// Largest first; equal sizes in reverse order of the outputs.
    Status requestOutputs(std::uint32_t id, const IndexedNode &node)
    {
        std::multimap<std::int64_t, std::uint32_t> wanted;
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = m_graph.entryId(id, i);
            if (m_storage[entry] != notStored || m_shapes[entry].empty()) {
                continue;
            }
            const auto bytes = bytesOf(entry);
            if (!bytes) {
                return makeError("size-overflow",
                                 node.node->op + " " + quoted(node.node->name) + ": output "
                                     + std::to_string(i) + " of shape " + shapeText(m_shapes[entry])
                                     + " is too large",
                                 node.node->name);
            }
            wanted.emplace(*bytes, entry);
        }
        for (auto it = wanted.rbegin(); it != wanted.rend(); ++it) {
            const std::int64_t block = m_pool.request(it->first);
            m_storage[it->second] = block;
            waiting(block) = m_readers[it->second];
        }
        return {};
    }

    /// NNVM counts 4 bytes an element, whatever the type.
    [[nodiscard]] std::optional<std::int64_t> bytesOf(std::uint32_t entry) const
    {
        const bool isExact = m_context.semantics == Semantics::Exact;
        const bool counted = isExact || m_types[entry] == DType::Unknown;
        return byteCount(m_shapes[entry], counted ? DType::Float32 : m_types[entry]);
    }

    void finishOutput(std::uint32_t entry)
    {
        const std::int64_t block = m_storage[entry];
        if (block < 0) {
            ++m_notAllocated;
        } else if (waiting(block) == 0) {
            m_pool.release(block);
            m_inplace[entry] = releasedAtOnce;
        }
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
    const IndexedGraph &m_graph;
    const Shapes &m_shapes;
    const DTypes &m_types;
    BlockPool m_pool;
    std::vector<std::int64_t> m_storage;
    std::vector<std::int64_t> m_inplace;
    std::vector<std::int64_t> m_readers; ///< by entry
    std::vector<std::int64_t> m_waiting; ///< by storage id
    std::int64_t m_notAllocated = 0;
};

Status run(PassContext &context)
{
    if (Status status = checkEntries(*context.index, context.semantics); !status) {
        return status;
    }
    const std::int64_t matchRange = parseInteger(context.options.at("match_range")).value_or(16);
    if (matchRange < 0) {
        return makeError("option-invalid", "option match_range of pass PlanMemory is negative, "
                                           "expected 0 or more");
    }
    Planner planner(context, matchRange);
    if (Status status = planner.run(); !status) {
        return status;
    }
    planner.store(context.analyses);
    return {};
}

} // namespace

void registerPlanMemory(PassRegistry &passes)
{
    PassSpec spec;
    spec.name = "PlanMemory";
    spec.summary = "decides which entries share storage, by lifetimes and in-place options";
    spec.needs = {"shape", "dtype"};
    spec.provides = {"storage_id", "storage_inplace_index", "storage_allocated_bytes",
                     "storage_num_not_allocated"};
    spec.options = {
        {"match_range",
         "16",
         "a free block fits if it is at most this many times larger or smaller; 0: never",
         {},
         true}};
    spec.run = run;
    passes.add(std::move(spec));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/passes/memory/arena_storage.h"

#include "core/execution/plan/arena_planner.h"

#include <algorithm>
#include <map>

namespace nervure {

namespace {

/// Beyond this the sums of the planner could overflow.
constexpr std::int64_t mostBytes = std::int64_t{1} << 60;

/// Entries that share one piece of memory from first to last.
struct Buffer {
    ArenaRequest life;
    std::int64_t block = 0; ///< NNVM's
    std::int64_t device = 0;
};

class Arranger {
public:
    Arranger(const PassContext &context, const StoragePlan &plan,
             const std::vector<std::int64_t> &devices)
        : m_context(context),
          m_graph(*context.index),
          m_plan(plan),
          m_devices(devices)
    {}

    Result<ArenaStorage> run(std::int64_t alignment)
    {
        m_result.id = m_plan.id;
        m_result.offset.assign(m_graph.entryCount(), -1);
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            for (std::uint32_t i = 0; i < m_graph.node(id).outputCount; ++i) {
                assign(id, m_graph.entryId(id, i));
            }
        }
        noteReaders();
        std::int64_t sum = 0;
        for (const Buffer &buffer : m_buffers) {
            sum = buffer.life.bytes > mostBytes - sum - alignment
                      ? mostBytes
                      : sum + buffer.life.bytes + alignment;
        }
        if (sum >= mostBytes) {
            return makeError("size-overflow", "the storage is too large");
        }
        arrange(alignment);
        return std::move(m_result);
    }

private:
    /// The buffer of an entry: its input's when it shares in place, else a new one.
    void assign(std::uint32_t node, std::uint32_t entry)
    {
        if (m_plan.id[entry] < 0) {
            return;
        }
        const std::int64_t input = m_plan.inplaceIndex[entry];
        if (input >= 0) {
            const auto at = static_cast<std::size_t>(input);
            m_result.id[entry] = m_result.id[m_graph.entryId(m_graph.node(node).inputs[at])];
        } else {
            m_result.id[entry] = static_cast<std::int64_t>(m_buffers.size());
            m_buffers.push_back(
                {{0, node, node}, m_plan.id[entry], m_devices.empty() ? 0 : m_devices[node]});
        }
        Buffer &buffer = bufferOf(entry);
        // The planner has checked the sizes of all entries it gave a block.
        buffer.life.bytes =
            std::max(buffer.life.bytes, entryBytes(m_context, entry).value_or(mostBytes));
        touch(entry, node);
    }

    void noteReaders()
    {
        for (std::uint32_t id = 0; id < m_graph.nodeCount(); ++id) {
            for (const IndexedEntry &input : m_graph.node(id).inputs) {
                touch(m_graph.entryId(input), id);
            }
        }
        for (const IndexedEntry &head : m_graph.heads()) {
            touch(m_graph.entryId(head), m_graph.nodeCount());
        }
    }

    void touch(std::uint32_t entry, std::uint32_t node)
    {
        if (m_result.id[entry] >= 0) {
            ArenaRequest &life = bufferOf(entry).life;
            life.last = std::max(life.last, node);
        }
    }

    Buffer &bufferOf(std::uint32_t entry)
    {
        return m_buffers[static_cast<std::size_t>(m_result.id[entry])];
    }

    void arrange(std::int64_t alignment)
    {
        std::map<std::int64_t, std::vector<std::size_t>> byDevice;
        for (std::size_t i = 0; i < m_buffers.size(); ++i) {
            byDevice[m_buffers[i].device].push_back(i);
        }
        std::vector<std::int64_t> offsets(m_buffers.size());
        for (const auto &[device, buffers] : byDevice) {
            std::vector<ArenaRequest> requests;
            std::vector<std::int64_t> blocks;
            for (const std::size_t i : buffers) {
                requests.push_back(m_buffers[i].life);
                blocks.push_back(m_buffers[i].block);
            }
            const ArenaPlan arena = planArena(requests, alignment, blocks);
            for (std::size_t i = 0; i < buffers.size(); ++i) {
                offsets[buffers[i]] = arena.offsets[i];
            }
            m_result.bytes += arena.bytes;
            m_result.lowerBound += arena.lowerBound;
            m_result.recosted += arena.blockBytes;
        }
        for (std::size_t entry = 0; entry < m_result.id.size(); ++entry) {
            if (m_result.id[entry] >= 0) {
                m_result.offset[entry] = offsets[static_cast<std::size_t>(m_result.id[entry])];
            }
        }
    }

    const PassContext &m_context;
    const IndexedGraph &m_graph;
    const StoragePlan &m_plan;
    const std::vector<std::int64_t> &m_devices;
    ArenaStorage m_result;
    std::vector<Buffer> m_buffers;
};

} // namespace

Result<ArenaStorage> arrangeInArena(const PassContext &context, const StoragePlan &plan,
                                    const std::vector<std::int64_t> &devices,
                                    std::int64_t alignment)
{
    return Arranger(context, plan, devices).run(alignment);
}

} // namespace nervure

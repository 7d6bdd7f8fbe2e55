// SPDX-License-Identifier: Apache-2.0
#include "core/passes/memory/lightnet_pool.h"

#include <cassert>

namespace nervure {

LightNetPool::LightNetPool(std::int64_t bytes, std::int64_t alignment) : m_alignment(alignment)
{
    addHole(1, bytes);
}

std::optional<std::int64_t> LightNetPool::allocate(std::int64_t bytes)
{
    assert(bytes > 0 && "nothing is no request");
    const auto best = m_holes.lower_bound({bytes, 0});
    if (best == m_holes.end()) {
        return std::nullopt;
    }
    const auto hole = m_blocks.find(best->second);
    const std::int64_t begin = hole->first;
    const std::int64_t end = begin + hole->second.bytes;
    removeHole(hole);
    const std::int64_t address = aligned(begin);
    addHole(begin, address - begin);
    m_blocks[address] = {bytes, false};
    addHole(address + bytes, end - address - bytes);
    return address;
}

void LightNetPool::release(std::int64_t address)
{
    const auto block = m_blocks.find(address);
    assert(block != m_blocks.end() && !block->second.isHole && "the block is allocated");
    std::int64_t begin = address;
    std::int64_t end = address + block->second.bytes;
    auto next = m_blocks.erase(block);
    if (next != m_blocks.end() && next->second.isHole) {
        end += next->second.bytes;
        next = removeHole(next);
    }
    if (next != m_blocks.begin()) {
        if (const auto previous = std::prev(next); previous->second.isHole) {
            begin = previous->first;
            removeHole(previous);
        }
    }
    addHole(begin, end - begin);
}

std::vector<LightNetPool::Block> LightNetPool::blocks() const
{
    std::vector<Block> result;
    for (const auto &[address, extent] : m_blocks) {
        result.push_back({address, extent.bytes, extent.isHole});
    }
    return result;
}

std::int64_t LightNetPool::aligned(std::int64_t address) const
{
    return (address + m_alignment - 1) / m_alignment * m_alignment;
}

std::pair<std::int64_t, std::int64_t> LightNetPool::key(std::int64_t address,
                                                        std::int64_t bytes) const
{
    return {address + bytes - aligned(address), address};
}

void LightNetPool::addHole(std::int64_t address, std::int64_t bytes)
{
    if (bytes > 0) {
        m_blocks[address] = {bytes, true};
        m_holes.insert(key(address, bytes));
    }
}

LightNetPool::Blocks::iterator LightNetPool::removeHole(Blocks::iterator hole)
{
    m_holes.erase(key(hole->first, hole->second.bytes));
    return m_blocks.erase(hole);
}

} // namespace nervure

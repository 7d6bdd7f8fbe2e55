// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/step_dependencies.h"

#include <algorithm>
#include <map>
#include <set>

namespace nervure {

namespace {

/// Who touched what so far.
class Accesses {
public:
    explicit Accesses(const ExecutionPlan &plan)
        : m_plan(plan),
          m_writer(plan.buffers.size()),
          m_readers(plan.buffers.size()),
          m_parts(plan.buffers.size())
    {
        for (const PlanBuffer &buffer : plan.buffers) {
            if (buffer.whole) {
                m_parts[*buffer.whole].push_back(buffer.id);
            }
        }
    }

    void read(std::uint32_t buffer, std::uint32_t step, std::set<std::uint32_t> &waits)
    {
        for (const std::uint32_t part : partsOf(buffer)) {
            if (m_writer[part]) {
                waits.insert(*m_writer[part]);
            }
            m_readers[part].push_back(step);
        }
    }

    void write(std::uint32_t buffer, std::uint32_t step, std::set<std::uint32_t> &waits)
    {
        for (const std::uint32_t part : partsOf(buffer)) {
            takeMemory(part, waits);
            addUsers(part, waits);
            m_writer[part] = step;
            m_readers[part].clear();
        }
    }

private:
    /// Who touches a whole touches its parts, which make it up; else the buffer itself.
    [[nodiscard]] std::vector<std::uint32_t> partsOf(std::uint32_t buffer) const
    {
        return m_parts[buffer].empty() ? std::vector{buffer} : m_parts[buffer];
    }

    void addUsers(std::uint32_t buffer, std::set<std::uint32_t> &waits) const
    {
        if (m_writer[buffer]) {
            waits.insert(*m_writer[buffer]);
        }
        waits.insert(m_readers[buffer].begin(), m_readers[buffer].end());
    }

    /// Waits for the users of every buffer that lay where `buffer` lies now, and takes its place.
    void takeMemory(std::uint32_t buffer, std::set<std::uint32_t> &waits)
    {
        const PlanBuffer &mine = m_plan.buffers[buffer];
        if (!mine.arenaOffset || mine.bytes == 0) {
            return;
        }
        const std::int64_t begin = *mine.arenaOffset;
        const std::int64_t end = begin + mine.bytes;
        auto it = m_owners.upper_bound(begin);
        if (it != m_owners.begin()) {
            --it;
        }
        while (it != m_owners.end() && it->first < end) {
            const auto [ownerBegin, owner] = *it;
            if (owner.end <= begin) {
                ++it;
                continue;
            }
            if (owner.buffer != buffer) {
                addUsers(owner.buffer, waits);
            }
            it = m_owners.erase(it);
            if (ownerBegin < begin) {
                m_owners[ownerBegin] = {begin, owner.buffer};
            }
            if (owner.end > end) {
                it = m_owners.insert({end, {owner.end, owner.buffer}}).first;
            }
        }
        m_owners[begin] = {end, buffer};
    }

    struct Owner {
        std::int64_t end = 0;
        std::uint32_t buffer = 0;
    };

    const ExecutionPlan &m_plan;
    std::vector<std::optional<std::uint32_t>> m_writer;
    std::vector<std::vector<std::uint32_t>> m_readers;
    std::vector<std::vector<std::uint32_t>> m_parts; ///< by buffer; empty: it has none
    std::map<std::int64_t, Owner> m_owners;          ///< by begin; they do not overlap
};

} // namespace

void linkSteps(ExecutionPlan &plan)
{
    Accesses accesses(plan);
    for (PlanStep &step : plan.steps) {
        std::set<std::uint32_t> waits;
        for (const PlanOperand &operand : step.inputs) {
            if (!operand.isLocal()) {
                accesses.read(operand.buffer, step.id, waits);
            }
        }
        for (const std::uint32_t buffer : step.mutated) {
            accesses.write(buffer, step.id, waits);
        }
        for (const PlanOperand &operand : step.outputs) {
            if (!operand.isLocal()) {
                accesses.write(operand.buffer, step.id, waits);
            }
        }
        for (const std::uint32_t buffer : step.scratch) {
            accesses.write(buffer, step.id, waits);
        }
        waits.erase(step.id);
        for (const std::uint32_t other : waits) {
            if (plan.steps[other].phase == step.phase) {
                step.dependencies.push_back(other);
            }
        }
    }
}

} // namespace nervure

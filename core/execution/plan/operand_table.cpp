// SPDX-License-Identifier: Apache-2.0
#include "core/execution/plan/operand_table.h"

#include "core/execution/plan/step_drafts.h"

#include <algorithm>
#include <fmt/format.h>

namespace nervure {

OperandTable::OperandTable(const PlanRequest &request, ExecutionPlan &plan)
    : m_request(request),
      m_graph(*request.graph),
      m_plan(plan),
      m_uses(m_graph.entryCount()),
      m_operands(m_graph.entryCount())
{
    countUses();
    addVariables();
}

void OperandTable::countUses()
{
    for (const IndexedNode &node : m_graph.nodes()) {
        for (const IndexedEntry &input : node.inputs) {
            ++m_uses[m_graph.entryId(input)];
        }
    }
    for (const IndexedEntry &head : m_graph.heads()) {
        ++m_uses[m_graph.entryId(head)];
    }
}

void OperandTable::addVariables()
{
    const std::vector<std::uint32_t> mutated = m_graph.mutatedInputNodes();
    for (const std::uint32_t id : m_graph.inputNodes()) {
        const std::uint32_t entry = m_graph.entryId(id, 0);
        const std::string &name = m_graph.node(id).node->name;
        BufferKind kind = BufferKind::Input;
        auto *list = &m_plan.inputs;
        if (std::find(mutated.begin(), mutated.end(), id) != mutated.end()) {
            kind = BufferKind::State;
            list = &m_plan.states;
        } else if (m_request.parameters.count(name) != 0) {
            kind = BufferKind::Weight;
            list = &m_plan.weights;
        }
        m_operands[entry] = addTensor(kind, name, entry);
        list->push_back(m_operands[entry].buffer);
    }
}

PlanOperand OperandTable::addTensor(BufferKind kind, std::string name, std::uint32_t entry)
{
    const Shape &shape = m_request.shapes[entry];
    const DType type = m_request.types[entry];
    const std::uint32_t id = addScratch(std::move(name), *byteCount(shape, type));
    m_plan.buffers[id].kind = kind;
    m_plan.buffers[id].type = type;
    m_plan.buffers[id].shape = shape;
    return {id, 0, type, shape};
}

PlanOperand OperandTable::addPacked(std::string name, std::int64_t floats)
{
    const std::uint32_t id =
        addScratch(std::move(name), floats * static_cast<std::int64_t>(sizeof(float)));
    m_plan.buffers[id].kind = BufferKind::Intermediate;
    m_plan.buffers[id].type = DType::Float32;
    m_plan.buffers[id].shape = {floats};
    return {id, 0, DType::Float32, {floats}};
}

std::uint32_t OperandTable::addScratch(std::string name, std::int64_t bytes)
{
    PlanBuffer buffer;
    buffer.id = static_cast<std::uint32_t>(m_plan.buffers.size());
    buffer.kind = BufferKind::Scratch;
    buffer.name = std::move(name);
    buffer.bytes = bytes;
    m_plan.buffers.push_back(std::move(buffer));
    return m_plan.buffers.back().id;
}

void OperandTable::addBuffer(std::uint32_t node, std::uint32_t index)
{
    const IndexedNode &indexed = m_graph.node(node);
    const std::uint32_t entry = m_graph.entryId(node, index);
    if (m_request.placement) {
        addPlaced(indexed, index, entry);
        return;
    }
    const std::string suffix = indexed.outputCount > 1 ? fmt::format(":{}", index) : "";
    m_operands[entry] = addTensor(BufferKind::Intermediate, indexed.node->name + suffix, entry);
}

/// Tensors that are placed have names of their own.
void OperandTable::addPlaced(const IndexedNode &node, std::uint32_t index, std::uint32_t entry)
{
    const auto &ports = node.node->outputPorts;
    const std::string name = index < ports.size() ? ports[index].tensor : node.node->name;
    const bool isLoaded = m_request.placement->loaded.count(name) != 0;
    m_operands[entry] =
        addTensor(isLoaded ? BufferKind::Weight : BufferKind::Intermediate, name, entry);
    const std::uint32_t buffer = m_operands[entry].buffer;
    m_plan.buffers[buffer].arenaOffset = m_request.placement->offsets[entry];
    if (isLoaded) {
        m_plan.weights.push_back(buffer);
    }
}

void OperandTable::addLocal(std::uint32_t node, std::uint32_t index, std::uint32_t local)
{
    const std::uint32_t entry = m_graph.entryId(node, index);
    m_operands[entry] = {PlanOperand::noBuffer, local, m_request.types[entry],
                         m_request.shapes[entry]};
}

PlanOperand OperandTable::operandOf(std::uint32_t node, std::uint32_t index)
{
    const std::uint32_t entry = m_graph.entryId(node, index);
    if (m_operands[entry].type == DType::Unknown) {
        // Chains of views are followed without recursion: they may be long.
        IndexedEntry source{node, index, 0};
        while (isViewNode(m_graph.node(source.nodeId))) {
            source = m_graph.node(source.nodeId).inputs[0];
        }
        m_operands[entry] = m_operands[m_graph.entryId(source)];
        m_operands[entry].shape = m_request.shapes[entry];
        m_operands[entry].type = m_request.types[entry];
    }
    return m_operands[entry];
}

} // namespace nervure

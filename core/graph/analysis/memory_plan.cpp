// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/memory_plan.h"

#include "core/graph/value/value_type.h"
#include "core/support/text.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_set>

namespace nervure {

namespace {

/// The last step that reads each entry; heads are read at the end.
std::vector<std::uint32_t> lastReads(const IndexedGraph &index)
{
    std::vector<std::uint32_t> last(index.entryCount(), 0);
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        for (std::uint32_t i = 0; i < index.node(id).outputCount; ++i) {
            last[index.entryId(id, i)] = id;
        }
    }
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        for (const IndexedEntry &input : index.node(id).inputs) {
            const std::uint32_t entry = index.entryId(input);
            if (entry < last.size()) {
                last[entry] = std::max(last[entry], id);
            }
        }
    }
    for (const IndexedEntry &head : index.heads()) {
        const std::uint32_t entry = index.entryId(head);
        if (entry < last.size() && index.nodeCount() > 0) {
            last[entry] = index.nodeCount() - 1;
        }
    }
    return last;
}

/// By entry: whether LightNet's planner keeps its memory for good (constants). Empty for other plans, which
/// tell no events.
std::vector<bool> keptForGood(const IndexedGraph &index, const Analyses &analyses)
{
    const auto *events = analyses.find(keys::storageEvents, index);
    if (events == nullptr) {
        return {};
    }
    std::vector<bool> isKept(index.entryCount(), false);
    for (std::size_t i = 0; i + 2 < events->size(); i += 3) {
        const auto entry = static_cast<std::size_t>((*events)[i]);
        if (entry < isKept.size()) {
            isKept[entry] = (*events)[i + 2] != 0; // given, or given back
        }
    }
    return isKept;
}

std::int64_t valueAt(const std::vector<std::int64_t> *values, std::uint32_t entry)
{
    return values != nullptr && entry < values->size() ? (*values)[entry] : -1;
}

std::int64_t entryBytes(const IndexedGraph &index, const Analyses &analyses, std::uint32_t entry)
{
    const ValueTypes *values = analyses.find(keys::valueType, index);
    const auto known =
        values && entry < values->size() ? (*values)[entry].byteCount() : std::nullopt;
    if (known) {
        return *known;
    }
    const Shapes *shapes = analyses.find(keys::shape, index);
    if (shapes == nullptr || entry >= shapes->size()) {
        return 0;
    }
    const bool hasTrueSizes =
        analyses.contains(keys::dltype.name) || analyses.contains(keys::storageOffset.name);
    const DTypes *types = hasTrueSizes ? analyses.find(keys::dtype, index) : nullptr;
    const bool isTyped = types != nullptr && entry < types->size();
    const std::int64_t bytes =
        isTyped ? static_cast<std::int64_t>(dtypeBytes((*types)[entry])) : plannedElementBytes;
    const auto elements = elementCount((*shapes)[entry]);
    return elements ? checkedMultiply(*elements, bytes).value_or(0) : 0;
}

/// The storages that variables lie in.
std::unordered_set<std::int64_t> storagesOfVariables(const IndexedGraph &index,
                                                     const std::vector<std::int64_t> &storage)
{
    std::unordered_set<std::int64_t> outside;
    for (const std::uint32_t id : index.inputNodes()) {
        outside.insert(storage[index.entryId(id, 0)]);
    }
    return outside;
}

} // namespace

std::uint32_t StorageBlock::firstStep() const
{
    std::uint32_t first = tenants.empty() ? 0 : tenants.front().firstStep;
    for (const StorageTenant &tenant : tenants) {
        first = std::min(first, tenant.firstStep);
    }
    return first;
}

std::uint32_t StorageBlock::lastStep() const
{
    std::uint32_t last = 0;
    for (const StorageTenant &tenant : tenants) {
        last = std::max(last, tenant.lastStep);
    }
    return last;
}

std::optional<MemoryPlanView> memoryPlanView(const IndexedGraph &index, const Analyses &analyses)
{
    const std::vector<std::int64_t> *storage = analyses.find(keys::storageId, index);
    if (storage == nullptr) {
        return std::nullopt;
    }
    const auto *inplace = analyses.find(keys::storageInplaceIndex, index);
    const auto *offsets = analyses.find(keys::storageOffset, index);
    const std::vector<std::uint32_t> last = lastReads(index);
    const std::vector<bool> isKept = keptForGood(index, analyses);
    const auto outside = storagesOfVariables(index, *storage);
    std::map<std::int64_t, StorageBlock> blocks;
    MemoryPlanView view;
    view.stepCount = index.nodeCount();
    view.hasOffsets = offsets != nullptr;
    for (std::uint32_t id = 0; id < index.nodeCount(); ++id) {
        const IndexedNode &node = index.node(id);
        for (std::uint32_t i = 0; i < node.outputCount; ++i) {
            const std::uint32_t entry = index.entryId(id, i);
            if ((*storage)[entry] < 0 || outside.count((*storage)[entry]) != 0) {
                continue;
            }
            StorageTenant tenant{
                .node = node.source,
                .name = node.node->name,
                .output = i,
                .entry = entry,
                .bytes = entryBytes(index, analyses, entry),
                .offset = valueAt(offsets, entry),
                .firstStep = id,
                .lastStep = isKept.empty() || !isKept[entry] ? last[entry] : index.nodeCount() - 1,
                .inPlace = valueAt(inplace, entry) >= 0};
            view.naiveBytes += tenant.bytes;
            StorageBlock &block = blocks[(*storage)[entry]];
            block.id = (*storage)[entry];
            block.bytes = std::max(block.bytes, tenant.bytes);
            block.tenants.push_back(std::move(tenant));
        }
    }
    for (auto &[id, block] : blocks) {
        view.plannedBytes += block.bytes;
        view.blocks.push_back(std::move(block));
    }
    if (const auto *arena = analyses.find(keys::storageAllocatedBytes); arena && view.hasOffsets) {
        view.plannedBytes = *arena;
    }
    if (const std::int64_t *missing = analyses.find(keys::storageNotAllocated)) {
        view.notAllocated = *missing;
    }
    return view;
}

std::vector<std::int64_t> bytesInUse(const MemoryPlanView &plan)
{
    // What each step has more in use than the one before.
    std::vector<std::int64_t> more(plan.stepCount + 1, 0);
    for (const StorageBlock &block : plan.blocks) {
        const std::uint32_t first = block.firstStep();
        std::vector<std::int64_t> inUse(block.tenants.size() > 1 ? block.lastStep() - first + 1
                                                                 : 0);
        for (const StorageTenant &tenant : block.tenants) {
            if (inUse.empty()) {
                more[tenant.firstStep] += tenant.bytes;
                more[tenant.lastStep + 1] -= tenant.bytes;
            }
            for (std::size_t i = 0; !inUse.empty() && i <= tenant.lastStep - tenant.firstStep;
                 ++i) {
                std::int64_t &bytes = inUse[tenant.firstStep - first + i];
                bytes = std::max(bytes, tenant.bytes);
            }
        }
        for (std::size_t i = 0; i < inUse.size(); ++i) {
            more[first + i] += inUse[i];
            more[first + i + 1] -= inUse[i];
        }
    }
    std::partial_sum(more.begin(), more.end(), more.begin());
    more.resize(std::max<std::size_t>(plan.stepCount, 1));
    return more;
}

std::int64_t peakBytes(const MemoryPlanView &plan)
{
    const std::vector<std::int64_t> inUse = bytesInUse(plan);
    return *std::max_element(inUse.begin(), inUse.end());
}

std::vector<const StorageTenant *> aliveAt(const MemoryPlanView &plan, std::uint32_t step)
{
    std::vector<const StorageTenant *> alive;
    for (const StorageBlock &block : plan.blocks) {
        for (const StorageTenant &tenant : block.tenants) {
            if (tenant.firstStep <= step && step <= tenant.lastStep) {
                alive.push_back(&tenant);
            }
        }
    }
    std::stable_sort(
        alive.begin(), alive.end(),
        [](const StorageTenant *a, const StorageTenant *b) { return a->bytes > b->bytes; });
    return alive;
}

namespace {

/// Whether a dimension of an ONNX graph's tensors has a name or nothing where a plan takes a number.
bool hasOpenSizes(const IndexedGraph &index, const Analyses &analyses)
{
    const auto *values = analyses.find(keys::valueType, index);
    const auto *shapes = analyses.find(keys::shape, index);
    for (std::size_t entry = 0; values && entry < values->size(); ++entry) {
        const bool isKnown = shapes && entry < shapes->size() && !isUnknown((*shapes)[entry]);
        const ValueType &type = (*values)[entry];
        if (!isKnown && type.isTensor() && !type.elementCount()) {
            return true;
        }
    }
    return false;
}

} // namespace

std::optional<std::int64_t> plannedBytes(const IndexedGraph &index, const Analyses &analyses)
{
    return planBytes(index, analyses, false).planned;
}

PlanBytes planBytes(const IndexedGraph &index, const Analyses &analyses, bool withPeak)
{
    const std::int64_t *missing = analyses.find(keys::storageNotAllocated);
    if ((missing && *missing > 0) || hasOpenSizes(index, analyses)) {
        return {};
    }
    const std::int64_t *told = analyses.find(keys::storageAllocatedBytes);
    if (told && !withPeak) {
        return {*told, std::nullopt};
    }
    const auto plan = memoryPlanView(index, analyses);
    if (!plan) {
        return {told ? std::optional(*told) : std::nullopt, std::nullopt};
    }
    return {told ? *told : plan->plannedBytes, peakBytes(*plan)};
}

} // namespace nervure

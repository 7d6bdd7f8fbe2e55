// SPDX-License-Identifier: Apache-2.0
#include "core/passes/live/value_changes.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

template <typename Vector>
typename Vector::value_type at(const Vector *values, std::uint32_t entry,
                               typename Vector::value_type missing)
{
    return values && entry < values->size() ? (*values)[entry] : missing;
}

struct KnownBytes {
    std::int64_t sum = 0;     ///< of all values whose size is known
    std::size_t unknowns = 0; ///< the others
};

KnownBytes bytesOf(const KnownValues &known)
{
    const Shapes *shapes = known.analyses.find(keys::shape, known.index);
    const DTypes *types = known.analyses.find(keys::dtype, known.index);
    const ValueTypes *values = known.analyses.find(keys::valueType, known.index);
    KnownBytes all;
    for (std::uint32_t entry = 0; shapes && entry < shapes->size(); ++entry) {
        const Shape &shape = (*shapes)[entry];
        const auto typed = at(values, entry, {}).byteCount();
        const auto bytes = typed              ? typed
                           : isUnknown(shape) ? std::nullopt
                                              : byteCount(shape, at(types, entry, DType::Float32));
        // A value that no memory holds has no size either.
        if (!bytes || __builtin_add_overflow(all.sum, *bytes, &all.sum)) {
            ++all.unknowns;
        }
    }
    return all;
}

/// True if the same values have no size: the sizes of the others say what changed.
bool haveSameUnknowns(const KnownBytes &before, const KnownBytes &after,
                      const std::vector<ValueChange> &changes)
{
    return before.unknowns == after.unknowns
           && std::none_of(changes.begin(), changes.end(), [](const ValueChange &change) {
                  return isUnknown(change.before) != isUnknown(change.after);
              });
}

std::vector<ValueChange> findChanges(const KnownValues &before, const KnownValues &after,
                                     SameNodes same)
{
    std::vector<ValueChange> found;
    const Shapes *shapesBefore = before.analyses.find(keys::shape, before.index);
    const Shapes *shapes = after.analyses.find(keys::shape, after.index);
    const DTypes *typesBefore = before.analyses.find(keys::dtype, before.index);
    const DTypes *types = after.analyses.find(keys::dtype, after.index);
    for (std::uint32_t id = 0; id < after.index->nodeCount(); ++id) {
        const IndexedNode &node = after.index->node(id);
        auto old = before.index->find(node.source);
        if (old && same == SameNodes::ByIdAndName
            && before.index->node(*old).node->name != node.node->name) {
            old.reset();
        }
        const std::uint32_t outputs = old ? before.index->node(*old).outputCount : 0;
        for (std::uint32_t i = 0; i < std::min(outputs, node.outputCount); ++i) {
            const std::uint32_t was = before.index->entryId(*old, i);
            const std::uint32_t is = after.index->entryId(id, i);
            ValueChange change{{node.source, i, 0},
                               at(shapesBefore, was, {}),
                               at(shapes, is, {}),
                               at(typesBefore, was, DType::Unknown),
                               at(types, is, DType::Unknown)};
            const bool isOtherType = typesBefore && types && change.typeBefore != change.typeAfter;
            if (change.before != change.after || isOtherType) {
                found.push_back(std::move(change));
            }
        }
    }
    return found;
}

} // namespace

InferenceDelta compareValues(const KnownValues &before, const KnownValues &after,
                             std::vector<ValueChange> changes)
{
    InferenceDelta found;
    found.values = std::move(changes);
    const std::int64_t *planBefore = before.analyses.find(keys::storageAllocatedBytes);
    const std::int64_t *plan = after.analyses.find(keys::storageAllocatedBytes);
    found.isPlanned = planBefore && plan;
    const KnownBytes old = bytesOf(before);
    const KnownBytes now = bytesOf(after);
    found.bytes = !haveSameUnknowns(old, now, found.values) ? std::nullopt
                  : found.isPlanned                         ? std::optional(*plan - *planBefore)
                                                            : std::optional(now.sum - old.sum);
    return found;
}

InferenceDelta compareValues(const KnownValues &before, const KnownValues &after, SameNodes same)
{
    return compareValues(before, after, findChanges(before, after, same));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "widgets/document/entry_facts.h"

#include "core/graph/analysis/declared_types.h"
#include "core/graph/analysis/value_labels.h"
#include "core/graph/tensor_layout.h"
#include "widgets/text/format.h"

namespace nervure {

namespace {

/// The value of an entry attribute, if the analysis covers that entry.
template <typename Vector>
const typename Vector::value_type *at(const Vector *values, std::uint32_t entry)
{
    return values != nullptr && entry < values->size() ? &(*values)[entry] : nullptr;
}

/// Of a value that inference does not reach, as no output needs it.
EntryFacts declaredFacts(const Graph &graph, const Entry &entry)
{
    EntryFacts facts;
    ValueType type = graph.contains(entry.node) ? declaredTypeOf(graph, entry) : ValueType();
    if (type.kind == ValueType::Kind::Unknown) {
        return facts;
    }
    facts.isDeclared = true;
    facts.shape = type.numbers();
    facts.dtype = type.isTensor() ? toDType(type.element) : DType::Unknown;
    facts.shapeText = type.shape ? toQString(dimensionsLabel(*type.shape)) : QString();
    type.shape.reset();
    const bool isTyped = !type.isTensor() || type.element != ElementType::Undefined;
    facts.typeText = isTyped ? toQString(type.text()) : QString();
    return facts;
}

} // namespace

EntryFacts entryFacts(const Graph &graph, const std::shared_ptr<const IndexedGraph> &index,
                      const Analyses &analyses, const Entry &entry)
{
    const auto node = index ? index->find(entry.node) : std::nullopt;
    if (!node) {
        return index ? declaredFacts(graph, entry) : EntryFacts();
    }
    EntryFacts facts;
    if (entry.index >= index->node(*node).outputCount) {
        return facts;
    }
    const std::uint32_t id = index->entryId(*node, entry.index);
    if (const Shape *shape = at(analyses.find(keys::shape, index), id)) {
        facts.shape = *shape;
    }
    if (const DType *dtype = at(analyses.find(keys::dtype, index), id)) {
        facts.dtype = *dtype;
    }
    const ValueLabels labels(analyses, *index);
    facts.shapeText = toQString(labels.shape(id));
    facts.typeText = toQString(labels.type(id));
    facts.isDeclared = labels.isDeclared(id);
    if (const std::string *layout = at(analyses.find(keys::layout, index), id)) {
        facts.layout = *layout == Layout::undefinedText ? QString() : toQString(*layout);
    }
    if (const std::int64_t *storage = at(analyses.find(keys::storageId, index), id)) {
        facts.storageId = *storage;
    }
    if (const std::int64_t *inplace = at(analyses.find(keys::storageInplaceIndex, index), id)) {
        facts.inplaceIndex = *inplace;
    }
    if (const std::int64_t *device = at(analyses.find(keys::deviceIndex, index), id)) {
        facts.deviceIndex = *device;
    }
    return facts;
}

} // namespace nervure

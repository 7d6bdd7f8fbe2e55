// SPDX-License-Identifier: Apache-2.0
#include "core/graph/analysis/value_labels.h"

namespace nervure {

ValueLabels::ValueLabels(const Analyses &analyses, const IndexedGraph &graph)
    : m_shapes(analyses.find(keys::shape, graph)),
      m_types(analyses.find(keys::dtype, graph)),
      m_values(analyses.find(keys::valueType, graph)),
      m_declared(analyses.find(keys::declared, graph))
{}

bool ValueLabels::isShapeKnown(std::size_t entry) const
{
    if (m_values && entry < m_values->size()) {
        const ValueType &type = (*m_values)[entry];
        return type.hasShape() || (type.kind != ValueType::Kind::Unknown && !type.isTensor());
    }
    return m_shapes && entry < m_shapes->size() && !isUnknown((*m_shapes)[entry]);
}

std::optional<Dimensions> ValueLabels::sizes(std::size_t entry) const
{
    if (m_values && entry < m_values->size()) {
        return (*m_values)[entry].shape;
    }
    if (!m_shapes || entry >= m_shapes->size() || !(*m_shapes)[entry].hasRank()) {
        return std::nullopt;
    }
    return dimensionsOf((*m_shapes)[entry]);
}

std::string ValueLabels::shape(std::size_t entry) const
{
    if (m_values && entry < m_values->size()) {
        const ValueType &type = (*m_values)[entry];
        return type.shape ? dimensionsLabel(*type.shape) : std::string();
    }
    const bool isRanked = m_shapes && entry < m_shapes->size() && (*m_shapes)[entry].hasRank();
    return isRanked ? shapeLabel((*m_shapes)[entry]) : std::string();
}

std::string ValueLabels::type(std::size_t entry) const
{
    if (m_values && entry < m_values->size()) {
        ValueType type = (*m_values)[entry];
        const bool isTyped = type.kind != ValueType::Kind::Unknown
                             && (!type.isTensor() || type.element != ElementType::Undefined);
        type.shape.reset();
        return isTyped ? type.text() : std::string();
    }
    const DType type = m_types && entry < m_types->size() ? (*m_types)[entry] : DType::Unknown;
    return type == DType::Unknown ? std::string() : std::string(dtypeName(type));
}

} // namespace nervure

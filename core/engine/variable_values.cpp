// SPDX-License-Identifier: Apache-2.0
#include "core/engine/variable_values.h"

#include <algorithm>

namespace nervure {

namespace {

Result<Tensor> filled(DType type, const Shape &shape, double number)
{
    ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(type, shape));
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
        storeElement(tensor.view(), i, number);
    }
    return tensor;
}

} // namespace

Result<Tensor> oneElementAtLeast(const Tensor &value)
{
    if (!value.shape().empty()) {
        return value;
    }
    ASSIGN_OR_RETURN(Tensor tensor, Tensor::zeros(value.type(), {1}));
    std::copy_n(value.data(), value.byteSize(), tensor.data());
    return tensor;
}

VariableValues::VariableValues(const ExecutionRequest &request, const Builtins &builtins)
    : m_request(request),
      m_imported(importedValues(request, builtins))
{
    Diagnostics ignored;
    if (auto index = IndexedGraph::build(request.graph, builtins.ops, ignored)) {
        const std::vector<ValueRole> roles = valueRolesOf(**index);
        for (const std::uint32_t id : (*index)->inputNodes()) {
            m_roles.emplace((*index)->node(id).node->name, roles[id]);
        }
    }
}

const std::string &VariableValues::documentName(const std::string &name) const
{
    const auto known = m_imported.documentNames.find(name);
    return known == m_imported.documentNames.end() ? name : known->second;
}

const Tensor *VariableValues::given(const std::string &name) const
{
    for (const TensorMap *known : {&m_request.values, &m_request.weights, &m_imported.made}) {
        if (const auto it = known->find(documentName(name)); it != known->end()) {
            return &it->second;
        }
    }
    return nullptr;
}

std::optional<VariableValues::Seeding> VariableValues::seedingOf(const std::string &name) const
{
    const std::string &known = documentName(name);
    if (given(name) != nullptr || m_request.constants.count(known) != 0) {
        return std::nullopt;
    }
    const auto role = m_roles.find(known);
    return Seeding{known, role == m_roles.end() ? ValueRole::Data : role->second};
}

Result<Tensor> VariableValues::seeded(const std::string &name, DType type, const Shape &shape) const
{
    const std::string &known = documentName(name);
    if (const auto constant = m_request.constants.find(known);
        constant != m_request.constants.end()) {
        return filled(type, shape, constant->second);
    }
    const auto role = m_roles.find(known);
    return seededTensor(known, role == m_roles.end() ? ValueRole::Data : role->second, type, shape,
                        m_request.seed);
}

Result<Tensor> VariableValues::of(const std::string &name, DType type, const Shape &shape) const
{
    const Tensor *value = given(name);
    return value ? oneElementAtLeast(*value) : seeded(name, type, shape);
}

} // namespace nervure

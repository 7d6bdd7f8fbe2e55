// SPDX-License-Identifier: Apache-2.0
#include "core/engine/variable_values.h"

#include "core/graph/onnx_variable.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>

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

Result<Tensor> inWantedForm(const Tensor &value, const Shape &shape)
{
    const auto isOne = [](const Shape &any) { return any.isScalar() || any == Shape{1}; };
    const bool isOther = isOne(value.shape()) && isOne(shape) && value.shape() != shape;
    return isOther ? tensorInShape(value, shape) : Result<Tensor>(value);
}

Status checkInvented(const ExecutionRequest &request, const std::vector<std::string> &invented)
{
    if (!request.refusesInvented || invented.empty()) {
        return {};
    }
    std::vector<std::string> names;
    for (const std::string &name : invented) {
        names.push_back(quoted(name));
    }
    return makeErrorAt(invented.front(), "values-made-up",
                       "nobody gives values for {}, expected --input NAME=FILE or --params FILE: "
                       "none may be made up",
                       join(names, ", "));
}

VariableValues::VariableValues(const ExecutionRequest &request, const Builtins &builtins,
                               HeldValues held)
    : m_request(request),
      m_imported(importedValues(request, builtins)),
      m_held(std::move(held))
{
    for (const NodeId id : request.graph.nodes()) {
        const Node &node = request.graph.node(id);
        if (node.isVariable() && hasValueTypes(node.dialect) && holdsOnnxValues(node.attrs)) {
            m_stored.insert(node.name);
        }
    }
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
    const auto held = m_held.find(name);
    if (held != m_held.end()) {
        const auto weight = m_request.weights.find(held->second.stored);
        return held->second.elements               ? held->second.elements.get()
               : weight == m_request.weights.end() ? nullptr
                                                   : &weight->second;
    }
    const std::string &own = documentName(name);
    for (const TensorMap *known : {&m_request.values, &m_request.weights, &m_imported.made}) {
        const auto it = known->find(own);
        if (it != known->end()) {
            return &it->second;
        }
        if (m_request.constants.count(own) != 0) {
            return nullptr; // somebody said a number, which replaces what the model holds
        }
    }
    return nullptr;
}

std::optional<VariableValues::Seeding> VariableValues::seedingOf(const std::string &name) const
{
    const std::string &known = documentName(name);
    if (given(name) || storedFor(name) || isNumber(name)) {
        return std::nullopt;
    }
    const auto role = m_roles.find(known);
    return Seeding{known, role == m_roles.end() ? ValueRole::Data : role->second};
}

Result<Tensor> VariableValues::seeded(const std::string &name, DType type, const Shape &shape) const
{
    const std::string &known = documentName(name);
    if (isUnknown(shape)) {
        return makeErrorAt(known, "shape-unknown",
                           "the shape of {} is unknown, expected one (--shape NAME=… gives it)",
                           quoted(known));
    }
    if (const auto constant = m_request.constants.find(known);
        constant != m_request.constants.end()) {
        return filled(type, shape, constant->second);
    }
    const auto role = m_roles.find(known);
    return seededTensor(known, role == m_roles.end() ? ValueRole::Data : role->second, type, shape,
                        m_request.seed);
}

/// The name of what the model's file holds for the variable; null: nothing.
const std::string *VariableValues::storedFor(const std::string &name) const
{
    const auto held = m_held.find(name);
    if (held != m_held.end()) {
        return &held->second.stored;
    }
    const auto stored = m_stored.find(documentName(name));
    return stored == m_stored.end() ? nullptr : &*stored;
}

/// True if somebody said a number for all its elements.
bool VariableValues::isNumber(const std::string &name) const
{
    return m_request.constants.count(documentName(name)) != 0;
}

bool VariableValues::isInvented(const std::string &name) const
{
    return seedingOf(name).has_value();
}

Result<Tensor> VariableValues::of(const std::string &name, DType type, const Shape &shape) const
{
    if (const Tensor *value = given(name)) {
        return inWantedForm(*value, shape);
    }
    if (const std::string *stored = storedFor(name); stored && !isNumber(name)) {
        return makeErrorAt(*stored, "value-not-read",
                           "the model holds the value {}, which was not read from its file",
                           quoted(*stored));
    }
    return seeded(name, type, shape);
}

} // namespace nervure

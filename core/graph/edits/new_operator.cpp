// SPDX-License-Identifier: Apache-2.0
#include "core/graph/edits/new_operator.h"

#include "core/graph/edits/names.h"
#include "core/graph/nnvm_shape.h"
#include "core/graph/op/attr_field.h"
#include "core/graph/op/attr_forms.h"
#include "core/graph/op/lightnet_text.h"
#include "core/graph/opset.h"
#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

/// Adds one operator and what it needs.
class OperatorMaker {
public:
    OperatorMaker(EditDraft &draft, const OpRegistry &ops, const NewOperator &added)
        : m_draft(draft),
          m_names(draft.graph())
    {
        m_node.op = added.op;
        m_node.dialect = draft.graph().dialect();
        m_node.opset = opsetOf(draft.graph());
        m_node.name = added.name.empty() ? m_names.nodeOf(added.op) : m_names.node(added.name);
        m_node.attrs = added.attrs;
        m_node.inputs = added.inputs;
        m_spec = ops.find(m_node);
        if (m_node.dialect == Dialect::Onnx && m_spec) {
            writeAttributes();
        }
        if (m_spec) {
            Diagnostics ignored; // told as soon as it is there
            m_attrs = parseAttrs(m_spec->attrs, m_node.attrs, m_spec->name, m_node.name, ignored);
        }
    }

    Result<NodeId> make(std::optional<std::size_t> position)
    {
        if (m_node.op.empty() || m_node.op == variableOp) {
            return makeError("op-empty", "no operator is named, expected one");
        }
        for (const Entry &input : m_node.inputs) {
            RETURN_IF_FAILED(checkEntry(m_draft.graph(), input));
        }
        RETURN_IF_FAILED(addInputs(position));
        if (isLightNet()) {
            addTensors();
        }
        setVersions();
        return m_draft.addNode(std::move(m_node), position);
    }

private:
    /// In ONNX's files the form of a value decides its type.
    void writeAttributes()
    {
        const AttrDict typed = m_node.attrs;
        for (const auto &[key, value] : typed) {
            if (const AttrDecl *decl = m_spec->attrs.find(key)) {
                m_node.attrs.set(key, writtenForm(*decl, m_node.dialect, value));
            }
        }
    }

    [[nodiscard]] bool isLightNet() const { return m_node.dialect == Dialect::LightNet; }
    [[nodiscard]] RuleContext rule() const { return {m_node, m_attrs}; }

    Status addInputs(std::optional<std::size_t> &position)
    {
        std::vector<std::string> names;
        if (m_spec && m_spec->inputNames) {
            names = m_spec->inputNames(rule());
            if (m_node.inputs.size() > names.size()) {
                return makeErrorAt(m_node.name, "too-many-inputs",
                                   "{} {} is given {} inputs, expected at most {}", m_node.op,
                                   quoted(m_node.name), m_node.inputs.size(), names.size());
            }
        }
        for (std::size_t i = 0; isLightNet() && i < m_node.inputs.size(); ++i) {
            m_node.inputPorts.push_back(
                {i < names.size() ? names[i] : "src", {}, static_cast<std::uint32_t>(i)});
        }
        for (std::size_t i = m_node.inputs.size(); i < names.size(); ++i) {
            addMissingInput(i, names[i], position);
        }
        return {};
    }

    void addMissingInput(std::size_t input, const std::string &role,
                         std::optional<std::size_t> &position)
    {
        const std::string name = m_node.name + "_" + role;
        if (isLightNet()) {
            const auto &parameters = m_spec->parameterInputs;
            const bool isParameter =
                std::find(parameters.begin(), parameters.end(), input) != parameters.end();
            Port port{role, {}, static_cast<std::uint32_t>(input)};
            Entry source;
            if (isParameter) {
                source.node = draftVariable(m_draft, name, {1}, DType::Float32, position);
                next(position);
            } else {
                port.tensor = m_names.tensor(name);
            }
            m_node.inputs.push_back(source);
            m_node.inputPorts.push_back(std::move(port));
            return;
        }
        Node variable;
        variable.name = m_names.variable(m_node.dialect, name);
        variable.dialect = m_node.dialect;
        if (m_node.dialect != Dialect::Onnx) {
            variable.attrs = m_node.attrs;
        }
        m_node.inputs.push_back({m_draft.addNode(std::move(variable), position), 0, 0});
        next(position);
    }

    static void next(std::optional<std::size_t> &position)
    {
        if (position) {
            ++*position;
        }
    }

    void addTensors()
    {
        FreshNames names(m_draft.graph()); // with what was made for inputs meanwhile
        const std::vector<std::string> roles =
            m_spec ? outputNamesOf(m_spec, rule(), 1) : std::vector<std::string>{"dst"};
        for (const std::string &role : roles) {
            m_node.outputPorts.push_back({role, names.tensor(m_node.name + "_" + role),
                                          static_cast<std::uint32_t>(m_node.outputPorts.size())});
        }
    }

    /// Of what it changes it uses a new version, as NNVM counts them.
    void setVersions()
    {
        if (!m_spec || isLightNet()) {
            return;
        }
        for (const std::uint32_t mutated : m_spec->mutatedInputs) {
            if (mutated < m_node.inputs.size()) {
                ++m_node.inputs[mutated].version;
            }
        }
    }

    EditDraft &m_draft;
    FreshNames m_names;
    Node m_node;
    const OpSpec *m_spec = nullptr;
    ParsedAttrs m_attrs;
};

/// LightNet's source of a tensor: zeros that a run replaces.
Node createNode(const Shape &shape, DType type)
{
    const DType known = lightNetTypeName(type).empty() ? DType::Float32 : type;
    Node node;
    node.op = "create";
    node.dialect = Dialect::LightNet;
    node.attrs = AttrDict{
        {"dtype", lightNetQuoted(std::string(lightNetTypeName(known)))},
        {"dims", LightNetAttrText::print(shape.size() == 0 ? IntTuple{1} : nnvmSizes(shape))},
        {"data", "[0]"},
        {"ran", "[0,0]"},
        {"from_file", "false"}};
    return node;
}

} // namespace

Result<NodeId> draftOperator(EditDraft &draft, const OpRegistry &ops, const NewOperator &added,
                             std::optional<std::size_t> position)
{
    return OperatorMaker(draft, ops, added).make(position);
}

NodeId draftVariable(EditDraft &draft, const std::string &wantedName, const Shape &shape,
                     DType type, std::optional<std::size_t> position)
{
    FreshNames names(draft.graph());
    Node node;
    if (draft.graph().dialect() == Dialect::LightNet) {
        node = createNode(shape, type);
        node.outputPorts.push_back({"dst", names.tensor(wantedName), 0});
    } else {
        node.dialect = draft.graph().dialect();
    }
    node.name = names.variable(node.dialect, wantedName);
    return draft.addNode(std::move(node), position);
}

} // namespace nervure

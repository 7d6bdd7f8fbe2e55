// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op_registry.h"

#include "core_ops_builtins.h"

#include <memory>
#include <numeric>

namespace nervure::tests {

/// A float32 tensor that owns its elements.
struct FloatTensor {
    Shape shape;
    std::vector<float> data;

    [[nodiscard]] TensorView view()
    {
        return {DType::Float32, shape, reinterpret_cast<std::byte *>(data.data())};
    }
};

/// A tensor of the shape holding 1, 2, 3, … times `step`.
inline FloatTensor counted(Shape shape, float step = 1)
{
    FloatTensor tensor{shape, std::vector<float>(static_cast<std::size_t>(*elementCount(shape)))};
    for (std::size_t i = 0; i < tensor.data.size(); ++i) {
        tensor.data[i] = static_cast<float>(i + 1) * step;
    }
    return tensor;
}

/// One node of a built-in operator, to ask its rules.
class OpProbe {
public:
    explicit OpProbe(std::string op, AttrDict attrs = {}, Dialect dialect = Dialect::Nnvm)
    {
        registerBuiltinOperators(m_ops);
        m_node.op = std::move(op);
        m_node.name = "n";
        m_node.dialect = dialect;
        m_node.attrs = std::move(attrs);
        m_spec = m_ops.find(m_node);
        if (m_spec) {
            m_attrs = parseAttrs(m_spec->attrs, m_node.attrs, m_spec->name, "n", diagnostics);
        }
    }

    Diagnostics diagnostics;
    std::string printed;
    Semantics semantics = Semantics::Exact; ///< that the rules are asked in

    /// The same operator, asked in fixed semantics.
    [[nodiscard]] static OpProbe fixed(std::string op, AttrDict attrs = {})
    {
        OpProbe probe(std::move(op), std::move(attrs));
        probe.semantics = Semantics::Fixed;
        return probe;
    }

    [[nodiscard]] const OpSpec *spec() const { return m_spec; }
    [[nodiscard]] RuleContext rule() const { return {m_node, m_attrs, semantics}; }
    [[nodiscard]] RuleContext rule(Semantics other) const { return {m_node, m_attrs, other}; }
    [[nodiscard]] std::size_t outputCount() const
    {
        return outputNamesOf(m_spec, rule(), 1).size();
    }

    /// Fills `in` and gives the outputs' shapes.
    Result<Shapes> infer(Shapes &in, Shapes out = {}) const
    {
        out.resize(outputCount());
        const Status status = m_spec->inferShape(rule(), in, out);
        return status ? Result<Shapes>(out) : Result<Shapes>(status.error());
    }
    /// Output shapes for input shapes; no outputs at all when the rule fails.
    [[nodiscard]] Shapes outputsFor(Shapes in) const
    {
        const auto out = infer(in);
        return out ? *out : Shapes{};
    }

    /// The same for types.
    Result<DTypes> inferTypes(DTypes &in, DTypes out = {}) const
    {
        out.resize(outputCount(), DType::Unknown);
        const Status status = m_spec->inferType(rule(), in, out);
        return status ? Result<DTypes>(out) : Result<DTypes>(status.error());
    }

    /// Runs the reference on float32 inputs; the mutated inputs are changed in place.
    Result<std::vector<FloatTensor>> run(std::vector<FloatTensor> &in)
    {
        Shapes shapes;
        for (const FloatTensor &tensor : in) {
            shapes.push_back(tensor.shape);
        }
        const auto inferred = infer(shapes);
        if (!inferred) {
            return inferred.error();
        }
        std::vector<FloatTensor> out;
        for (const Shape &shape : *inferred) {
            out.push_back(counted(shape, -1));
        }
        std::vector<ConstTensorView> inViews;
        std::vector<TensorView> outViews;
        std::vector<TensorView> mutated;
        for (FloatTensor &tensor : in) {
            inViews.push_back(tensor.view());
        }
        for (FloatTensor &tensor : out) {
            outViews.push_back(tensor.view());
        }
        for (const std::uint32_t i : m_spec->mutatedInputs) {
            mutated.push_back(in[i].view());
        }
        const RuleContext context = rule();
        const Status status = m_spec->reference({context, inViews, outViews, mutated, &printed});
        return status ? Result<std::vector<FloatTensor>>(std::move(out))
                      : Result<std::vector<FloatTensor>>(status.error());
    }
    /// The first output's elements; empty when something failed.
    std::vector<float> firstOutput(std::vector<FloatTensor> in)
    {
        const auto out = run(in);
        return out ? (*out)[0].data : std::vector<float>{};
    }

private:
    OpRegistry m_ops;
    Node m_node;
    const OpSpec *m_spec = nullptr;
    ParsedAttrs m_attrs;
};

} // namespace nervure::tests

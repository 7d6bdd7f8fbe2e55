// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ops/op_probe.h"

#include "core_ops_builtins.h"

namespace nervure::tests {

FloatTensor counted(Shape shape, float step)
{
    FloatTensor tensor{shape, std::vector<float>(static_cast<std::size_t>(*elementCount(shape)))};
    for (std::size_t i = 0; i < tensor.data.size(); ++i) {
        tensor.data[i] = static_cast<float>(i + 1) * step;
    }
    return tensor;
}

struct OpProbe::Parts {
    OpRegistry ops;
    Node node;
    const OpSpec *spec = nullptr;
    ParsedAttrs attrs;
};

OpProbe::OpProbe(std::string op, AttrDict attrs, Dialect dialect)
{
    auto parts = std::make_shared<Parts>();
    registerBuiltinOperators(parts->ops);
    Node &node = parts->node;
    node.op = std::move(op);
    node.name = "n";
    node.dialect = dialect;
    node.attrs = std::move(attrs);
    parts->spec = parts->ops.find(node);
    if (parts->spec != nullptr) {
        parts->attrs =
            parseAttrs(parts->spec->attrs, node.attrs, parts->spec->name, "n", diagnostics);
    }
    m_parts = std::move(parts);
}

OpProbe OpProbe::fixed(std::string op, AttrDict attrs)
{
    OpProbe probe(std::move(op), std::move(attrs));
    probe.semantics = Semantics::Fixed;
    return probe;
}

const OpSpec *OpProbe::spec() const
{
    return m_parts->spec;
}

RuleContext OpProbe::rule(Semantics other) const
{
    return {m_parts->node, m_parts->attrs, other};
}

std::size_t OpProbe::outputCount() const
{
    return outputNamesOf(spec(), rule(), 1).size();
}

Result<Shapes> OpProbe::infer(Shapes &in, Shapes out) const
{
    out.resize(outputCount());
    const Status status = spec()->inferShapes(rule(), in, out);
    return status ? Result<Shapes>(out) : Result<Shapes>(status.error());
}

Shapes OpProbe::outputsFor(Shapes in) const
{
    const auto out = infer(in);
    return out ? *out : Shapes{};
}

Result<DTypes> OpProbe::inferTypes(DTypes &in, DTypes out) const
{
    out.resize(outputCount(), DType::Unknown);
    const Status status = spec()->inferType(rule(), in, out);
    return status ? Result<DTypes>(out) : Result<DTypes>(status.error());
}

Result<std::vector<FloatTensor>> OpProbe::run(std::vector<FloatTensor> &in)
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
    for (const std::uint32_t i : spec()->mutatedInputs) {
        mutated.push_back(in[i].view());
    }
    const RuleContext context = rule();
    const Status status = spec()->reference({context, inViews, outViews, mutated, &printed});
    return status ? Result<std::vector<FloatTensor>>(std::move(out))
                  : Result<std::vector<FloatTensor>>(status.error());
}

std::vector<float> OpProbe::firstOutput(std::vector<FloatTensor> in)
{
    const auto out = run(in);
    return out ? (*out)[0].data : std::vector<float>{};
}

} // namespace nervure::tests

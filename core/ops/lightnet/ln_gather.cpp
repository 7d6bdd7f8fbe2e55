// SPDX-License-Identifier: Apache-2.0
// LightNet's gather and scatter, and the forms of them that share memory instead of copying.
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/shape_rules.h"

namespace nervure {

namespace {

/// The roles of the ports that begin so: gather and scatter take any number, in the file's order.
std::vector<std::string> rolesFrom(const std::vector<Port> &ports, std::string_view prefix)
{
    std::vector<std::string> roles;
    for (const Port &port : ports) {
        if (port.role.starts_with(prefix)) {
            roles.push_back(port.role);
        }
    }
    return roles;
}

std::vector<std::string> gatherInputs(const RuleContext &context)
{
    return rolesFrom(context.node.inputPorts, "src");
}

std::vector<std::string> scatterOutputs(const RuleContext &context)
{
    return rolesFrom(context.node.outputPorts, "dst");
}

Status gatherShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    if (in.empty() || out.size() != 1) {
        return makeError("infer-shape", "{} inputs and {} outputs, expected at least one and one",
                         in.size(), out.size());
    }
    if (isUnknown(in[0])) {
        return {};
    }
    for (std::size_t i = 1; i < in.size(); ++i) {
        RETURN_IF_FAILED(assignInput(in, i, "like the first", in[0]));
    }
    Shape shape{static_cast<std::int64_t>(in.size())};
    shape.insert(shape.end(), in[0].begin(), in[0].end());
    return assignOutput(out, 0, shape);
}

Status scatterShape(const NoAttrs &, Shapes &in, Shapes &out)
{
    if (in.size() != 1) {
        return makeError("infer-shape", "{} inputs, expected one", in.size());
    }
    if (isUnknown(in[0])) {
        return {};
    }
    if (in[0].size() < 2 || in[0][0] != static_cast<std::int64_t>(out.size())) {
        return makeError("infer-shape",
                         "src has shape {}, expected {} tensors, one for each output",
                         shapeText(in[0]), out.size());
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        const Status status = assignOutput(out, i, Shape(in[0].begin() + 1, in[0].end()));
        if (!status) {
            return status;
        }
    }
    return {};
}

std::size_t bytesOf(const ConstTensorView &tensor)
{
    return static_cast<std::size_t>(tensor.count()) * dtypeBytes(tensor.type);
}

Status gatherReference(const NoAttrs &, const ReferenceCall &call)
{
    std::byte *to = call.out[0].data;
    for (const ConstTensorView &in : call.in) {
        std::memcpy(to, in.data, bytesOf(in));
        to += bytesOf(in);
    }
    return {};
}

Status scatterReference(const NoAttrs &, const ReferenceCall &call)
{
    const std::byte *from = call.in[0].data;
    for (const TensorView &out : call.out) {
        std::memcpy(out.data, from, bytesOf(out));
        from += bytesOf(out);
    }
    return {};
}

Result<KernelSpec> gatherKernel(const NoAttrs &, const KernelContext &context)
{
    return concatenateKernel(0, context);
}

Result<KernelSpec> scatterKernel(const NoAttrs &, const KernelContext &context)
{
    std::vector<StridedSource> sources;
    std::int64_t offset = 0;
    for (const Shape &part : context.outShapes) {
        sources.push_back({part, denseStrides(part), offset});
        offset += elementCount(part).value_or(0);
    }
    return stridedKernel(sources, context);
}

OpSpec gatherSpec(const char *name, const char *summary)
{
    OpSpec spec = OpBuilder<>(Dialect::LightNet, name)
                      .summary(summary)
                      .category(OpCategory::Layout)
                      .shape(gatherShape)
                      .type(anyCountSameType())
                      .pattern(OpPattern::Injective)
                      .reference(gatherReference)
                      .kernel(gatherKernel)
                      .build();
    spec.inputNames = gatherInputs;
    return spec;
}

OpSpec scatterSpec(const char *name, const char *summary)
{
    OpSpec spec = OpBuilder<>(Dialect::LightNet, name)
                      .summary(summary)
                      .category(OpCategory::Layout)
                      .inputs({"src"})
                      .shape(scatterShape)
                      .type(anyCountSameType())
                      .pattern(OpPattern::Injective)
                      .reference(scatterReference)
                      .kernel(scatterKernel)
                      .build();
    spec.outputNames = scatterOutputs;
    return spec;
}

} // namespace

void registerLnGather(OpRegistry &ops)
{
    ops.add(
        lnFinish(gatherSpec("gather", "tensors of one shape as one tensor, one after another")));
    ops.add(lnFinish(scatterSpec("scatter", "a tensor taken apart along its first dimension")));
    // LightNet only has these for its CPU. They run no code there: the memory is the same.
    OpSpec gather =
        gatherSpec("gather_nocopy_cpu", "gather of tensors that lie in the result's memory");
    gather.outputMemory = OutputMemory::HoldsInputs;
    ops.add(lnFinishOne(lnWithoutCode(std::move(gather))));
    OpSpec scatter =
        scatterSpec("scatter_nocopy_cpu", "scatter into tensors that lie in the source's memory");
    scatter.outputMemory = OutputMemory::PartsOfInput;
    ops.add(lnFinishOne(lnWithoutCode(std::move(scatter))));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "kernels/scatter.h"
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstring>

namespace nervure {

namespace {

struct ScatterAttrs {
    std::string reduction = "none";
};

Status scatterShape(const ScatterAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 1));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return {};
    }
    if (in[0].size() != 2 || in[1].size() != 1) {
        return makeError("infer-shape",
                         "inputs have shapes {} and {}, expected a matrix and a list of rows",
                         shapeText(in[0]), shapeText(in[1]));
    }
    RETURN_IF_FAILED(assignInput(in, 2, "updates", {in[1][0], in[0][1]}));
    return assignOutput(out, 0, in[0]);
}

Status scatterType(const RuleContext &, DTypes &in, DTypes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 3, 1));
    return assignOutputType(out, 0, in[0]);
}

template <typename T>
T reduced(const std::string &reduction, T before, T update)
{
    if (reduction == "add") {
        return static_cast<T>(before + update);
    }
    if (reduction == "mul") {
        return static_cast<T>(before * update);
    }
    if (reduction == "max") {
        return before < update ? update : before;
    }
    return reduction == "min" ? (update < before ? update : before) : update;
}

Status scatterReference(const ScatterAttrs &attrs, const ReferenceCall &call)
{
    const TensorView &out = call.out[0];
    const std::int64_t rows = out.shape[0];
    const std::int64_t length = out.shape[1];
    if (call.in[0].type != out.type || call.in[2].type != out.type) {
        return makeError("infer-type", "data and updates have other types than the result");
    }
    std::memcpy(out.data, call.in[0].data,
                static_cast<std::size_t>(out.count()) * dtypeBytes(out.type));
    return withNumberType(out.type, [&](auto zero) -> Status {
        using T = decltype(zero);
        const T *updates = call.in[2].as<T>();
        for (std::int64_t i = 0; i < call.in[1].count(); ++i) {
            const double row = elementAsDouble(call.in[1], i);
            if (!(row >= 0 && row < static_cast<double>(rows))) {
                return makeError("index-range",
                                 "element {} of input 1 (rows) is {}, expected a position below {}",
                                 i, row, rows);
            }
            T *to = out.as<T>() + static_cast<std::int64_t>(row) * length;
            for (std::int64_t k = 0; k < length; ++k) {
                to[k] = reduced(attrs.reduction, to[k], updates[i * length + k]);
            }
        }
        return {};
    });
}

/// What an element and its update become, in OpenCL C.
std::string_view reducedText(const std::string &reduction)
{
    if (reduction == "add") {
        return "((NERVURE_A)(a) + (NERVURE_A)(b))";
    }
    if (reduction == "mul") {
        return "((NERVURE_A)(a) * (NERVURE_A)(b))";
    }
    return reduction == "max" ? "((a) < (b) ? (b) : (a))" : "((b) < (a) ? (b) : (a))";
}

/// Sizes of the matrix, and how many updates there are.
struct ScatterSizes {
    std::int64_t rows;
    std::int64_t length;
    std::int64_t updates;
};

KernelLaunch scatterLaunch(const KernelContext &context, const char *entry,
                           std::vector<KernelArg> args)
{
    KernelLaunch launch;
    launch.program = "scatter";
    launch.source = kernels::scatter;
    launch.entry = entry;
    launch.algorithm = "scatter";
    if (context.inTypes[1] != DType::Int32) {
        defineOperand(launch, "NERVURE_ROW", context.inTypes[1]);
    }
    launch.args = std::move(args);
    return launch;
}

KernelSpec replacingKernel(const KernelContext &context, const ScatterSizes &sizes)
{
    KernelSpec spec;
    spec.scratchBytes = {sizes.rows * 4};
    KernelLaunch clear = scatterLaunch(context, "clear_last", {KernelArg::scratch(0)});
    clear.global = globalSize(sizes.rows, 1, 1);
    KernelLaunch find =
        scatterLaunch(context, "find_last", {KernelArg::input(1), KernelArg::scratch(0)});
    addInts(find, {sizes.rows});
    find.global = globalSize(sizes.updates, 1, 1);
    KernelLaunch replace = scatterLaunch(
        context, "replace_rows",
        {KernelArg::input(0), KernelArg::input(2), KernelArg::scratch(0), KernelArg::output()});
    replace.global = globalSize(sizes.length, sizes.rows, 1);
    spec.launches = {std::move(clear), std::move(find), std::move(replace)};
    for (KernelLaunch &launch : spec.launches) {
        defineCopied(launch, context.inTypes[0]);
    }
    return spec;
}

KernelSpec reducingKernel(const KernelContext &context, const ScatterSizes &sizes,
                          const std::string &reduction)
{
    KernelLaunch launch = scatterLaunch(
        context, "reduce_rows",
        {KernelArg::input(0), KernelArg::input(1), KernelArg::input(2), KernelArg::output()});
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.defines.emplace_back("REDUCED(a, b)", reducedText(reduction));
    addInts(launch, {sizes.rows, sizes.updates});
    launch.global = globalSize(sizes.length, 1, 1);
    KernelSpec spec;
    spec.launches = {std::move(launch)};
    return spec;
}

Result<KernelSpec> scatterRowsKernel(const RuleContext &rule, const KernelContext &context)
{
    RETURN_IF_FAILED(checkTypedTensors(context));
    const DType type = context.outTypes[0];
    if (context.inTypes[0] != type || context.inTypes[2] != type || isFloat(context.inTypes[1])) {
        return noKernelFor("these types");
    }
    const ScatterSizes sizes{context.outShapes[0][0], context.outShapes[0][1],
                             context.inShapes[1][0]};
    const std::string &reduction = rule.attrs.as<ScatterAttrs>().reduction;
    return reduction == "none" ? replacingKernel(context, sizes)
                               : reducingKernel(context, sizes, reduction);
}

} // namespace

void registerScatter(OpRegistry &ops)
{
    using A = ScatterAttrs;
    ops.add(OpBuilder<A>(Dialect::Nervure, "scatter_rows")
                .summary("a matrix with some rows replaced by others, or others added, one after "
                         "the other")
                .category(OpCategory::Data)
                .attr(field("reduction", &A::reduction, "what is done with a row and its update")
                          .oneOf({"none", "add", "mul", "max", "min"}))
                .inputs({"data", "rows", "updates"})
                .shape(scatterShape)
                .type(scatterType)
                .pattern(OpPattern::Opaque)
                .reference(scatterReference)
                .kernel(OpSpec::KernelRule(scatterRowsKernel))
                .build());
}

} // namespace nervure

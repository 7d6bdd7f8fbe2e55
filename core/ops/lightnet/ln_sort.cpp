// SPDX-License-Identifier: Apache-2.0
// LightNet's sorting of vectors, and picking by index.
#include "kernels/ln_sort.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/shape_rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nervure {

namespace {

struct SortAttrs {
    std::string direction;
};

struct PickAttrs {
    std::int64_t len = 1;
    std::int64_t stride = 1;
};

/// All inputs are vectors of one length, and so are the outputs.
Status sortShape(const RuleContext &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), out.size(), out.size()));
    if (isUnknown(in[0])) {
        return {};
    }
    RETURN_IF_FAILED(lnCheckRank(in[0], "src_key", 1));
    if (in.size() > 1) {
        RETURN_IF_FAILED(assignInput(in, 1, "src_val", in[0]));
    }
    return mergeAllShapes(in, out);
}

Status sortByKeyType(const RuleContext &, DTypes &in, DTypes &out)
{
    if (in.size() != 2 || out.size() != 2) {
        return makeError("infer-type", "expected two inputs and two outputs");
    }
    Status status = lnRequireType(in[1], "src_val", DType::Int32);
    if (status) {
        status = assignOutputType(out, 0, in[0]);
    }
    return status ? assignOutputType(out, 1, DType::Int32) : status;
}

/// Numbers that are none come last, in either direction.
template <typename T>
bool comesBefore(T a, T b, bool isAscending)
{
    if constexpr (isFloatElement<T>) {
        const bool isNone = std::isnan(static_cast<double>(a));
        const bool isOtherNone = std::isnan(static_cast<double>(b));
        if (isNone || isOtherNone) {
            return !isNone && isOtherNone;
        }
    }
    return isAscending ? a < b : b < a;
}

/// Equal keys keep their order. The outputs may lie where the inputs do.
Status sortReference(const SortAttrs &attrs, const ReferenceCall &call)
{
    const bool isAscending = attrs.direction == "TL_SORT_DIR_ASCENDING";
    const auto count = static_cast<std::size_t>(call.in[0].count());
    return withLightNetType(call.in[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        const std::vector<T> keys(call.in[0].as<T>(), call.in[0].as<T>() + count);
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return comesBefore(keys[a], keys[b], isAscending);
        });
        for (std::size_t i = 0; i < count; ++i) {
            call.out[0].as<T>()[i] = keys[order[i]];
        }
        if (call.out.size() > 1) {
            const std::int32_t *in = call.in[1].as<std::int32_t>();
            const std::vector<std::int32_t> values(in, in + count);
            for (std::size_t i = 0; i < count; ++i) {
                call.out[1].as<std::int32_t>()[i] = values[order[i]];
            }
        }
        return {};
    });
}

/// A work-item looks at `each` elements.
KernelLaunch lnSortLaunch(const char *entry, std::int64_t width, std::int64_t height,
                          std::int64_t each, const DeviceTraits &device)
{
    KernelLaunch launch;
    launch.program = "ln_sort";
    launch.source = kernels::ln_sort;
    launch.entry = entry;
    launch.global = {static_cast<std::size_t>(width), static_cast<std::size_t>(height), 1};
    launch.local = groupsFor(device, each);
    return launch;
}

Result<KernelSpec> sortKernel(const SortAttrs &attrs, const KernelContext &context)
{
    const bool hasValues = context.inTypes.size() > 1;
    const DType type = context.inTypes[0];
    RETURN_IF_FAILED(checkTypedTensors(context));
    const bool isFit =
        context.outTypes[0] == type
        && (!hasValues
            || (context.inTypes[1] == DType::Int32 && context.outTypes[1] == DType::Int32));
    if (!isFit) {
        return noKernelFor("vectors of these types");
    }
    const std::int64_t count = context.inShapes[0][0];
    KernelLaunch launch =
        lnSortLaunch(hasValues ? "sort_by_key" : "sort_keys", count, 1, count, context.device);
    defineTypes(launch, type, type);
    launch.algorithm = "rank";
    launch.args = {KernelArg::input(0)};
    if (hasValues) {
        launch.args.push_back(KernelArg::input(1));
    }
    launch.args.push_back(KernelArg::output(0));
    if (hasValues) {
        launch.args.push_back(KernelArg::output(1));
    }
    launch.args.push_back(KernelArg::int32(count));
    launch.args.push_back(KernelArg::int32(attrs.direction == "TL_SORT_DIR_ASCENDING"));
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

OpSpec sorter(const char *name, const char *summary, bool hasValues)
{
    OpBuilder<SortAttrs> builder(Dialect::LightNet, name);
    builder.summary(summary)
        .category(OpCategory::Layout)
        .attr(field("dir", &SortAttrs::direction, "which keys come first")
                  .required()
                  .oneOf({"TL_SORT_DIR_ASCENDING", "TL_SORT_DIR_DESCENDING"}))
        .shape(OpSpec::ShapeRule(sortShape))
        .type(hasValues ? OpSpec::TypeRule(sortByKeyType) : elementwiseType(1))
        .pattern(OpPattern::Opaque)
        .reference(sortReference)
        .kernel(sortKernel);
    if (hasValues) {
        builder.inputs({"src_key", "src_val"}).outputs({"dst_key", "dst_val"});
    } else {
        builder.inputs({"src_key"}).outputs({"dst_key"});
    }
    OpSpec spec = builder.build();
    spec.sharedMemory.push_back({0, 0});
    if (hasValues) {
        spec.sharedMemory.push_back({1, 1});
    }
    return lnFinish(lnWithoutCode(std::move(spec)));
}

Status pickShape(const PickAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    if (isUnknown(in[0]) || isUnknown(in[1])) {
        return {};
    }
    Status status = lnCheckRank(in[0], "src", 1);
    if (status) {
        status = lnCheckRank(in[1], "src_index", 1);
    }
    if (!status) {
        return status;
    }
    if (attrs.len > in[1][0]) {
        return makeError("infer-shape", "len is {}, expected at most the length of src_index, {}",
                         attrs.len, in[1][0]);
    }
    return assignOutput(out, 0, {attrs.len * attrs.stride});
}

Status pickType(const RuleContext &, DTypes &in, DTypes &out)
{
    if (in.size() != 2) {
        return makeError("infer-type", "expected two inputs");
    }
    const Status status = lnRequireType(in[1], "src_index", DType::Int32);
    return status ? assignOutputType(out, 0, in[0]) : status;
}

Status pickReference(const PickAttrs &attrs, const ReferenceCall &call)
{
    const std::int64_t blocks = call.in[0].count() / attrs.stride;
    const std::size_t bytes = static_cast<std::size_t>(attrs.stride) * dtypeBytes(call.in[0].type);
    for (std::int64_t i = 0; i < attrs.len; ++i) {
        const std::int32_t from = call.in[1].as<std::int32_t>()[i];
        if (from < 0 || from >= blocks) {
            return makeError("index-range", "src_index holds {}, expected 0 to {}", from,
                             blocks - 1);
        }
        std::memcpy(call.out[0].data + static_cast<std::size_t>(i) * bytes,
                    call.in[0].data + static_cast<std::size_t>(from) * bytes, bytes);
    }
    return {};
}

Result<KernelSpec> pickKernel(const PickAttrs &attrs, const KernelContext &context)
{
    const DType type = context.inTypes[0];
    RETURN_IF_FAILED(checkTensorSizes(context));
    if (context.inTypes[1] != DType::Int32 || context.outTypes[0] != type
        || type == DType::Unknown) {
        return noKernelFor("vectors of these types");
    }
    KernelLaunch launch = lnSortLaunch("pick_blocks", attrs.stride, attrs.len, 1, context.device);
    launch.algorithm = "copy";
    defineCopied(launch, type);
    if (type != DType::Float32) {
        launch.defines.emplace_back("NERVURE_MISSING", copiedLiteral(type, NAN));
    }
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::output(),
                   KernelArg::int32(context.inShapes[0][0] / attrs.stride)};
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

} // namespace

void registerLnSort(OpRegistry &ops)
{
    ops.add(sorter("sort1d", "the elements of a vector in order", false));
    ops.add(sorter("sort1d_by_key", "two vectors in the order of the first", true));
    using A = PickAttrs;
    ops.add(lnFinish(lnWithoutCode(
        OpBuilder<A>(Dialect::LightNet, "pick1d")
            .summary("blocks of a vector, picked by index")
            .category(OpCategory::Layout)
            .attr(field("len", &A::len, "number of blocks picked").required().atLeast(1))
            .attr(field("stride", &A::stride, "elements of a block").required().atLeast(1))
            .inputs({"src", "src_index"})
            .shape(pickShape)
            .type(pickType)
            .pattern(OpPattern::Injective)
            .reference(pickReference)
            .kernel(pickKernel)
            .build())));
}

} // namespace nervure

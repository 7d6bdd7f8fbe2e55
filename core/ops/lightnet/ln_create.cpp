// SPDX-License-Identifier: Apache-2.0
// LightNet's sources of data: create and zeros.
#include "core/graph/op/op_builder.h"
#include "core/ops/elementwise/element_kernel.h"
#include "core/ops/lightnet/ln_common.h"
#include "core/ops/rules/shape_rules.h"

#include <cstring>
#include <random>

namespace nervure {

namespace {

struct CreateAttrs {
    DType dtype = DType::Float32;
    IntTuple dims;
    NumberTuple ran;
    NumberTuple data;
    bool fromFile = false;
};

struct ZerosAttrs {
    DType dtype = DType::Float32;
    IntTuple dims;
};

template <typename Attrs>
Status sourceType(const RuleContext &context, DTypes &, DTypes &out)
{
    const DType type = context.attrs.as<Attrs>().dtype;
    if (out.size() != 1 || !mergeType(out[0], type)) {
        return makeError("infer-type", "the output is not {}, as dtype says", dtypeName(type));
    }
    return {};
}

Status dimsShape(const IntTuple &dims, Shapes &out)
{
    RETURN_IF_FAILED(lnCheckDims(dims, "dims"));
    return out.size() == 1 ? assignOutput(out, 0, Shape(dims))
                           : Status(makeError("infer-shape", "expected one output"));
}

Status createShape(const CreateAttrs &attrs, Shapes &, Shapes &out)
{
    RETURN_IF_FAILED(dimsShape(attrs.dims, out));
    if (attrs.ran.size() != 2 || attrs.ran[0] > attrs.ran[1]) {
        return makeError("infer-shape", "ran is no range, expected [least, most]");
    }
    const auto count = static_cast<std::size_t>(*elementCount(Shape(attrs.dims)));
    if (attrs.data.size() > count) {
        return makeError("infer-shape", "data has {} elements, expected at most {}",
                         attrs.data.size(), count);
    }
    return {};
}

/// A seed that depends on the operator's name alone, so that every run creates the same tensor.
std::uint64_t seedOf(std::string_view name)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    return hash;
}

Status createReference(const CreateAttrs &attrs, const ReferenceCall &call)
{
    const TensorView &out = call.out[0];
    if (attrs.fromFile && call.rule.semantics == Semantics::Exact) {
        // What was loaded lies in LightNet's memory already.
        return {};
    }
    const bool isRandom =
        attrs.ran.size() == 2 && (attrs.ran[0] != 0 || attrs.ran[1] != 0) && !attrs.fromFile;
    std::mt19937_64 random(seedOf(call.rule.node.name));
    for (std::int64_t i = 0; i < out.count(); ++i) {
        double value = 0;
        if (isRandom) {
            const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
            value = attrs.ran[0] + unit * (attrs.ran[1] - attrs.ran[0]);
        } else if (!attrs.fromFile && static_cast<std::size_t>(i) < attrs.data.size()) {
            value = attrs.data[static_cast<std::size_t>(i)];
        }
        lnStore(out, i, value);
    }
    return {};
}

Status zerosShape(const ZerosAttrs &attrs, Shapes &, Shapes &out)
{
    return dimsShape(attrs.dims, out);
}

Status zerosReference(const ZerosAttrs &, const ReferenceCall &call)
{
    // All bits are zero in the zero of every type.
    std::memset(call.out[0].data, 0,
                static_cast<std::size_t>(call.out[0].count()) * dtypeBytes(call.out[0].type));
    return {};
}

std::string zerosElement(const ZerosAttrs &, const KernelContext &, std::span<const ElementOperand>)
{
    return "0";
}

template <typename Attrs>
OpBuilder<Attrs> declareLnCreate(const char *name, const char *summary)
{
    OpBuilder<Attrs> builder(Dialect::LightNet, name);
    builder.summary(summary)
        .category(OpCategory::Data)
        .attr(field("dtype", &Attrs::dtype, "element type").required())
        .inputs(std::vector<std::string>{})
        .type(sourceType<Attrs>)
        .pattern(OpPattern::Opaque);
    return builder;
}

} // namespace

void registerLnCreate(OpRegistry &ops)
{
    using C = CreateAttrs;
    OpSpec create =
        declareLnCreate<C>("create", "a tensor with given, random or loaded elements, made once")
            .attr(field("dims", &C::dims, "sizes of the dimensions").required())
            .attr(field("ran", &C::ran, "range of random elements; [0, 0]: not random").required())
            .attr(field("data", &C::data, "elements; those not given are 0").required())
            .attr(field("from_file", &C::fromFile, "elements come from the weight file").required())
            .shape(createShape)
            .reference(createReference)
            .build();
    create.isStatic = true;
    ops.add(lnFinish(std::move(create)));
    ops.add(
        lnFinish(declareLnCreate<ZerosAttrs>("zeros", "a tensor of zeros, made in every run")
                     .attr(field("dims", &ZerosAttrs::dims, "sizes of the dimensions").required())
                     .shape(zerosShape)
                     .reference(zerosReference)
                     .element(zerosElement)
                     .with(setElementKernel)
                     .build()));
}

} // namespace nervure

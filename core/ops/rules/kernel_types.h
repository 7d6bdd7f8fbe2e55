// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/support/result.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace nervure {

/// How kernels see the element types: what a type is called in memory, what its values are computed
/// in, and how they are read and stored. Half is computed in float, which every device has, unless
/// computeInHalf() says otherwise; whole numbers in the widest type of their kind, as references do.

/// The name of a type in OpenCL C, as memory holds it: "float", "half", "uchar", …
[[nodiscard]] std::string_view memoryTypeName(DType type);

/// The type that values are computed in: "float" (also for half), "double", "long" or "ulong".
[[nodiscard]] std::string_view valueTypeName(DType type);

/// An expression that reads element `index` of `pointer` as a value.
[[nodiscard]] std::string loadText(DType type, std::string_view pointer, std::string_view index);

/// A number as a constant of the type's values, after it has become an element of it
/// (constantElement()): also NaN and the infinities.
[[nodiscard]] std::string valueLiteral(DType type, double value);

/// Tells a launch the types of what it reads (NERVURE_T and what goes with it, see prelude.cl) and of
/// its result (NERVURE_OUT_T, NERVURE_STORE). Nothing is defined for float32, which the prelude is
/// about. Whole results keep their low bits.
void defineTypes(KernelLaunch &launch, DType in, DType out);

/// Lets a launch add up in what sums of `type` are added up in (NERVURE_A), whatever it reads.
void defineSums(KernelLaunch &launch, DType type);

/// Makes a launch that was defined for floats one that reads and stores other types and computes the
/// same: whole results that do not fit are held at the ends of the type, as LightNet does.
void redefineHeld(KernelLaunch &launch, DType in, DType out);

/// The launches that `make` gives for tensors of one type; whole ones are computed in double and
/// results that do not fit held at the ends of the type. Fails with "no-kernel" on devices without
/// double.
[[nodiscard]] Result<KernelSpec> inDouble(
    DType type, const KernelContext &context,
    const std::function<Result<KernelSpec>(const KernelContext &)> &make);

/// The same for a kernel that only moves elements of that type: any type of their size will do.
void defineCopied(KernelLaunch &launch, DType type);

/// A number as an element of the type (constantElement()), written as what defineCopied() names.
[[nodiscard]] std::string copiedLiteral(DType type, double value);

/// The name of a choice (chooseVariant()) between kernels that compute in the type, as part of its
/// key: what was fastest in one type says nothing of another, nor float16 in float of it in half.
[[nodiscard]] std::string typedChoice(std::string choice, DType type, const DeviceTraits &device);

/// The local size of kernels whose work-items compute so many elements each: where those are few, what
/// the driver chooses, for starting a group would take longer than its work (oneItemGroups()).
[[nodiscard]] std::array<std::size_t, 3> groupsFor(const DeviceTraits &device,
                                                   std::int64_t elementsEach);

/// Names a second type of operand: PREFIX_T is its type in memory and PREFIX_LOAD(p, i) reads it.
void defineOperand(KernelLaunch &launch, const std::string &prefix, DType type);

/// All tensors are of types that the device computes and have few enough elements for 32-bit
/// indices. The error (code "no-kernel") sends the operator to the host.
[[nodiscard]] Status checkTypedTensors(const KernelContext &context);

/// checkTypedTensors(), and all tensors have the type of input 0.
[[nodiscard]] Status checkOneType(const KernelContext &context);

/// checkOneType() of floats.
[[nodiscard]] Status checkOneFloatType(const KernelContext &context);

/// The sizes alone, for kernels that move elements of one type whatever it is.
[[nodiscard]] Status checkTensorSizes(const KernelContext &context);

/// checkTensorSizes(), and all tensors have the type of input 0.
[[nodiscard]] Status checkCopied(const KernelContext &context);

} // namespace nervure

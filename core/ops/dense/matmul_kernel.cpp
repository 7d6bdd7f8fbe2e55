// SPDX-License-Identifier: Apache-2.0
#include "core/ops/dense/matmul_kernel.h"

#include "core/ops/convolution/conv2d_kernel.h"
#include "core/ops/dense/matmul_packed_kernel.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "kernels/matmul.h"

#include <algorithm>
#include <array>
#include <optional>

namespace nervure {

namespace {

constexpr std::size_t maxDimensions = 3;

std::int64_t countOf(const MatmulOperand &operand)
{
    std::int64_t count = 1;
    for (const std::int64_t size : operand.sizes) {
        count *= size;
    }
    return count;
}

/// An operand as the image of a convolution of 1x1: its positions in up to three dimensions, outer ones
/// of size 1 in front. Their steps are those of planes if that is what they are.
struct ImageOperand {
    std::array<std::int64_t, maxDimensions> sizes{1, 1, 1};
    PlaneSteps in;
};

/// Dimensions that lie together in memory become one.
MatmulOperand merged(const MatmulOperand &operand)
{
    MatmulOperand result;
    result.step = operand.step;
    for (std::size_t i = 0; i < operand.sizes.size(); ++i) {
        const bool isTogether =
            i > 0 && result.strides.back() == operand.strides[i] * operand.sizes[i];
        if (isTogether) {
            result.sizes.back() *= operand.sizes[i];
            result.strides.back() = operand.strides[i];
        } else {
            result.sizes.push_back(operand.sizes[i]);
            result.strides.push_back(operand.strides[i]);
        }
    }
    return result;
}

ImageOperand imageOf(const MatmulOperand &operand, std::int64_t depth)
{
    ImageOperand image;
    const std::size_t count = operand.sizes.size();
    std::copy(operand.sizes.begin(), operand.sizes.end(), image.sizes.end() - count);
    const auto stride = [&operand, count](std::size_t fromInnermost, std::int64_t otherwise) {
        return fromInnermost < count ? operand.strides[count - 1 - fromInnermost] : otherwise;
    };
    image.in.column = stride(0, 1);
    image.in.row = stride(1, image.in.column * image.sizes[2]);
    image.in.channel = operand.step;
    image.in.image = stride(2, operand.step * depth);
    return image;
}

/// Which operand is the image, the other one being the weights.
enum class ImageSide { Left, Right };

std::optional<Conv2dTasks> convolution(const MatmulProduct &product, ImageSide side,
                                       const KernelContext &context)
{
    const bool isLeft = side == ImageSide::Left;
    const MatmulOperand &positions = isLeft ? product.left : product.right;
    const MatmulOperand &channels = isLeft ? product.right : product.left;
    // A bias is of the columns.
    if (channels.sizes.size() != 1 || (product.hasBias && !isLeft)) {
        return std::nullopt;
    }
    const ImageOperand image = imageOf(positions, product.depth);
    Conv2dTask task;
    task.g.batch = image.sizes[0];
    task.g.inChannels = product.depth;
    task.g.inH = task.g.outH = image.sizes[1];
    task.g.inW = task.g.outW = image.sizes[2];
    task.g.outChannels = channels.sizes[0];
    task.g.hasBias = product.hasBias;
    task.in = image.in;
    const std::int64_t columns = countOf(product.right);
    const std::int64_t step = isLeft ? columns : 1;
    task.out = {image.sizes[1] * image.sizes[2] * step, isLeft ? 1 : columns, image.sizes[2] * step,
                step};
    Conv2dOperands operands;
    operands.data = isLeft ? 0 : 1;
    operands.weight = isLeft ? 1 : 0;
    const PlaneSteps weight{channels.strides[0], channels.step, 1, 1};
    return oneTask(task, weight, operands, context);
}

/// A product of floats as a convolution, unless starting it takes longer than computing.
std::optional<Conv2dTasks> convolutionOf(const MatmulProduct &product, const KernelContext &context)
{
    constexpr std::int64_t few = std::int64_t{1} << 14;
    const bool isRounded = product.isStepwise && context.inTypes[0] == DType::Float16;
    const bool isTiny = countOf(product.left) * countOf(product.right) * product.depth < few;
    if (isRounded || isTiny || product.batches != 1) {
        return std::nullopt;
    }
    // Neighboring columns of the right operand are mostly neighbors in memory, as those of images.
    const bool isRightImage = product.right.strides.back() == 1;
    const ImageSide first = isRightImage ? ImageSide::Right : ImageSide::Left;
    const ImageSide second = isRightImage ? ImageSide::Left : ImageSide::Right;
    auto tasks = convolution(product, first, context);
    return tasks ? tasks : convolution(product, second, context);
}

/// What the kernel asks of an operand: the inner sizes, all strides, the step.
void addOperand(MatmulOperand operand, KernelLaunch &launch)
{
    const std::size_t lead = maxDimensions - operand.sizes.size();
    operand.sizes.insert(operand.sizes.begin(), lead, 1);
    operand.strides.insert(operand.strides.begin(), lead, 0);
    addInts(launch, {operand.sizes[1], operand.sizes[2], operand.strides[0], operand.strides[1],
                     operand.strides[2], operand.step});
}

/// Products of float32 by tiles of results, on processors with vectors, which lie along columns or along
/// the sums.
std::optional<KernelLaunch> tileLaunch(const MatmulProduct &product, const KernelContext &context)
{
    constexpr std::int64_t lanes = 16;
    const MatmulOperand &left = product.left;
    const MatmulOperand &right = product.right;
    if (!context.device.isCpu() || context.inTypes[0] != DType::Float32 || product.hasBias
        || left.sizes.size() != 1 || right.sizes.size() != 1) {
        return std::nullopt;
    }
    const std::int64_t columns = right.sizes[0];
    const bool isAlongColumns = right.strides[0] == 1 && columns >= lanes;
    const bool isAlongSums = left.step == 1 && right.step == 1 && product.depth >= lanes;
    if (!isAlongColumns && !isAlongSums) {
        return std::nullopt;
    }
    const std::int64_t rowsEach = isAlongColumns ? 8 : 4; // sums fit the registers of AVX-512
    const std::int64_t columnsEach = isAlongColumns ? lanes : rowsEach;
    KernelLaunch launch;
    launch.program = "matmul";
    launch.source = kernels::matmul;
    launch.entry = isAlongColumns ? "matmul_columns" : "matmul_dots";
    launch.algorithm = "tiles";
    launch.defines = {{"NERVURE_TILES", std::to_string(rowsEach)}};
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.args = {KernelArg::input(0), KernelArg::input(1), KernelArg::output()};
    addInts(launch, {left.sizes[0], columns, product.depth, left.strides[0], left.step,
                     right.strides[0], right.step, product.leftBatch, product.rightBatch});
    launch.global = {static_cast<std::size_t>(ceilDivide(columns, columnsEach)),
                     static_cast<std::size_t>(ceilDivide(left.sizes[0], rowsEach)),
                     static_cast<std::size_t>(product.batches)};
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    return launch;
}

/// By matmul.cl's naive kernel.
KernelLaunch naiveLaunch(const MatmulProduct &product, const KernelContext &context)
{
    const std::int64_t columns = countOf(product.right);
    // Elsewhere neighboring work-items have neighboring columns.
    const std::int64_t chunk = context.device.isCpu() ? 16 : 1;
    KernelLaunch launch;
    launch.program = "matmul";
    launch.source = kernels::matmul;
    launch.entry = "matmul";
    launch.algorithm = "columns";
    const MatmulOperand &right = product.right;
    const bool areNeighbors = right.sizes.size() == 1 && right.strides[0] == 1;
    launch.defines = {{"NERVURE_COLUMNS", std::to_string(chunk)},
                      {"NERVURE_ARE_NEIGHBOURS", areNeighbors ? "1" : "0"}};
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.args = {
        KernelArg::input(0), KernelArg::input(1),       KernelArg::input(product.hasBias ? 2 : 1),
        KernelArg::output(), KernelArg::int32(columns), KernelArg::int32(product.depth)};
    addOperand(product.left, launch);
    addOperand(product.right, launch);
    launch.args.push_back(KernelArg::int32(product.hasBias));
    launch.args.push_back(KernelArg::int32(product.isStepwise));
    addInts(launch, {product.leftBatch, product.rightBatch});
    launch.global = {static_cast<std::size_t>(ceilDivide(columns, chunk)),
                     static_cast<std::size_t>(countOf(product.left)),
                     static_cast<std::size_t>(product.batches)};
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    return launch;
}

} // namespace

Result<KernelSpec> matmulKernel(const MatmulProduct &given, const KernelContext &context)
{
    RETURN_IF_FAILED(checkOneType(context));
    MatmulProduct product = given;
    product.left = merged(given.left);
    product.right = merged(given.right);
    const auto areCounted = [](const MatmulOperand &operand) {
        return !operand.sizes.empty() && operand.sizes.size() <= maxDimensions;
    };
    const bool isFit = areCounted(product.left) && areCounted(product.right) && product.depth >= 0
                       && !isUnknown(context.inShapes[0]) && !isUnknown(context.inShapes[1]);
    if (!isFit) {
        return noKernelFor("a product of " + shapeText(context.inShapes[0]) + " and "
                           + shapeText(context.inShapes[1]));
    }
    if (auto packed = packedProductKernel(product, context)) {
        return std::move(*packed);
    }
    if (const auto tasks = convolutionOf(product, context)) {
        return conv2dTasksKernel(*tasks, context);
    }
    auto launch = tileLaunch(product, context);
    KernelSpec spec;
    spec.launches = {launch ? std::move(*launch) : naiveLaunch(product, context)};
    return spec;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/matmul_kernel.h"

#include "core/ops/kernel_checks.h"
#include "core/ops/kernel_types.h"
#include "kernels/matmul.h"

#include <cstdlib>

namespace nervure {

namespace {

constexpr std::size_t maxDimensions = 3;
constexpr std::int64_t columnChunk = 16;

std::int64_t countOf(const MatmulOperand &operand)
{
    std::int64_t count = 1;
    for (const std::int64_t size : operand.sizes) {
        count *= size;
    }
    return count;
}

/// What the kernel asks of an operand: the inner sizes, all strides, the step.
void addOperand(MatmulOperand operand, KernelLaunch &launch)
{
    const std::size_t lead = maxDimensions - operand.sizes.size();
    operand.sizes.insert(operand.sizes.begin(), lead, 1);
    operand.strides.insert(operand.strides.begin(), lead, 0);
    for (const std::int64_t number : {operand.sizes[1], operand.sizes[2], operand.strides[0],
                                      operand.strides[1], operand.strides[2], operand.step}) {
        launch.args.push_back(KernelArg::int32(number));
    }
}

} // namespace

Result<KernelSpec> matmulKernel(const MatmulProduct &product, const KernelContext &context)
{
    if (Status status = checkOneType(context); !status) {
        return status.error();
    }
    const bool isFit = product.left.sizes.size() <= maxDimensions
                       && product.right.sizes.size() <= maxDimensions && product.depth >= 0
                       && !isUnknown(context.inShapes[0]) && !isUnknown(context.inShapes[1]);
    if (!isFit) {
        return noKernelFor("a product of " + shapeText(context.inShapes[0]) + " and "
                           + shapeText(context.inShapes[1]));
    }
    const std::int64_t columns = countOf(product.right);
    KernelLaunch launch;
    launch.program = "matmul";
    launch.source = kernels::matmul;
    launch.entry = "matmul";
    launch.algorithm = "columns";
    launch.defines = {{"NERVURE_COLUMNS", std::to_string(columnChunk)}};
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    launch.args = {
        KernelArg::input(0), KernelArg::input(1),       KernelArg::input(product.hasBias ? 2 : 1),
        KernelArg::output(), KernelArg::int32(columns), KernelArg::int32(product.depth)};
    addOperand(product.left, launch);
    addOperand(product.right, launch);
    launch.args.push_back(KernelArg::int32(product.hasBias));
    launch.args.push_back(KernelArg::int32(product.isStepwise));
    launch.global = {static_cast<std::size_t>(ceilDivide(columns, columnChunk)),
                     static_cast<std::size_t>(countOf(product.left)), 1};
    launch.local = oneItemGroups(context.device);
    launch.storesThroughMacro = true;
    KernelSpec spec;
    spec.launches = {launch};
    return spec;
}

} // namespace nervure

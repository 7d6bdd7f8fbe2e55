// SPDX-License-Identifier: Apache-2.0
#include "core/execution/tensor.h"
#include "core/graph/op/op_builder.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"

#include <cmath>
#include <utility>
#include <vector>

namespace nervure {

namespace {

struct DeterminantAttrs {};

Status determinantShape(const DeterminantAttrs &, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
    if (isUnknown(in[0])) {
        return {};
    }
    const Shape &shape = in[0];
    if (shape.size() != 3 || shape[1] != shape[2]) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected [matrices,size,size]",
                         shapeText(shape));
    }
    return assignOutput(out, 0, {shape[0]});
}

/// By elimination, the largest element of each column leading. The matrix is changed.
double determinantOf(std::vector<double> &matrix, std::size_t size)
{
    double result = 1;
    const auto at = [&](std::size_t row, std::size_t column) -> double & {
        return matrix[row * size + column];
    };
    for (std::size_t i = 0; i < size; ++i) {
        std::size_t lead = i;
        for (std::size_t row = i + 1; row < size; ++row) {
            lead = std::abs(at(row, i)) > std::abs(at(lead, i)) ? row : lead;
        }
        if (at(lead, i) == 0) {
            return 0;
        }
        for (std::size_t column = 0; column < size && lead != i; ++column) {
            std::swap(at(i, column), at(lead, column));
        }
        result *= lead == i ? at(i, i) : -at(i, i);
        for (std::size_t row = i + 1; row < size; ++row) {
            const double factor = at(row, i) / at(i, i);
            for (std::size_t column = i; column < size; ++column) {
                at(row, column) -= factor * at(i, column);
            }
        }
    }
    return result;
}

Status determinantReference(const DeterminantAttrs &, const ReferenceCall &call)
{
    const Shape shape = shapeOf(call.in[0]);
    if (shape.size() != 3 || shape[1] != shape[2] || call.out[0].count() != shape[0]) {
        return makeError("infer-shape", "the result does not fit the matrices");
    }
    RETURN_IF_FAILED(requireOneType(call));
    std::vector<double> matrix(static_cast<std::size_t>(shape[1] * shape[2]));
    return withFloatType(call.out[0].type, [&](auto zero) -> Status {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < shape[0]; ++i) {
            if (isCanceled(call.cancel)) {
                return canceledError();
            }
            for (std::size_t k = 0; k < matrix.size(); ++k) {
                const auto first = static_cast<std::size_t>(i) * matrix.size();
                matrix[k] = static_cast<double>(call.in[0].as<T>()[first + k]);
            }
            call.out[0].as<T>()[i] =
                static_cast<T>(determinantOf(matrix, static_cast<std::size_t>(shape[1])));
        }
        return {};
    });
}

} // namespace

void registerDeterminant(OpRegistry &ops)
{
    ops.add(OpBuilder<DeterminantAttrs>(Dialect::Nervure, "determinant")
                .summary("the determinant of each square matrix")
                .category(OpCategory::Reduction)
                .inputs({"data"})
                .shape(determinantShape)
                .type(elementwiseType(1))
                .pattern(OpPattern::Opaque)
                .reference(determinantReference)
                .build());
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/detection/roi.h"
#include "core/execution/tensor.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace nervure {

namespace {

/// A region is sampled at so many points of each cell at most: what real regions need is far below.
constexpr double mostSamples = 1 << 12;

/// Gives the output one map of `channels` for each region.
Status roiShape(const IntTuple &pooledSize, std::int64_t parts, Shapes &in, Shapes &out)
{
    if (pooledSize.size() != 2 || pooledSize[0] < 1 || pooledSize[1] < 1) {
        return makeError("attr-invalid", "pooled_size is {}, expected a height and a width above 0",
                         NnvmAttrText::print(pooledSize));
    }
    if (!in[0].hasRank() || !in[1].hasRank()) {
        return {};
    }
    if (in[0].size() != 4 || in[1].size() != 2 || (in[1][1] != 5 && !isUnknownSize(in[1][1]))) {
        return makeError("infer-shape",
                         "inputs are {} and {}, expected [batch,channels,height,width] and "
                         "[regions,5]",
                         shapeText(in[0]), shapeText(in[1]));
    }
    const std::int64_t channels = in[0][1];
    const bool isOpen = isUnknownSize(channels);
    if (!isOpen && channels % parts != 0) {
        return makeError("infer-shape",
                         "input 0 (data) has {} channels, expected a multiple of pooled_size's {} "
                         "cells",
                         channels, parts);
    }
    return assignOutput(
        out, 0, {in[1][0], isOpen ? unknownSize : channels / parts, pooledSize[0], pooledSize[1]});
}

Status roiPoolShape(const RoiPoolAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 2));
    RETURN_IF_FAILED(roiShape(attrs.pooledSize, 1, in, out));
    return assignOutput(out, 1, out[0]);
}

Status roiAlignShape(const RoiAlignAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 2, 1));
    const bool hasSize = attrs.pooledSize.size() == 2;
    const std::int64_t cells =
        hasSize ? checkedMultiply(attrs.pooledSize[0], attrs.pooledSize[1]).value_or(0) : 1;
    return roiShape(attrs.pooledSize,
                    attrs.positionSensitive ? std::max<std::int64_t>(cells, 1) : 1, in, out);
}

/// Where a region lies: the image, and its corners in cells of the feature map.
struct RoiRegion {
    std::int64_t image = 0;
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
};

/// RoiRegion number `index`; an image that the batch does not have is -1.
Result<RoiRegion> regionAt(const ReferenceCall &call, std::int64_t index, float scale)
{
    std::array<double, 5> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = elementAsDouble(call.in[1], index * 5 + static_cast<std::int64_t>(i));
        if (!(std::abs(numbers[i]) < 1e9)) {
            return makeError("region-invalid", "region {} holds {}, expected places in an image",
                             index, numbers[i]);
        }
    }
    const auto scaled = [&](std::size_t i) {
        return static_cast<double>(static_cast<float>(numbers[i]) * scale);
    };
    const auto image = static_cast<std::int64_t>(numbers[0]);
    const bool isThere = image >= 0 && image < call.in[0].shape[0];
    return RoiRegion{isThere ? image : -1, scaled(1), scaled(2), scaled(3), scaled(4)};
}

/// The cells of a feature map's axis that one cell of the result covers, `to` excluded.
struct Cells {
    std::int64_t from = 0;
    std::int64_t to = 0;
};

Cells cellsOf(std::int64_t index, std::int64_t count, double start, double end, std::int64_t size)
{
    const auto first = static_cast<std::int64_t>(std::round(start));
    const auto last = static_cast<std::int64_t>(std::round(end));
    const auto length = static_cast<float>(std::max<std::int64_t>(last - first + 1, 1));
    const float each = length / static_cast<float>(count);
    const auto from = static_cast<std::int64_t>(std::floor(static_cast<float>(index) * each));
    const auto to = static_cast<std::int64_t>(std::ceil(static_cast<float>(index + 1) * each));
    return {std::clamp<std::int64_t>(from + first, 0, size),
            std::clamp<std::int64_t>(to + first, 0, size)};
}

Status roiPoolReference(const RoiPoolAttrs &attrs, const ReferenceCall &call)
{
    Shapes in{shapeOf(call.in[0]), shapeOf(call.in[1])};
    Shapes out{shapeOf(call.out[0]), shapeOf(call.out[1])};
    RETURN_IF_FAILED(roiPoolShape(attrs, in, out));
    RETURN_IF_FAILED(requireOneType(call));
    const Shape &data = in[0];
    const Shape &result = out[0];
    std::int64_t to = 0;
    for (std::int64_t index = 0; index < result[0]; ++index) {
        if (isCanceled(call.cancel)) {
            return canceledError();
        }
        ASSIGN_OR_RETURN(const RoiRegion region, regionAt(call, index, attrs.spatialScale));
        for (std::int64_t channel = 0; channel < result[1]; ++channel) {
            const std::int64_t plane = (region.image * data[1] + channel) * data[2] * data[3];
            for (std::int64_t y = 0; y < result[2]; ++y) {
                const Cells rows = cellsOf(y, result[2], region.top, region.bottom, data[2]);
                for (std::int64_t x = 0; x < result[3]; ++x) {
                    const Cells columns = cellsOf(x, result[3], region.left, region.right, data[3]);
                    const bool isEmpty =
                        region.image < 0 || rows.from >= rows.to || columns.from >= columns.to;
                    double most =
                        isEmpty ? 0 : static_cast<double>(-std::numeric_limits<float>::max());
                    std::int64_t place = -1;
                    for (std::int64_t row = rows.from; row < rows.to && !isEmpty; ++row) {
                        for (std::int64_t column = columns.from; column < columns.to; ++column) {
                            const std::int64_t at = row * data[3] + column;
                            const double value = elementAsDouble(call.in[0], plane + at);
                            if (value > most) {
                                most = value;
                                place = at;
                            }
                        }
                    }
                    storeElement(call.out[0], to, most);
                    storeElement(call.out[1], to++, static_cast<double>(place));
                }
            }
        }
    }
    return {};
}

/// A place along one axis between two cells.
struct BetweenCells {
    std::int64_t low = 0;
    std::int64_t high = 0;
    float share = 0;      ///< of the higher one
    bool isInside = true; ///< else it counts as 0
};

BetweenCells betweenCells(float place, std::int64_t size)
{
    if (size < 1 || !(place >= -1.0F) || place > static_cast<float>(size)) {
        return {0, 0, 0, false};
    }
    place = std::max(place, 0.0F);
    const auto low = static_cast<std::int64_t>(place);
    if (low >= size - 1) {
        return {size - 1, size - 1, 0, true};
    }
    return {low, low + 1, place - static_cast<float>(low), true};
}

/// Where one axis of a region is sampled: `perCell` places in each of the result's cells.
struct Samples {
    std::vector<BetweenCells> places;
    std::size_t perCell = 0;
};

Result<Samples> samplesOf(const RoiAlignAttrs &attrs, double from, double to, std::int64_t count,
                          std::int64_t size)
{
    const float offset = attrs.aligned ? 0.5F : 0.0F;
    const float start = static_cast<float>(from) - offset;
    float length = static_cast<float>(to) - offset - start;
    if (attrs.aligned && !(length > 0)) {
        return makeError("region-invalid",
                         "a region is {} long, expected more than 0 where aligned is true",
                         static_cast<double>(length));
    }
    length = attrs.aligned ? length : std::max(length, 1.0F);
    const float cell = length / static_cast<float>(count);
    const double wanted = attrs.sampleRatio > 0 ? static_cast<double>(attrs.sampleRatio)
                                                : std::ceil(static_cast<double>(cell));
    if (wanted > mostSamples) {
        return makeError("region-invalid", "a region takes {} samples a cell, expected at most {}",
                         wanted, mostSamples);
    }
    Samples samples;
    samples.perCell = static_cast<std::size_t>(wanted);
    for (std::int64_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < samples.perCell; ++k) {
            const float place =
                start + static_cast<float>(i) * cell
                + (static_cast<float>(k) + 0.5F) * cell / static_cast<float>(samples.perCell);
            samples.places.push_back(betweenCells(place, size));
        }
    }
    return samples;
}

/// Cuts one region out of an image.
template <typename T>
class Alignment {
public:
    Alignment(const T *image, std::int64_t width, Samples rows, Samples columns)
        : m_image(image),
          m_width(width),
          m_rows(std::move(rows)),
          m_columns(std::move(columns))
    {}

    /// The mean of the samples of the cell of row `y` and column `x`, of the plane at `plane`.
    [[nodiscard]] float cell(std::int64_t plane, std::size_t y, std::size_t x) const
    {
        const T *data = m_image + plane;
        float sum = 0;
        for (std::size_t i = 0; i < m_rows.perCell; ++i) {
            const BetweenCells &row = m_rows.places[y * m_rows.perCell + i];
            for (std::size_t k = 0; k < m_columns.perCell; ++k) {
                const BetweenCells &column = m_columns.places[x * m_columns.perCell + k];
                if (row.isInside && column.isInside) {
                    sum += sample(data, row, column);
                }
            }
        }
        return sum / static_cast<float>(m_rows.perCell * m_columns.perCell);
    }

private:
    [[nodiscard]] float sample(const T *data, const BetweenCells &row,
                               const BetweenCells &column) const
    {
        const auto at = [&](std::int64_t y, std::int64_t x) {
            return static_cast<float>(data[y * m_width + x]);
        };
        const float y = 1.0F - row.share;
        const float x = 1.0F - column.share;
        return y * x * at(row.low, column.low) + y * column.share * at(row.low, column.high)
               + row.share * x * at(row.high, column.low)
               + row.share * column.share * at(row.high, column.high);
    }

    const T *m_image;
    std::int64_t m_width;
    Samples m_rows;
    Samples m_columns;
};

template <typename T>
Status alignRegions(const RoiAlignAttrs &attrs, const ReferenceCall &call)
{
    const Shape data = shapeOf(call.in[0]);
    const Shape result = shapeOf(call.out[0]);
    const std::int64_t plane = data[2] * data[3];
    auto *to = reinterpret_cast<T *>(call.out[0].data);
    for (std::int64_t index = 0; index < result[0]; ++index) {
        if (isCanceled(call.cancel)) {
            return canceledError();
        }
        ASSIGN_OR_RETURN(const RoiRegion region, regionAt(call, index, attrs.spatialScale));
        if (region.image < 0) {
            to = std::fill_n(to, result[1] * result[2] * result[3], static_cast<T>(0.0F));
            continue;
        }
        ASSIGN_OR_RETURN(auto rows,
                         samplesOf(attrs, region.top, region.bottom, result[2], data[2]));
        ASSIGN_OR_RETURN(auto columns,
                         samplesOf(attrs, region.left, region.right, result[3], data[3]));
        const Alignment<T> alignment(reinterpret_cast<const T *>(call.in[0].data)
                                         + region.image * data[1] * plane,
                                     data[3], std::move(rows), std::move(columns));
        for (std::int64_t channel = 0; channel < result[1]; ++channel) {
            for (std::int64_t y = 0; y < result[2]; ++y) {
                for (std::int64_t x = 0; x < result[3]; ++x) {
                    const std::int64_t from = attrs.positionSensitive
                                                  ? (channel * result[2] + y) * result[3] + x
                                                  : channel;
                    *to++ = static_cast<T>(alignment.cell(from * plane, static_cast<std::size_t>(y),
                                                          static_cast<std::size_t>(x)));
                }
            }
        }
    }
    return {};
}

Status roiAlignReference(const RoiAlignAttrs &attrs, const ReferenceCall &call)
{
    Shapes in{shapeOf(call.in[0]), shapeOf(call.in[1])};
    Shapes out{shapeOf(call.out[0])};
    RETURN_IF_FAILED(roiAlignShape(attrs, in, out));
    RETURN_IF_FAILED(requireOneType(call));
    return withFloatType(call.in[0].type,
                         [&](auto zero) { return alignRegions<decltype(zero)>(attrs, call); });
}

template <typename A>
OpBuilder<A> declareRegions(Dialect dialect, std::string name)
{
    OpBuilder<A> op(dialect, std::move(name));
    op.category(OpCategory::Pooling)
        .attr(field<A, IntTuple>("pooled_size", &A::pooledSize, "height and width of each result")
                  .required())
        .attr(field<A, float>("spatial_scale", &A::spatialScale,
                              "size of the feature map by the image's")
                  .required()
                  .atLeast(0)
                  .atMost(1))
        .inputs({"data", "rois"});
    return op;
}

} // namespace

OpBuilder<RoiPoolAttrs> declareRoiPool(Dialect dialect, std::string name)
{
    using A = RoiPoolAttrs;
    auto op = declareRegions<A>(dialect, std::move(name));
    op.summary("the largest values in the cells of each region of interest")
        .outputs({"output", "maxidx"})
        .visibleOutputs(1)
        .shape(roiPoolShape)
        .type(elementwiseType(2, 2));
    return op;
}

OpBuilder<RoiAlignAttrs> declareRoiAlign(Dialect dialect, std::string name)
{
    using A = RoiAlignAttrs;
    auto op = declareRegions<A>(dialect, std::move(name));
    op.summary("means of samples in the cells of each region of interest, without rounding places")
        .attr(field("sample_ratio", &A::sampleRatio,
                    "samples along each axis of a cell; -1: as many as the cell is large"))
        .attr(field("position_sensitive", &A::positionSensitive,
                    "each cell of the result reads channels of its own"))
        .attr(field("aligned", &A::aligned, "places are half a cell less"))
        .shape(roiAlignShape)
        .type(elementwiseType(2));
    return op;
}

void registerRoi(OpRegistry &ops)
{
    ops.add(declareRoiPool(Dialect::Nervure, "roi_pool").reference(roiPoolReference).build());
    ops.add(declareRoiAlign(Dialect::Nervure, "roi_align").reference(roiAlignReference).build());
}

} // namespace nervure

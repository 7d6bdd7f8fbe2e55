// SPDX-License-Identifier: Apache-2.0
#include "core/ops/detection/box_nms.h"

#include "kernels/nms.h"

#include "core/execution/tensor.h"
#include "core/ops/rules/kernel_checks.h"
#include "core/ops/rules/kernel_types.h"
#include "core/ops/rules/reference_types.h"
#include "core/ops/rules/shape_rules.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace nervure {

namespace {

constexpr std::int64_t boxNmsBlock = 256; ///< rows that a work-item of the kernel looks through

/// Whether `index` names a number of a row of `width` that is none of its box.
bool isBesideBox(std::int64_t index, const BoxNmsAttrs &attrs, std::int64_t width)
{
    return index >= 0 && index < width
           && (index < attrs.coordStart || index > attrs.coordStart + 3);
}

Status boxNmsShape(const BoxNmsAttrs &attrs, Shapes &in, Shapes &out)
{
    RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 2));
    const std::int64_t width = in[0].isScalar() ? 0 : in[0].hasRank() ? in[0].back() : unknownSize;
    if (isUnknownSize(width)) {
        return {};
    }
    if (in[0].size() < 2 || width < (attrs.idIndex > 0 ? 6 : 5)) {
        return makeError("infer-shape",
                         "input 0 (data) has shape {}, expected rows of a score, a box and, with "
                         "id_index, a class",
                         shapeText(in[0]));
    }
    const bool isBoxInside = attrs.coordStart >= 0 && attrs.coordStart + 3 < width;
    const bool isIdInside =
        attrs.idIndex < 0
        || (isBesideBox(attrs.idIndex, attrs, width) && attrs.idIndex != attrs.scoreIndex);
    if (!isBoxInside || !isIdInside || !isBesideBox(attrs.scoreIndex, attrs, width)) {
        return makeError("infer-shape",
                         "coord_start {}, score_index {} and id_index {} do not fit rows of {} "
                         "numbers, expected places that differ",
                         attrs.coordStart, attrs.scoreIndex, attrs.idIndex, width);
    }
    RETURN_IF_FAILED(assignOutput(out, 0, in[0]));
    Shape record = in[0];
    record.back() = 1;
    return assignOutput(out, 1, record);
}

/// The rows of one batch: the best first, without those under a better one.
template <typename T>
class BoxRows {
public:
    BoxRows(const BoxNmsAttrs &attrs, const T *rows, std::int64_t count, std::int64_t width)
        : m_attrs(attrs),
          m_rows(rows),
          m_count(count),
          m_width(width)
    {}

    /// The numbers of the rows that stay.
    Result<std::vector<std::int64_t>> kept(const CancelToken *cancel) const
    {
        std::vector<std::int64_t> order = candidates();
        std::vector<std::int64_t> kept;
        for (const std::int64_t row : order) {
            if (isCanceled(cancel)) {
                return canceledError();
            }
            if (std::none_of(kept.begin(), kept.end(),
                             [&](std::int64_t better) { return hides(better, row); })) {
                kept.push_back(row);
            }
        }
        return kept;
    }

    /// Row `row` with its box as the output has it.
    void write(std::int64_t row, T *to) const
    {
        std::copy_n(m_rows + row * m_width, m_width, to);
        T *box = to + m_attrs.coordStart;
        // MXNet converts nothing whose first number is below 0.
        if (m_attrs.inFormat == m_attrs.outFormat || box[0] < 0) {
            return;
        }
        const std::array<T, 4> old{box[0], box[1], box[2], box[3]};
        for (std::size_t i = 0; i < 2; ++i) {
            if (m_attrs.outFormat == "center") {
                box[i] = (old[i] + old[i + 2]) / 2;
                box[i + 2] = old[i + 2] - old[i];
            } else {
                box[i] = old[i] - old[i + 2] / 2;
                box[i + 2] = old[i] + old[i + 2] / 2;
            }
        }
    }

private:
    [[nodiscard]] T at(std::int64_t row, std::int64_t index) const
    {
        return m_rows[row * m_width + index];
    }

    [[nodiscard]] bool isCandidate(std::int64_t row) const
    {
        const bool isBackground =
            m_attrs.idIndex >= 0 && m_attrs.backgroundId >= 0
            && at(row, m_attrs.idIndex) == static_cast<T>(m_attrs.backgroundId);
        return at(row, m_attrs.scoreIndex) > static_cast<T>(m_attrs.validThresh) && !isBackground;
    }

    /// The best `topk`, the best first.
    [[nodiscard]] std::vector<std::int64_t> candidates() const
    {
        std::vector<std::int64_t> order;
        for (std::int64_t row = 0; row < m_count; ++row) {
            if (isCandidate(row)) {
                order.push_back(row);
            }
        }
        std::stable_sort(order.begin(), order.end(), [this](std::int64_t a, std::int64_t b) {
            return at(a, m_attrs.scoreIndex) > at(b, m_attrs.scoreIndex);
        });
        if (m_attrs.topk >= 0 && m_attrs.topk < static_cast<std::int64_t>(order.size())) {
            order.resize(static_cast<std::size_t>(m_attrs.topk));
        }
        return order;
    }

    struct Extent {
        T from = 0;
        T to = 0;
    };
    /// Along axis 0 (x) or 1 (y).
    [[nodiscard]] Extent extent(std::int64_t row, std::int64_t axis) const
    {
        const T a = at(row, m_attrs.coordStart + axis);
        const T b = at(row, m_attrs.coordStart + axis + 2);
        return m_attrs.inFormat == "corner" ? Extent{a, b} : Extent{a - b / 2, a + b / 2};
    }
    [[nodiscard]] T area(std::int64_t row) const
    {
        const bool isCorner = m_attrs.inFormat == "corner";
        const auto size = [&](std::int64_t axis) {
            const T b = at(row, m_attrs.coordStart + axis + 2);
            return isCorner ? b - at(row, m_attrs.coordStart + axis) : b;
        };
        return size(0) < 0 || size(1) < 0 ? T(0) : size(0) * size(1);
    }

    [[nodiscard]] bool hides(std::int64_t better, std::int64_t row) const
    {
        const bool isRival = m_attrs.forceSuppress || m_attrs.idIndex < 0
                             || at(better, m_attrs.idIndex) == at(row, m_attrs.idIndex);
        if (!isRival) {
            return false;
        }
        T shared = 1;
        for (std::int64_t axis = 0; axis < 2; ++axis) {
            const Extent a = extent(better, axis);
            const Extent b = extent(row, axis);
            shared *= std::max(T(0), std::min(a.to, b.to) - std::max(a.from, b.from));
        }
        const T overlap = shared / (area(better) + area(row) - shared);
        return overlap > static_cast<T>(m_attrs.overlapThresh);
    }

    const BoxNmsAttrs &m_attrs;
    const T *m_rows;
    std::int64_t m_count;
    std::int64_t m_width;
};

/// Computes in T what is read from and stored in any float.
template <typename T>
Status boxNmsAs(const BoxNmsAttrs &attrs, const ReferenceCall &call)
{
    const Shape shape = shapeOf(call.in[0]);
    const std::int64_t width = shape.back();
    const std::int64_t count = shape[shape.size() - 2];
    std::vector<T> rows(static_cast<std::size_t>(call.in[0].count()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i] = static_cast<T>(elementAsDouble(call.in[0], static_cast<std::int64_t>(i)));
    }
    const bool isCopy = std::min(count, attrs.topk) == 0; // MXNet then leaves all as it is
    std::vector<T> row(static_cast<std::size_t>(width));
    for (std::int64_t first = 0; first < call.out[1].count(); first += count) {
        const BoxRows<T> boxes(attrs, rows.data() + first * width, count, width);
        std::vector<std::int64_t> kept(static_cast<std::size_t>(isCopy ? count : 0));
        std::iota(kept.begin(), kept.end(), 0);
        if (!isCopy) {
            ASSIGN_OR_RETURN(kept, boxes.kept(call.cancel));
        }
        kept.resize(static_cast<std::size_t>(count), -1);
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t from = kept[static_cast<std::size_t>(i)];
            std::fill(row.begin(), row.end(), T(-1));
            if (isCopy) {
                std::copy_n(rows.data() + (first + i) * width, width, row.data());
            } else if (from >= 0) {
                boxes.write(from, row.data());
            }
            storeElement(call.out[1], first + i,
                         from < 0 ? -1.0 : static_cast<double>(first + from));
            for (std::int64_t k = 0; k < width; ++k) {
                storeElement(call.out[0], (first + i) * width + k,
                             static_cast<double>(row[static_cast<std::size_t>(k)]));
            }
        }
    }
    return {};
}

Status boxNmsReference(const BoxNmsAttrs &attrs, const ReferenceCall &call)
{
    Shapes in{shapeOf(call.in[0])};
    Shapes out{shapeOf(call.out[0]), shapeOf(call.out[1])};
    RETURN_IF_FAILED(boxNmsShape(attrs, in, out));
    RETURN_IF_FAILED(requireOneType(call));
    return call.in[0].type == DType::Float64 ? boxNmsAs<double>(attrs, call)
                                             : boxNmsAs<float>(attrs, call);
}

/// A launch of nms.cl, whose names for places in a row are defined.
KernelLaunch boxNmsLaunch(const BoxNmsAttrs &attrs, const KernelContext &context, std::string entry)
{
    KernelLaunch launch;
    launch.program = "nms";
    launch.source = kernels::nms;
    launch.entry = std::move(entry);
    launch.algorithm = "image";
    defineTypes(launch, context.inTypes[0], context.outTypes[0]);
    const std::pair<const char *, std::int64_t> names[] = {
        {"WIDTH", context.inShapes[0].back()},
        {"BLOCK", boxNmsBlock},
        {"BOX", attrs.coordStart},
        {"SCORE", attrs.scoreIndex},
        {"ID", attrs.idIndex},
        {"FORCE", attrs.forceSuppress},
        {"IN_CENTER", attrs.inFormat == "center"},
        {"OUT_CENTER", attrs.outFormat == "center"}};
    for (const auto &[name, value] : names) {
        launch.defines.emplace_back(name, "(" + std::to_string(value) + ")");
    }
    launch.local = oneItemGroups(context.device);
    return launch;
}

Result<KernelSpec> boxNmsKernel(const RuleContext &rule, const KernelContext &context)
{
    const auto &attrs = rule.attrs.as<BoxNmsAttrs>();
    Shapes in(context.inShapes.begin(), context.inShapes.end());
    Shapes out(context.outShapes.begin(), context.outShapes.end());
    RETURN_IF_FAILED(checkOneFloatType(context));
    const Shape &shape = in[0];
    if (context.inTypes[0] == DType::Float64 || attrs.topk == 0 || !boxNmsShape(attrs, in, out)) {
        return noKernelFor("these boxes");
    }
    const std::int64_t rows = shape[shape.size() - 2];
    const std::int64_t images = *elementCount(Shape(shape.begin(), shape.end() - 2));
    const std::int64_t blocks = (rows + boxNmsBlock - 1) / boxNmsBlock;
    KernelLaunch collect = boxNmsLaunch(attrs, context, "box_nms_collect");
    collect.args = {KernelArg::input(0),
                    KernelArg::output(0),
                    KernelArg::output(1),
                    KernelArg::scratch(0),
                    KernelArg::scratch(1),
                    KernelArg::int32(rows),
                    KernelArg::float32(attrs.validThresh),
                    KernelArg::int32(attrs.backgroundId)};
    collect.global = {static_cast<std::size_t>(blocks), static_cast<std::size_t>(images), 1};
    KernelLaunch select = boxNmsLaunch(attrs, context, "box_nms_select");
    select.args = {KernelArg::input(0),
                   KernelArg::output(0),
                   KernelArg::output(1),
                   KernelArg::scratch(0),
                   KernelArg::scratch(1),
                   KernelArg::int32(rows),
                   KernelArg::int32(blocks),
                   KernelArg::int32(attrs.topk < 0 ? rows : std::min(rows, attrs.topk)),
                   KernelArg::float32(attrs.overlapThresh)};
    select.global = {static_cast<std::size_t>(images), 1, 1};
    constexpr std::int64_t intBytes = 4;
    KernelSpec spec;
    spec.launches = {collect, select};
    spec.scratchBytes = {images * rows * intBytes, images * blocks * intBytes};
    return spec;
}

} // namespace

OpBuilder<BoxNmsAttrs> declareBoxNms(Dialect dialect, std::string name)
{
    using A = BoxNmsAttrs;
    const std::vector<std::string> formats{"center", "corner"};
    OpBuilder<A> op(dialect, std::move(name));
    op.summary("drops boxes that lie over a better box (non-maximum suppression)")
        .category(OpCategory::Other)
        .attr(field("overlap_thresh", &A::overlapThresh, "overlap beyond which a box drops"))
        .attr(field("valid_thresh", &A::validThresh, "only boxes of a higher score count"))
        .attr(field("topk", &A::topk, "how many of the best boxes count; -1: all"))
        .attr(field("coord_start", &A::coordStart, "where in a row its box starts"))
        .attr(field("score_index", &A::scoreIndex, "where in a row its score is"))
        .attr(field("id_index", &A::idIndex, "where in a row its class is; -1: nowhere"))
        .attr(field("background_id", &A::backgroundId, "class that does not count; -1: none"))
        .attr(field("force_suppress", &A::forceSuppress, "also under boxes of other classes"))
        .attr(field("in_format", &A::inFormat,
                    "corner: left, top, right, bottom; center: center, width, height")
                  .oneOf(formats))
        .attr(field("out_format", &A::outFormat, "what the boxes are given as").oneOf(formats))
        .inputs({"data"})
        .outputs({"output0", "output1"})
        .visibleOutputs(1)
        .shape(boxNmsShape)
        .type(elementwiseType(1, 2));
    return op;
}

void registerBoxNms(OpRegistry &ops)
{
    ops.add(declareBoxNms(Dialect::Nervure, "box_nms")
                .reference(boxNmsReference)
                .kernel(OpSpec::KernelRule(boxNmsKernel))
                .build());
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
// The largest or the mean of windows over 1, 2 or 3 dimensions, and of whole values.
#include "core/ops/keras/keras_layer.h"

namespace nervure::keras {

namespace {

struct KerasPoolAttrs {
    IntTuple poolSize{2};
    OptionalTuple strides;
    std::string padding = "valid";
    std::string dataFormat = "channels_last";

    /// Windows stand side by side unless strides say otherwise.
    [[nodiscard]] Result<std::vector<KerasWindow>> windows(std::size_t rank) const
    {
        return kerasWindows(rank, poolSize, strides && !strides->empty() ? *strides : poolSize, {});
    }
};

struct KerasGlobalPoolAttrs {
    std::string dataFormat = "channels_last";
    bool keepDims = false;
    bool masked = false;
};

using Pool = KerasPoolAttrs;
using GlobalPool = KerasGlobalPoolAttrs;

OpSpec::ShapeRule poolShape(std::size_t rank)
{
    return [rank](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        const auto &attrs = context.attrs.as<Pool>();
        RETURN_IF_FAILED(checkCounts(in.size(), out.size(), 1, 1));
        RETURN_IF_FAILED(checkKerasRank(in[0], rank + 2));
        ASSIGN_OR_RETURN(const auto windows, attrs.windows(rank));
        if (!in[0].hasRank()) {
            return {};
        }
        Shape result = in[0];
        const std::size_t first = firstSpatialAxis(attrs.dataFormat);
        for (std::size_t i = 0; i < rank; ++i) {
            ASSIGN_OR_RETURN(result[first + i],
                             windowCount(windows[i], in[0][first + i], attrs.padding));
        }
        return assignOutput(out, 0, result);
    };
}

/// Of images, channels second; padding never counts.
Entry pooledImages(const Lowering &op, Entry data, const Shape &shape, const Shape &result,
                   const char *name, const std::vector<KerasWindow> &windows)
{
    const auto &attrs = op.attrs<Pool>();
    IntTuple size;
    IntTuple strides;
    IntTuple front;
    IntTuple behind;
    for (std::size_t i = 0; i < 2; ++i) {
        const KerasPadding padding =
            windowPadding(windows[i], shape[2 + i], result[2 + i], attrs.padding);
        size.push_back(windows[i].size);
        strides.push_back(windows[i].stride);
        front.push_back(padding.front);
        behind.push_back(padding.behind);
    }
    front.insert(front.end(), behind.begin(), behind.end());
    return op.make(name, {data},
                   attrsOf({{"pool_size", attrText(size)},
                            {"strides", attrText(strides)},
                            {"padding", attrText(front)}}));
}

/// Rows are images of one row; of volumes height and width are pooled first, then depth.
Result<std::vector<Entry>> lowerPool(const Lowering &op, const char *name, std::size_t rank)
{
    const auto &attrs = op.attrs<Pool>();
    ASSIGN_OR_RETURN(auto windows, attrs.windows(rank));
    const Shape shape = channelsSecond(op.shape(0), attrs.dataFormat);
    const Shape result = channelsSecond(op.outShape(), attrs.dataFormat);
    Entry data = channelsSecond(op, op.in(0), attrs.dataFormat, rank + 2);
    if (rank == 1) {
        const Shape row{shape[0], shape[1], 1, shape[2]};
        const Shape rows{result[0], result[1], 1, result[2]};
        windows.insert(windows.begin(), KerasWindow());
        data =
            op.reshape(pooledImages(op, op.reshape(data, row), row, rows, name, windows), result);
    } else if (rank == 2) {
        data = pooledImages(op, data, shape, result, name, windows);
    } else {
        if (attrs.padding == "same" && std::string_view(name) == "avg_pool2d") {
            return makeError("not-supported", "has padding same, expected valid over volumes");
        }
        const Shape planes{shape[0] * shape[1], shape[2], shape[3], shape[4]};
        const Shape flat{planes[0], planes[1], result[3], result[4]};
        data = pooledImages(op, op.reshape(data, planes), planes, flat, name,
                            {windows[1], windows[2]});
        const Shape deep{planes[0], 1, shape[2], result[3] * result[4]};
        const Shape even{planes[0], 1, result[2], deep[3]};
        data =
            pooledImages(op, op.reshape(data, deep), deep, even, name, {windows[0], KerasWindow()});
        data = op.reshape(data, result);
    }
    return std::vector{channelsAsGiven(op, data, attrs.dataFormat, rank + 2)};
}

OpSpec::ShapeRule globalShape(std::size_t rank)
{
    return [rank](const RuleContext &context, Shapes &in, Shapes &out) -> Status {
        const auto &attrs = context.attrs.as<GlobalPool>();
        RETURN_IF_FAILED(checkCounts(in.size(), out.size(), attrs.masked ? 2 : 1, 1));
        RETURN_IF_FAILED(checkKerasRank(in[0], rank + 2));
        if (!in[0].hasRank()) {
            return {};
        }
        const auto first = firstSpatialAxis(attrs.dataFormat);
        if (attrs.masked) {
            RETURN_IF_FAILED(assignInput(in, 1, "mask", {in[0][0], in[0][first]}));
        }
        const std::size_t channels = channelAxis(attrs.dataFormat, in[0].size());
        Shape result = attrs.keepDims ? Shape(rank + 2, 1) : Shape::ofRank(2);
        result[0] = in[0][0];
        result[attrs.keepDims ? channels : 1] = in[0][channels];
        return assignOutput(out, 0, result);
    };
}

/// The mean of the steps that count.
Entry meanOfSteps(const Lowering &op)
{
    const auto &attrs = op.attrs<GlobalPool>();
    const KerasFormula f(op);
    const auto first = static_cast<std::int64_t>(firstSpatialAxis(attrs.dataFormat));
    Shape each = op.shape(0);
    each[channelAxis(attrs.dataFormat, each.size())] = 1;
    const Entry counts = op.reshape(op.cast(op.in(1), op.type(1), op.type(0)), each);
    const Entry sum = f.reduced("sum", f.times(op.in(0), counts), {first}, attrs.keepDims);
    return f.over(sum, f.reduced("sum", counts, {first}, attrs.keepDims));
}

Result<std::vector<Entry>> lowerGlobal(const Lowering &op, const char *name, std::size_t rank)
{
    const auto &attrs = op.attrs<GlobalPool>();
    if (attrs.masked) {
        return std::vector{meanOfSteps(op)};
    }
    const auto first = static_cast<std::int64_t>(firstSpatialAxis(attrs.dataFormat));
    IntTuple axes;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(rank); ++i) {
        axes.push_back(first + i);
    }
    return std::vector{KerasFormula(op).reduced(name, op.in(0), axes, attrs.keepDims)};
}

/// One of the kinds of pooling over so many dimensions.
struct Kind {
    const char *name;
    const char *summary;
    const char *globalName;
    const char *globalSummary;
    bool isMean;
    std::size_t rank;
};

constexpr Kind poolKinds[] = {
    {"MaxPooling1D", "the largest of each window over sequences", "GlobalMaxPooling1D",
     "the largest of each channel of sequences", false, 1},
    {"MaxPooling2D", "the largest of each window over images", "GlobalMaxPooling2D",
     "the largest of each channel of images", false, 2},
    {"MaxPooling3D", "the largest of each window over volumes", "GlobalMaxPooling3D",
     "the largest of each channel of volumes", false, 3},
    {"AveragePooling1D", "the mean of each window over sequences", "GlobalAveragePooling1D",
     "the mean of each channel of sequences", true, 1},
    {"AveragePooling2D", "the mean of each window over images", "GlobalAveragePooling2D",
     "the mean of each channel of images", true, 2},
    {"AveragePooling3D", "the mean of each window over volumes", "GlobalAveragePooling3D",
     "the mean of each channel of volumes", true, 3},
};

using LowerAll = std::function<Result<std::vector<Entry>>(const Lowering &)>;

void addPooling(OpRegistry &ops, const Kind &kind)
{
    const char *windows = kind.isMean ? "avg_pool2d" : "max_pool2d";
    OpBuilder<Pool> pool = kerasLayer<Pool>(kind.name, kind.summary, OpCategory::Pooling);
    pool.attr(field("pool_size", &Pool::poolSize, "the window's size along each dimension"))
        .attr(field("strides", &Pool::strides, "how far the window moves; else its own size"))
        .attr(field(
            "padding", &Pool::padding,
            "valid: windows lie within the data; same: they go beyond, and what is beyond does "
            "not count"))
        .attr(kerasDataFormatField<Pool>())
        .shape(poolShape(kind.rank))
        .lower(lowerTo(LowerAll([windows, rank = kind.rank](const Lowering &op) {
            return lowerPool(op, windows, rank);
        })));
    ops.add(pool.build());

    const char *reduction = kind.isMean ? "mean" : "max";
    OpBuilder<GlobalPool> global =
        kerasLayer<GlobalPool>(kind.globalName, kind.globalSummary, OpCategory::Pooling);
    global.attr(kerasDataFormatField<GlobalPool>())
        .attr(field("keepdims", &GlobalPool::keepDims, "whether dimensions of size 1 stay"))
        .attr(maskedField<GlobalPool>())
        .type(OpSpec::TypeRule(maskedTypes<GlobalPool>))
        .shape(globalShape(kind.rank))
        .lower(lowerTo(LowerAll([reduction, rank = kind.rank](const Lowering &op) {
            return lowerGlobal(op, reduction, rank);
        })));
    ops.add(global.build());
}

void addAllPooling(OpRegistry &ops)
{
    for (const Kind &kind : poolKinds) {
        addPooling(ops, kind);
    }
}

} // namespace

} // namespace nervure::keras

namespace nervure {

void registerKsPooling(OpRegistry &ops)
{
    keras::addAllPooling(ops);
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/kernel_spec.h"
#include "core/graph/op/op_spec.h"
#include "core/graph/tensor_layout.h"
#include "core/graph/tensor_view.h"
#include "core/graph/value/value_type.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// What a layout rule gets (NNVM's FCorrectLayout). `in` holds what the producers deliver, or an
/// undefined layout; the rule leaves there what the operator wants, and its results in `out`.
struct LayoutCall {
    const RuleContext &rule;
    std::vector<Layout> &in;
    /// What the operator was given when layouts were corrected before the graph was rewritten;
    /// undefined layouts if that never happened. One for each input.
    std::span<const Layout> lastIn;
    std::vector<Layout> &out;
};

/// Keeps elements that are known before the graph runs, and gives the entry of the variable that has them.
using ConstantKeeper =
    std::function<Entry(const std::string &name, const ConstTensorView &elements)>;

/// Where a rule that rewrites a node finds it, and makes new ones.
struct RewriteCall {
    const RuleContext &rule;
    NodeId node;                               ///< the node in question, as it is in `graph`
    std::span<const Entry> inputs;             ///< of the node, in `graph`
    std::span<const Shape> inShapes;           ///< of the inputs; empty while shapes are not known
    Graph &graph;                              ///< receives new nodes
    std::span<const Shape> outShapes{};        ///< of the outputs; empty while shapes are not known
    std::span<const DType> inTypes{};          ///< of the inputs; empty while types are not known
    std::span<const DType> outTypes{};         ///< of the outputs; empty while types are not known
    std::span<const ValueType> inValues{};     ///< ONNX, instead: of the inputs, by place
    std::span<const ValueType> outValues{};    ///< ONNX: of the outputs
    const ConstantKeeper *constants = nullptr; ///< null: nobody keeps any, they become operators

    /// Adds a node of NNVM's dialect; its first output.
    Entry make(std::string_view op, std::string name, std::vector<Entry> from,
               AttrDict attrs = {}) const;
};

/// What FoldScaleAxis knows of one value while it looks for a place that can take a scale along one
/// axis: a weight that may just as well be multiplied beforehand.
struct AxisScale {
    enum class Kind : std::uint8_t {
        None,
        Pending,  ///< the scale passes here
        Provider, ///< where the scale was applied and no longer is (set by the pass alone)
        Multiply, ///< this value takes the scale
        Divide,   ///< this value takes the inverse of the scale
    };
    Kind kind = Kind::None;
    int axis = 0;             ///< of the value, the scale runs along it
    std::uint32_t source = 0; ///< node id of the multiplication that applies the scale
};

/// What rules for FoldScaleAxis get of their node.
struct ScaleCall {
    const RuleContext &rule;
    std::span<const Shape> inShapes;
    std::span<const Shape> outShapes;
    std::string &refusal; ///< receives why no scale passes or ends here
};

/// Where a scaling factor of shape (1, …, n, …, 1) stretches to a shape: the axis of length n there,
/// and in the factor's own shape.
struct BroadcastAxis {
    int inShape = 0;
    int inFactor = 0;
};

/// The axis along which `factor` scales `shape`; nothing when it has several axes or another
/// length. A factor of one element scales along the first axis that it has.
[[nodiscard]] std::optional<BroadcastAxis> broadcastAxis(const Shape &shape, const Shape &factor);

/// What a rule for AlterOpLayout gets of its node: shapes are all known.
struct AlterCall {
    const RuleContext &rule;
    std::span<const Shape> inShapes;
    std::span<const Shape> outShapes;
    std::span<const DType> inTypes;
    const DeviceTraits &device;
    /// Whether what it reads will come with whole channels, whatever layouts others take.
    bool readsWholeChannels = false;
    std::string &refusal; ///< receives why the attributes stay
};

/// How compiler passes may rewrite an operator. Absent rules mean what they mean in NNVM when the
/// operator does not register the attribute of that name.
struct RewriteRules {
    RewriteRules();
    RewriteRules(const RewriteRules &other);
    RewriteRules(RewriteRules &&other) noexcept;
    RewriteRules &operator=(const RewriteRules &other);
    RewriteRules &operator=(RewriteRules &&other) noexcept;
    ~RewriteRules();

    /// FCorrectLayout: fails when the operator cannot work with these layouts.
    using LayoutRule = std::function<Status(const LayoutCall &)>;
    /// FGradient: one entry for each input, from one for each output.
    using GradientRule = std::function<Result<std::vector<Entry>>(const RewriteCall &,
                                                                  std::span<const Entry> outGrads)>;
    /// SimplifyInference: what stands for the outputs at inference, one entry for each output that
    /// is still there; nothing when the node stays as it is.
    using SimplifyRule = std::function<Result<std::vector<Entry>>(const RewriteCall &)>;
    /// What computes the same in NNVM's operators or our own: one entry for each output that is still
    /// there. `graph` is the NNVM graph that is being made, `inputs` are entries of it; shapes and
    /// types are all known. Fails with the reason when nothing does. For other frameworks' operators. ONNX's
    /// get their inputs by place; those that are left out or taken as numbers alone are no entries. So are
    /// outputs that have no elements or are not given.
    using LowerRule = std::function<Result<std::vector<Entry>>(const RewriteCall &)>;
    /// FScaleAxisBackward: the output is scaled; says what the inputs have to be instead. True when
    /// the scale ends here, taken by inputs alone.
    using ScaleBackwardRule =
        std::function<bool(const ScaleCall &, const AxisScale &out, std::vector<AxisScale> &in)>;
    /// FScaleAxisForward: one input is scaled; says how that reaches the output, and what the other
    /// inputs have to be. True when the scale ends here.
    using ScaleForwardRule =
        std::function<Result<bool>(const ScaleCall &, std::vector<AxisScale> &in, AxisScale &out)>;

    /// FTVMAlterOpLayout: the attributes with which the device computes the operator faster; empty
    /// when it is well as it is.
    using AlterRule = std::function<AttrDict(const AlterCall &)>;

    LayoutRule layout;
    /// It computes the same in every layout that its layout rule passes on: dimensions that its
    /// attributes name are found there. Positionwise operators do so anyway.
    bool followsLayouts = false;
    AlterRule alter;
    GradientRule gradient;
    SimplifyRule simplify;
    LowerRule lower;
    /// ONNX: a bit for each input, by place, that `lower` takes as numbers alone: it need not be computed, but
    /// its elements have to be known.
    std::uint32_t numberInputs = 0;
    /// ONNX: a bit for each input that may have no elements, and then is no entry.
    std::uint32_t emptyInputs = 0;
    ScaleBackwardRule scaleBackward;
    ScaleForwardRule scaleForward;
};

} // namespace nervure

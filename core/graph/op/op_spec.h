// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/attr_schema.h"
#include "core/graph/op/kernel_spec.h"
#include "core/graph/semantics.h"
#include "core/graph/tensor_view.h"
#include "core/support/cancellation.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nervure {

/// What an operator is for; decides its color and its place in the palette.
enum class OpCategory {
    Convolution,
    Normalization,
    Activation,
    Pooling,
    Reduction,
    Layout,
    Elementwise,
    Data,
    Other,
};
/// "convolution", "normalization", …
[[nodiscard]] std::string_view categoryName(OpCategory category);

/// NNVM's TOpPattern: how an operator may be fused.
enum class OpPattern : std::uint8_t {
    Elementwise = 0,
    Broadcast = 1,
    Injective = 2,
    Reduction = 3,
    OutElementwiseFusable = 4,
    Opaque = 8,
};

/// What every rule of an operator gets to see of its node.
struct RuleContext {
    const Node &node;
    const ParsedAttrs &attrs;
    Semantics semantics = Semantics::Exact;
};

/// What a reference implementation gets. Inputs, outputs and mutated inputs are all sized.
struct ReferenceCall {
    const RuleContext &rule;
    std::span<const ConstTensorView> in;
    std::span<const TensorView> out;
    std::span<const TensorView> mutated; ///< the inputs of OpSpec::mutatedInputs, writable
    std::string *printed = nullptr;      ///< where operators that print append their text
    const CancelToken *cancel = nullptr; ///< asked now and then by long loops; may be null
    std::map<std::string, std::string> *files = nullptr; ///< texts for files, by the name given
};

struct RewriteRules; // rewrite_rules.h
struct ValueRules;   // value_rules.h

/// Where LightNet keeps an operator's outputs, for its planner.
enum class OutputMemory : std::uint8_t {
    Own,          ///< each its own, but for what OpSpec::sharedMemory says
    PartsOfInput, ///< one behind the other in input 0
    HoldsInputs,  ///< output 0 has its own, and the inputs lie in it, one behind the other
};

/// Everything there is to know about one operator: the single declaration from which parsing,
/// messages, editors, inference, execution and the reference page follow. Made with OpBuilder
/// (op_builder.h), kept in an OpRegistry. Absent rules mean "not supported": consumers must say so.
struct OpSpec {
    OpSpec();
    OpSpec(const OpSpec &other);
    OpSpec(OpSpec &&other) noexcept;
    OpSpec &operator=(const OpSpec &other);
    OpSpec &operator=(OpSpec &&other) noexcept;
    ~OpSpec();

    /// Asks inferShape, which says nothing where it is absent. In exact semantics the values around it keep to
    /// NNVM's convention (nnvm_shape.h): a scalar is an unknown rank, and a size of 0 an unknown one.
    [[nodiscard]] Status inferShapes(const RuleContext &context, Shapes &in, Shapes &out) const;

    /// Of NNVM's operators it must look at the attributes alone: nodes of equal operator and
    /// attributes share what it says.
    using NamesRule = std::function<std::vector<std::string>(const RuleContext &)>;
    /// Partial inference in both directions, as NNVM: reads what is known, fills what follows,
    /// fails with a message on a contradiction. Called with one shape per input and output, and not
    /// again for an equal operator with equal shapes: of the node it must see the attributes alone.
    using ShapeRule = std::function<Status(const RuleContext &, Shapes &in, Shapes &out)>;
    using TypeRule = std::function<Status(const RuleContext &, DTypes &in, DTypes &out)>;
    using MacsRule = std::function<std::optional<std::int64_t>(
        const RuleContext &, std::span<const Shape> in, std::span<const Shape> out)>;
    using ReferenceRule = std::function<Status(const ReferenceCall &)>;
    using KernelRule =
        std::function<Result<KernelSpec>(const RuleContext &, const KernelContext &)>;
    using ElementRule = std::function<std::string(const RuleContext &, const KernelContext &,
                                                  std::span<const ElementOperand>)>;
    using InplacePairs = SmallVector<std::pair<std::uint32_t, std::uint32_t>, 2>;

    Dialect dialect = Dialect::Nnvm;
    std::string name;
    /// The first version of the operator set with this declaration; 0 where operators have no versions.
    std::uint16_t sinceVersion = 0;
    std::vector<std::string> aliases; ///< load as this operator; the operator's own name is saved
    std::string summary;              ///< one sentence
    std::string declaredIn;           ///< the file that declares it (ops/custom); empty: built in
    OpCategory category = OpCategory::Other;
    AttrSchema attrs;

    NamesRule inputNames;             ///< absent: any number of inputs
    NamesRule outputNames;            ///< absent: one output, "output"
    std::uint32_t visibleOutputs = 0; ///< outputs a user composes with; 0: all
    /// Inputs that are parameters (weights), by position. Absent: none.
    std::vector<std::uint32_t> parameterInputs;
    std::vector<std::uint32_t> mutatedInputs; ///< NNVM's FMutateInputs

    ShapeRule inferShape;
    TypeRule inferType; ///< absent in NNVM means: all inputs and outputs agree
    std::optional<OpPattern> pattern;
    /// NNVM's FInplaceOption: (input, output) pairs that may share storage.
    std::function<InplacePairs(const RuleContext &)> inplace;
    bool inplaceIdentity = false; ///< NNVM's FInplaceIdentity (block_grad alone)
    /// Output 0 is input 0 under another shape: no kernel, no copy in our plans.
    bool isView = false;
    /// LightNet: the outputs live in static memory and are made once, at load.
    bool isStatic = false;
    OutputMemory outputMemory = OutputMemory::Own;
    /// LightNet: (input, output) pairs that are one tensor under two names: they lie in one place.
    InplacePairs sharedMemory;
    /// LightNet: its CPU backend has no code for the operator. In exact semantics the reference
    /// leaves the outputs as their memory is.
    bool isEmptyInExact = false;

    /// How compiler passes may rewrite the operator; null: not at all.
    std::shared_ptr<const RewriteRules> rewrites;
    /// Of dialects with value types (hasValueTypes()): inputs and outputs with their types, and how values follow
    /// from each other; null for others, which have inferShape and inferType.
    std::shared_ptr<const ValueRules> values;

    MacsRule macs;           ///< multiply-accumulates of one run; absent: 0
    ReferenceRule reference; ///< naive CPU computation, the truth kernels are tested against
    KernelRule kernel;       ///< absent: no kernel, the reference runs on the host
    /// For element-wise and broadcast operators: the OpenCL C expression of one output element,
    /// so that the operator can be fused into its producer's store.
    ElementRule element;
    /// The expression also holds where its operands are vectors (ElementOperand::lanes).
    bool elementTakesVectors = false;
};

/// The outputs of a node by name; one, "output", unless the operator says otherwise. For an
/// unknown operator (null spec) as many as `usedOutputs`.
[[nodiscard]] std::vector<std::string> outputNamesOf(const OpSpec *spec, const RuleContext &context,
                                                     std::uint32_t usedOutputs);

} // namespace nervure

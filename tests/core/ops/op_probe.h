// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"

#include <memory>
#include <numeric>

namespace nervure::tests {

/// A float32 tensor that owns its elements.
struct FloatTensor {
    Shape shape;
    std::vector<float> data;

    [[nodiscard]] TensorView view()
    {
        return {DType::Float32, shape, reinterpret_cast<std::byte *>(data.data())};
    }
};

/// A tensor of the shape holding 1, 2, 3, … times `step`.
FloatTensor counted(Shape shape, float step = 1);

/// One node of a built-in operator, to ask its rules.
class OpProbe {
public:
    explicit OpProbe(std::string op, AttrDict attrs = {}, Dialect dialect = Dialect::Nnvm);

    Diagnostics diagnostics;
    std::string printed;
    Semantics semantics = Semantics::Exact; ///< that the rules are asked in

    /// The same operator, asked in fixed semantics.
    [[nodiscard]] static OpProbe fixed(std::string op, AttrDict attrs = {});

    [[nodiscard]] const OpSpec *spec() const;
    [[nodiscard]] RuleContext rule() const { return rule(semantics); }
    [[nodiscard]] RuleContext rule(Semantics other) const;
    [[nodiscard]] std::size_t outputCount() const;

    /// Fills `in` and gives the outputs' shapes.
    Result<Shapes> infer(Shapes &in, Shapes out = {}) const;
    /// Output shapes for input shapes; no outputs at all when the rule fails.
    [[nodiscard]] Shapes outputsFor(Shapes in) const;

    /// The same for types.
    Result<DTypes> inferTypes(DTypes &in, DTypes out = {}) const;

    /// Runs the reference on float32 inputs; the mutated inputs are changed in place.
    Result<std::vector<FloatTensor>> run(std::vector<FloatTensor> &in);
    /// The first output's elements; empty when something failed.
    std::vector<float> firstOutput(std::vector<FloatTensor> in);

private:
    struct Parts;
    std::shared_ptr<const Parts> m_parts; ///< apart, so that no test compiles them
};

} // namespace nervure::tests

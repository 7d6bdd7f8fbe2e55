// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/graph/tensor_layout.h"

#include <functional>
#include <optional>
#include <vector>

namespace nervure {

/// The type that a reference computes in when its result has `type`: half precision is computed in
/// single precision.
[[nodiscard]] DType computingType(DType type);

/// An input as a reference computes with it: in a layout and a type of its choice. Refers to the
/// input itself where nothing has to change, which must outlive it then.
class ReferenceOperand {
public:
    /// Fails when the layouts do not convert or memory runs out.
    static Result<ReferenceOperand> make(const ConstTensorView &tensor, const Layout &from,
                                         const Layout &to, DType type);
    static Result<ReferenceOperand> make(const ConstTensorView &tensor, DType type);
    /// With dimensions in another order, which `axes` gives.
    static Result<ReferenceOperand> permuted(const ConstTensorView &tensor,
                                             const std::vector<std::size_t> &axes, DType type);

    [[nodiscard]] ConstTensorView view() const { return m_copy ? m_copy->view() : m_view; }

private:
    static Result<ReferenceOperand> own(Tensor tensor, DType type);
    explicit ReferenceOperand(const ConstTensorView &view) : m_view(view) {}

    ConstTensorView m_view;
    std::optional<Tensor> m_copy;
};

/// The other way round: an output that a reference computes in a layout and a type of its choice,
/// and then stores. The output must outlive it.
class ReferenceResult {
public:
    static Result<ReferenceResult> make(const TensorView &output, const Layout &computed,
                                        const Layout &wanted, DType type);
    static Result<ReferenceResult> make(const TensorView &output, DType type);
    /// Computed with dimensions in another order: dimension i is axes[i] of the output.
    static Result<ReferenceResult> permuted(const TensorView &output,
                                            const std::vector<std::size_t> &axes, DType type);

    /// Where to compute to.
    [[nodiscard]] TensorView view() { return m_computed ? m_computed->view() : m_output; }
    /// Puts what was computed into the output.
    [[nodiscard]] Status store();

private:
    using Rearrangement = std::function<Status(const ConstTensorView &, const TensorView &)>;

    static Result<ReferenceResult> make(const TensorView &output, const Shape &computed,
                                        Rearrangement rearrange, DType type);
    explicit ReferenceResult(const TensorView &output) : m_output(output) {}

    TensorView m_output;
    std::optional<Tensor> m_computed;
    Rearrangement m_rearrange; ///< from the computed order to the output's; empty: they are one
};

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ops/op_probe.h"

#include <memory>

namespace nervure::tests {

/// One operator of MXNet's, lowered to NNVM's graph and computed by the reference.
class MXNetProbe : public OpProbe {
public:
    explicit MXNetProbe(std::string op, AttrDict attrs = {});

    DTypes types;                      ///< of the inputs; float32 where none is given
    std::shared_ptr<const Graph> body; ///< the node's subgraph, where it has one

    /// What MXNet's operator computes: the elements of output `index` as float32; fails when the
    /// operator is refused.
    [[nodiscard]] Result<FloatTensor> computed(std::vector<FloatTensor> in,
                                               std::uint32_t index = 0) const;
    /// The operators that it becomes, in order, as "conv2d elemwise_add"; the reason when it becomes
    /// none.
    [[nodiscard]] std::string lowersTo(const Shapes &in) const;

private:
    [[nodiscard]] Graph graphOf(const Shapes &in, std::uint32_t index) const;

    std::string m_op;
    AttrDict m_attrs;
};

/// A tensor of one element.
[[nodiscard]] FloatTensor oneNumber(float value);
/// The elements of an output, for inputs of these types; none when the operator is refused.
[[nodiscard]] std::vector<float> valuesOf(MXNetProbe probe, DTypes types,
                                          std::vector<FloatTensor> in, std::uint32_t index = 0);

} // namespace nervure::tests

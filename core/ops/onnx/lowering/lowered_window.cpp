// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/lowered_window.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace nervure::onnx {

Numbers orOnes(const Numbers &numbers, std::size_t rank)
{
    return numbers.empty() ? Numbers(rank, 1) : numbers;
}

void requireWindow(const Window &window, const Shape &inside, const Shape &outside)
{
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const auto isCountable = [&window](const auto &numbers, std::int64_t least) {
        return numbers.size() == window.rank()
               && std::all_of(numbers.begin(), numbers.end(), [least](std::int64_t number) {
                      return least <= number && number <= most;
                  });
    };
    requireFit(isCountable(window.kernel, 1) && isCountable(window.strides, 1)
               && isCountable(window.dilations, 1) && isCountable(window.before, -most)
               && isCountable(window.after, -most) && isCountable(inside, 0)
               && isCountable(outside, 0));
}

Window windowOf(const OnnxLowering &op, const Operand &x, Numbers kernel)
{
    const std::size_t rank = kernel.size();
    const OnnxAttrs &attrs = op.attrs();
    Window window{std::move(kernel), orOnes(attrs.integers("strides"), rank),
                  orOnes(attrs.integers("dilations"), rank), Numbers(rank), Numbers(rank)};
    const std::string_view autoPad = attrs.text("auto_pad");
    const Numbers &pads = attrs.integers("pads");
    const OperandDims out = op.outDims();
    requireWindow(window, x.dims.from(2), out.from(2));
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t reach = window.reach(i);
        const std::int64_t needed = (out[i + 2] - 1) * window.strides[i] + reach - x.dims[i + 2];
        if (autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER") {
            const std::int64_t total = std::max<std::int64_t>(needed, 0);
            window.before[i] = autoPad == "SAME_UPPER" ? total / 2 : total - total / 2;
            window.after[i] = total - window.before[i];
        } else if (autoPad != "VALID" && pads.size() == 2 * rank) {
            window.before[i] = pads[i];
            window.after[i] = pads[i + rank];
        }
    }
    requireWindow(window, x.dims.from(2), out.from(2));
    return window;
}

Numbers forAll(const Numbers &spatial)
{
    Numbers all{0, 0};
    all.insert(all.end(), spatial.begin(), spatial.end());
    return all;
}

std::string pairText(const Numbers &numbers)
{
    return attrText(IntTuple(numbers));
}

} // namespace nervure::onnx

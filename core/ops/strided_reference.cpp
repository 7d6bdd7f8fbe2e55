// SPDX-License-Identifier: Apache-2.0
#include "core/ops/strided_reference.h"

#include "core/support/text.h"

#include <algorithm>
#include <cstring>

namespace nervure {

bool isInside(const StridedSource &source, std::int64_t count)
{
    if (source.strides.size() != source.sizes.size()) {
        return false;
    }
    std::int64_t least = source.offset;
    std::int64_t most = source.offset;
    for (std::size_t i = 0; i < source.sizes.size(); ++i) {
        const std::int64_t stride = source.strides[i];
        if (source.sizes[i] < 1 || (source.sizes[i] > 1 && (stride > count || stride < -count))) {
            return false;
        }
        if (source.sizes[i] == 1) {
            continue;
        }
        const auto reach = checkedMultiply(source.sizes[i] - 1, stride < 0 ? -stride : stride);
        if (!reach || *reach > count) {
            return false;
        }
        if (stride < 0) {
            least -= *reach;
        } else {
            most += *reach;
        }
    }
    return least >= 0 && most < count;
}

Status takeStrided(const StridedSource &source, const ConstTensorView &in, const TensorView &out)
{
    if (in.type != out.type) {
        return makeError("infer-type", "takes " + std::string(dtypeName(in.type)) + " and gives "
                                           + std::string(dtypeName(out.type))
                                           + ", expected one type");
    }
    if (elementCount(source.sizes) != out.count() || !isInside(source, in.count())) {
        return makeError("infer-shape", "takes " + shapeText(source.sizes) + " from a tensor of "
                                            + std::to_string(in.count()) + " elements for one of "
                                            + std::to_string(out.count())
                                            + ", expected sizes that fit");
    }
    const std::size_t bytes = dtypeBytes(in.type);
    Shape position(source.sizes.size(), 0);
    std::int64_t from = source.offset;
    for (std::int64_t i = 0; i < out.count(); ++i) {
        std::memcpy(out.data + static_cast<std::size_t>(i) * bytes,
                    in.data + static_cast<std::size_t>(from) * bytes, bytes);
        for (std::size_t axis = position.size(); axis-- > 0;) {
            from += source.strides[axis];
            if (++position[axis] < source.sizes[axis]) {
                break;
            }
            from -= source.strides[axis] * source.sizes[axis];
            position[axis] = 0;
        }
    }
    return {};
}

Status stridedReference(const StridedSource &source, const ReferenceCall &call)
{
    return takeStrided(source, call.in[0], call.out[0]);
}

} // namespace nervure

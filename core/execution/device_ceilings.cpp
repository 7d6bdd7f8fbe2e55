// SPDX-License-Identifier: Apache-2.0
#include "core/execution/device_ceilings.h"

#include <algorithm>

namespace nervure {

double DeviceCeilings::roofMs(double flops, double bytes) const
{
    const double compute = multiplyAddGflops > 0 ? flops / multiplyAddGflops * 1e-6 : 0;
    const double memory = copyGbs > 0 ? bytes / copyGbs * 1e-6 : 0;
    return std::max(compute, memory);
}

} // namespace nervure

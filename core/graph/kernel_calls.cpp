// SPDX-License-Identifier: Apache-2.0
#include "core/graph/kernel_calls.h"

#include "core/support/text.h"

namespace nervure {

namespace {

/// No kernel has more results.
constexpr std::int64_t mostResults = 1 << 12;

} // namespace

bool isKernelCall(const Node &node)
{
    return node.dialect == Dialect::Nnvm && node.op == kernelCallOp;
}

std::uint32_t runtimeOutputs(const Node &node)
{
    const std::string *text = isKernelCall(node) ? node.attrs.find("num_outputs") : nullptr;
    const std::int64_t count = text ? parseInteger(*text).value_or(1) : 1;
    return count < 0 || count > mostResults ? 1 : static_cast<std::uint32_t>(count);
}

const std::string *calledKernel(const Node &node)
{
    const std::string *kernel = isKernelCall(node) ? node.attrs.find("func_name") : nullptr;
    return kernel && !kernel->empty() ? kernel : nullptr;
}

} // namespace nervure

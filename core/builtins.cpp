// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"

#include "core_formats_builtins.h"
#include "core_ops_builtins.h"
#include "core_passes_builtins.h"

#include "core/passes/conversion/onnx/evaluate_node.h"

namespace nervure {

Builtins makeBuiltins()
{
    Builtins builtins;
    registerBuiltinOperators(builtins.ops);
    registerBuiltinPasses(builtins.passes);
    builtins.ops.setEvaluator(
        makeNodeEvaluator(std::make_shared<const PassRegistry>(builtins.passes)));
    registerBuiltinFormats(builtins.formats);
    return builtins;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/ops/coreml/cm_operator.h"

#include "core/ops/coreml/cm_attributes.h"

namespace nervure::coreml {

void add(OpRegistry &ops, Operator op)
{
    if (op.signature.empty()) {
        op.signature = "x:T -> y:T";
    }
    if (op.types.empty()) {
        op.types = layerTypes;
    }
    op.typesAreAttributes = false;
    op.freeTypes = "W";
    onnx::addKindred(ops, Dialect::CoreML, attributeHelp, std::move(op));
}

} // namespace nervure::coreml

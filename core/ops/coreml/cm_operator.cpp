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

void addLayout(OpRegistry &ops, std::string_view name, std::string_view signature,
               std::string_view attributes, std::string_view summary, ValueRule infer,
               std::function<Lowered(const OnnxLowering &)> lower)
{
    add(ops, {.name = name,
              .category = OpCategory::Layout,
              .signature = signature,
              .attributes = attributes,
              .summary = summary,
              .infer = std::move(infer),
              .lower = std::move(lower)});
}

} // namespace nervure::coreml

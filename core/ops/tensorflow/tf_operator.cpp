// SPDX-License-Identifier: Apache-2.0
#include "core/ops/tensorflow/tf_operator.h"

#include "core/ops/tensorflow/tf_attributes.h"

namespace nervure::tensorflow {

void add(OpRegistry &ops, Operator op)
{
    onnx::addKindred(ops, Dialect::TensorFlow, attributeHelp, std::move(op));
}

ElementType typeAttribute(const OnnxAttrs &attrs, std::string_view name)
{
    return elementTypeNamed(attrs.text(name)).value_or(ElementType::Undefined);
}

} // namespace nervure::tensorflow

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_schema.h"
#include "core/graph/op/onnx_attrs.h"

namespace nervure::custom {

/// Fills in how an attribute, whose kind and limits are set, is read into OnnxAttrs and printed, in the way of
/// the dialect. Truth values are kept as 0 and 1, element types by name.
void addParser(AttrDecl &decl, Dialect dialect);

} // namespace nervure::custom

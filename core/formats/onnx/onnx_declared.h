// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/onnx/onnx_messages.h"
#include "core/formats/onnx/value_table.h"
#include "core/support/diagnostic.h"

#include <string_view>

namespace nervure::onnx {

/// The type that a ValueInfoProto gives; Unknown where it gives none. Fails as readType().
Result<ValueType> typeOfValue(const NamedMessage &value, std::string_view file);

/// Puts the types that a graph's message declares for values of operators into their nodes: those of
/// `value_info` and, before them, of its outputs. Of a variable only what its own attributes contradict.
/// Types that cannot be read count as not declared, and are reported.
void declareTypes(const GraphMessage &message, const ValueTable &values, std::string_view file,
                  Graph &graph, Diagnostics &diagnostics);

} // namespace nervure::onnx

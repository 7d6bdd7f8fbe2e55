// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <nlohmann/json_fwd.hpp>

namespace nervure::conformance {

/// One record of ir_prints.json: PrintGraphIR's text of a model of the corpus, plain and with
/// attributes joined. Attributes and graph_attr_keys compare as sets, since NNVM's order is that
/// of a hash table; numbers that NNVM read beyond the end of a vector are left out.
void runNnvmPrintCase(const NnvmContext &context, const nlohmann::json &record, FileReport &report);

/// One model of symbol_debug_str.json: {"model": …, "text": …}.
void runNnvmDebugTextCase(const NnvmContext &context, const nlohmann::json &record,
                          FileReport &report);

} // namespace nervure::conformance

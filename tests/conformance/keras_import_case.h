// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "tests/conformance/frontend_context.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

namespace nervure::conformance {

/// A model beside what nnvm.frontend.from_keras made of it, whose graph has channels second.
class KerasImportCase {
public:
    KerasImportCase(const FrontendContext &context, const nlohmann::json &oracle,
                    FileReport &report)
        : m_context(context),
          m_oracle(oracle),
          m_report(report)
    {}

    /// `given` are the document's weights; without `hasValues` there are none.
    void run(const Graph &graph, const TensorMap &given, bool hasValues);

private:
    void runImport(const Graph &graph, const nlohmann::json &oracle, const TensorMap &given,
                   bool hasValues);

    const FrontendContext &m_context;
    const nlohmann::json &m_oracle;
    FileReport &m_report;
};

} // namespace nervure::conformance

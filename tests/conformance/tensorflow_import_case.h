// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/tensorflow/from_tensorflow.h"
#include "core/passes/pass_manager.h"
#include "tests/conformance/frontend_context.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace nervure::conformance {

/// A frozen graph beside what nnvm.frontend.from_tensorflow made of it (tensorflow/README.md).
class TensorFlowImportCase {
public:
    TensorFlowImportCase(const FrontendContext &context, const nlohmann::json &oracle,
                         FileReport &report)
        : m_context(context),
          m_oracle(oracle),
          m_report(report)
    {}

    void run(const Graph &graph, const std::string &bytes);

private:
    [[nodiscard]] Finding refusal(const PassRun &imported) const;
    [[nodiscard]] Finding params(const Result<std::vector<TensorFlowParam>> &params,
                                 const TensorMap &weights) const;

    const FrontendContext &m_context;
    const nlohmann::json &m_oracle;
    FileReport &m_report;
};

} // namespace nervure::conformance

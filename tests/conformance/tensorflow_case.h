// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/conformance/frontend_context.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

#include <string>

namespace nervure::conformance {

/// A frozen graph beside what TensorFlow computes from it (tensorflow/README.md).
class TensorFlowCase {
public:
    TensorFlowCase(const FrontendContext &context, const nlohmann::json &oracle, FileReport &report)
        : m_context(context),
          m_oracle(oracle),
          m_report(report)
    {}

    void run(const std::string &bytes);

private:
    [[nodiscard]] Finding reading(const std::string &bytes,
                                  const Result<LoadedGraph> &loaded) const;
    [[nodiscard]] Finding names(const Graph &graph) const;
    [[nodiscard]] Finding shapes(Graph graph) const;
    [[nodiscard]] Finding values(Graph graph, const std::string &bytes) const;

    const FrontendContext &m_context;
    const nlohmann::json &m_oracle;
    FileReport &m_report;
};

} // namespace nervure::conformance

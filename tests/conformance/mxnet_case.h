// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/conformance/frontend_context.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

namespace nervure::conformance {

/// One model that MXNet wrote, beside what MXNet says about it (mxnet/README.md).
class MXNetCase {
public:
    MXNetCase(const FrontendContext &context, const nlohmann::json &oracle, FileReport &report)
        : m_context(context),
          m_oracle(oracle),
          m_report(report)
    {}

    void run(const std::string &text);

private:
    [[nodiscard]] Finding roundTrip(const Graph &graph, const std::string &text) const;
    [[nodiscard]] Finding names(const Graph &graph) const;
    [[nodiscard]] Finding inference(const Graph &graph) const;
    [[nodiscard]] Finding values(const Graph &graph) const;
    [[nodiscard]] PassRun inferred(const Graph &graph) const;
    [[nodiscard]] Result<TensorMap> givenValues(const Graph &graph) const;

    const FrontendContext &m_context;
    const nlohmann::json &m_oracle;
    FileReport &m_report;
};

} // namespace nervure::conformance

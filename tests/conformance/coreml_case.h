// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/coreml/coreml_params.h"
#include "tests/conformance/frontend_context.h"
#include "tests/conformance/frontend_import.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

#include <string>

namespace nervure::conformance {

/// A Core ML model beside what NNVM's importer makes of it and computes (coreml/README.md). Core ML has no values of
/// its own there: in fixed semantics NNVM's count where they are as the specification says.
class CoreMlCase {
public:
    CoreMlCase(const FrontendContext &context, const nlohmann::json &oracle, FileReport &report)
        : m_context(context),
          m_oracle(oracle),
          m_report(report),
          m_import(context, {"CoreMLToNNVM"}, oracle)
    {}

    void run(const std::string &bytes);

private:
    [[nodiscard]] Finding reading(const std::string &bytes,
                                  const Result<LoadedGraph> &loaded) const;
    [[nodiscard]] Finding structure(const Graph &graph) const;
    [[nodiscard]] Finding shapes(const Graph &graph) const;
    [[nodiscard]] Finding values(Graph graph, TensorMap values) const;
    void runImport(const Graph &graph, const TensorMap &weights);
    [[nodiscard]] Result<TensorMap> arrays(const std::vector<CoreMlParam> &order,
                                           const TensorMap &weights) const;
    [[nodiscard]] Finding params(const Result<TensorMap> &found,
                                 const std::vector<CoreMlParam> &order) const;

    const FrontendContext &m_context;
    const nlohmann::json &m_oracle;
    FileReport &m_report;
    FrontendImport m_import;
};

} // namespace nervure::conformance

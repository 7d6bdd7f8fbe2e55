// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/darknet/darknet_params.h"
#include "tests/conformance/frontend_import.h"

namespace nervure::conformance {

/// A network beside what nnvm.frontend.from_darknet made of it: graph, names, arrays, shapes, refusals and
/// the values that NNVM computed.
class DarknetImportCase {
public:
    DarknetImportCase(const FrontendContext &context, const nlohmann::json &oracle,
                      FileReport &report)
        : m_context(context),
          m_import(context, {"DarknetToNNVM"}, oracle),
          m_oracle(oracle),
          m_report(report)
    {}

    /// All sections for the network's graph.
    void run(const Graph &network);

private:
    [[nodiscard]] Finding params(const Result<TensorMap> &found,
                                 const std::vector<DarknetParam> &order) const;
    [[nodiscard]] Result<TensorMap> arrays(const Graph &network,
                                           const std::vector<DarknetParam> &params) const;

    const FrontendContext &m_context;
    const FrontendImport m_import;
    const nlohmann::json &m_oracle;
    FileReport &m_report;
};

} // namespace nervure::conformance

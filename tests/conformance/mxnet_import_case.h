// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/conformance/frontend_import.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

namespace nervure::conformance {

/// What MXNetToNNVM makes of a model in exact semantics, beside what nnvm.frontend.from_mxnet returned
/// and what NNVM found of that (mxnet/README.md).
class MXNetImportCase {
public:
    MXNetImportCase(const FrontendContext &context, const nlohmann::json &oracle,
                    FileReport &report)
        : m_context(context),
          m_import(context, {"MXNetToNNVM"}, oracle),
          m_oracle(oracle),
          m_report(report)
    {}

    /// All sections for the model's graph.
    void run(const Graph &graph);

private:
    [[nodiscard]] Finding refusal(const PassRun &imported) const;
    [[nodiscard]] Finding params(const PassRun &inferred) const;
    [[nodiscard]] Finding values(const PassRun &inferred) const;
    [[nodiscard]] Result<nlohmann::json> storedNames() const;
    [[nodiscard]] Result<TensorMap> stored(const PassRun &inferred) const;

    const FrontendContext &m_context;
    const FrontendImport m_import;
    const nlohmann::json &m_oracle;
    FileReport &m_report;
};

} // namespace nervure::conformance

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/conformance/frontend_context.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

#include <string>

namespace nervure::conformance {

/// A model's file beside what Keras computes from it and what NNVM's importer makes of it (keras/README.md).
class KerasCase {
public:
    /// `record` is the file's own, `oracle` that of the model: the same one written by Keras 2.2.
    KerasCase(const FrontendContext &context, const nlohmann::json &record,
              const nlohmann::json &oracle, FileReport &report)
        : m_context(context),
          m_record(record),
          m_oracle(oracle),
          m_report(report)
    {}

    /// The file `name`, of `bytes`.
    void run(const std::string &name, const std::string &bytes);

private:
    [[nodiscard]] Finding reading(const std::string &bytes,
                                  const Result<LoadedGraph> &loaded) const;
    [[nodiscard]] Finding structure(const Graph &graph) const;
    [[nodiscard]] Finding shapes(const Graph &graph) const;
    [[nodiscard]] Finding values(const Graph &graph, TensorMap given) const;
    [[nodiscard]] bool hasUnknownLayer(const Graph &graph) const;
    [[nodiscard]] InputFacts inputFacts(const Graph &graph) const;

    const FrontendContext &m_context;
    const nlohmann::json &m_record;
    const nlohmann::json &m_oracle;
    FileReport &m_report;
};

} // namespace nervure::conformance

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/conformance/frontend_context.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace nervure::conformance {

/// One ONNX model, beside what nnvm.frontend.from_onnx made of it and what NNVM found of that
/// (onnx/README.md).
class OnnxCase {
public:
    OnnxCase(const FrontendContext &context, const nlohmann::json &oracle, FileReport &report)
        : m_context(context),
          m_oracle(oracle),
          m_report(report)
    {}

    /// All sections of the model in these bytes, those of the file `path`.
    void run(const std::string &bytes, const std::filesystem::path &path);

private:
    [[nodiscard]] Finding reading(const std::string &bytes,
                                  const Result<LoadedGraph> &loaded) const;
    [[nodiscard]] Finding roundTrip(const Graph &graph, const std::string &bytes) const;
    [[nodiscard]] Finding refusal(const PassRun &imported) const;
    [[nodiscard]] Finding messages(const PassRun &imported) const;

    const FrontendContext &m_context;
    const nlohmann::json &m_oracle;
    FileReport &m_report;
};

} // namespace nervure::conformance

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/conformance/frontend_context.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

#include <string>

namespace nervure::conformance {

/// A network description beside what Darknet made of it: layers, their sizes, and the values of its last
/// version, in fixed semantics.
class DarknetCase {
public:
    DarknetCase(const FrontendContext &context, const nlohmann::json &oracle, FileReport &report)
        : m_context(context),
          m_oracle(oracle),
          m_report(report)
    {}

    void run(const std::string &text);

private:
    /// What Darknet's last version made where it makes something else than the importer's.
    [[nodiscard]] const nlohmann::json &expected() const;
    [[nodiscard]] Finding reading(const std::string &text, const Result<LoadedGraph> &loaded) const;
    [[nodiscard]] Finding layers(const Graph &graph) const;
    [[nodiscard]] Finding sizes(const Graph &graph) const;
    [[nodiscard]] Finding values(Graph graph) const;

    const FrontendContext &m_context;
    const nlohmann::json &m_oracle;
    FileReport &m_report;
};

} // namespace nervure::conformance

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_context.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure::conformance {

/// Compares one graph of the corpus with its oracle: text, index, names, facts per node, shapes,
/// types, plan, layouts.
class NnvmGraphCase {
public:
    NnvmGraphCase(const NnvmContext &context, FileReport &report, const nlohmann::json &oracle)
        : m_context(context),
          m_report(report),
          m_oracle(oracle)
    {}

    /// The oracle is null where there is none: then only the round trip is compared. A file in an
    /// older dialect saves as the oracle's `resaved`, all others as they are.
    void run(const Graph &graph, const std::string &text);

private:
    [[nodiscard]] Finding roundTrip(const Graph &graph, const std::string &text) const;
    void checkIndex(const Graph &graph);
    void checkInference(Graph graph);
    [[nodiscard]] Finding shapes(const Graph &graph, const InputFacts &facts) const;
    [[nodiscard]] Finding types(const Graph &graph, const InputFacts &facts) const;
    [[nodiscard]] Finding plan(const Graph &graph, const InputFacts &facts) const;
    [[nodiscard]] Finding layouts(const Graph &graph) const;
    /// A pass of which NNVM's answer is an error.
    [[nodiscard]] Finding refusal(const Graph &graph, const char *pass, const InputFacts &facts,
                                  const char *key) const;

    const NnvmContext &m_context;
    FileReport &m_report;
    const nlohmann::json &m_oracle;
};

} // namespace nervure::conformance

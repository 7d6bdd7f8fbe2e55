// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/nnvm_inference.h"
#include "tests/conformance/report.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace nervure::conformance {

/// Compares one graph of the corpus with its oracle: text, index, names, facts per node, shapes,
/// types, plan.
class NnvmGraphCase {
public:
    NnvmGraphCase(const NnvmContext &context, Report &report, std::string name);

    /// `oracle` is null where there is none: then only the round trip is compared. A file in an
    /// older dialect saves as the oracle's `resaved`, all others as they are.
    void run(const std::string &text, const nlohmann::json &oracle);

private:
    void roundTrip(const Graph &graph, const std::string &text, const nlohmann::json &oracle,
                   const std::string &unknownOp);
    void checkIndex(const IndexedGraph &index, const nlohmann::json &oracle);
    void checkNames(const IndexedGraph &index, const nlohmann::json &oracle);
    void checkFacts(const IndexedGraph &index, const nlohmann::json &oracle);
    void checkInference(Graph graph, const nlohmann::json &oracle);
    bool checkShapes(PassRun &state, const InputFacts &facts, const nlohmann::json &oracle);
    bool checkTypes(PassRun &state, const InputFacts &facts, const nlohmann::json &oracle);
    void checkPlan(PassRun &state, const nlohmann::json &oracle);

    const NnvmContext &m_context;
    Report &m_report;
    std::string m_name;
};

} // namespace nervure::conformance

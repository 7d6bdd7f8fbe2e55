// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/conformance/frontend_context.h"
#include "tests/conformance/report.h"

#include <nlohmann/json.hpp>

namespace nervure::conformance {

/// A model as one of NNVM's importers makes it, in exact semantics, beside what the oracles recorded of that.
class FrontendImport {
public:
    /// `facts` are arguments of the importer, such as shapes of its inputs.
    FrontendImport(const FrontendContext &context, PassRequest pass, const nlohmann::json &oracle,
                   InputFacts facts = {})
        : m_context(context),
          m_pass(std::move(pass)),
          m_oracle(oracle),
          m_facts(std::move(facts))
    {}

    /// With shapes and types from those of inputs and parameters if `isInferred`.
    [[nodiscard]] PassRun importedAs(const Graph &model, bool isInferred) const;
    [[nodiscard]] Finding graph(const PassRun &imported) const;
    [[nodiscard]] Finding names(const PassRun &imported) const;
    /// Python's warnings, in their order.
    [[nodiscard]] Finding warnings(const PassRun &imported) const;
    [[nodiscard]] Finding inference(const PassRun &inferred) const;
    /// What the graph computes of the oracle's inputs and of `params`.
    [[nodiscard]] Finding values(const PassRun &inferred, TensorMap params,
                                 const nlohmann::json &expected, double tolerance) const;

private:
    const FrontendContext &m_context;
    PassRequest m_pass;
    const nlohmann::json &m_oracle;
    InputFacts m_facts;
};

} // namespace nervure::conformance

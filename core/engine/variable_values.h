// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"
#include "core/engine/imported_values.h"
#include "core/execution/seeded_weights.h"
#include "core/passes/held_values.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nervure {

/// The value where one of that shape is wanted: a scalar and a row of one element stand for each other, as lowered
/// graphs have no scalars. All else stays as it is.
[[nodiscard]] Result<Tensor> inWantedForm(const Tensor &value, const Shape &shape);

/// Fails with "values-made-up", naming these variables, where the request lets no values be made up.
[[nodiscard]] Status checkInvented(const ExecutionRequest &request,
                                   const std::vector<std::string> &invented);

/// The values that a request's variables run with. The request must outlive it.
class VariableValues {
public:
    /// `held`: of the variables that passes made of what the model holds.
    VariableValues(const ExecutionRequest &request, const Builtins &builtins, HeldValues held = {});

    /// Given, held by the model, or made from the seed for what the document uses the variable for: it knows best,
    /// before anything was folded. Fails with "value-not-read" where the model's file holds it and nobody read it.
    [[nodiscard]] Result<Tensor> of(const std::string &name, DType type, const Shape &shape) const;
    /// The same of variables that have no value yet: their constant, else from the seed.
    [[nodiscard]] Result<Tensor> seeded(const std::string &name, DType type,
                                        const Shape &shape) const;
    /// The value that was given or that the model holds, or null. A variable of an importer's graph has that of the
    /// document's variable.
    [[nodiscard]] const Tensor *given(const std::string &name) const;
    /// True if of() makes up a value that nobody gave and the model does not hold.
    [[nodiscard]] bool isInvented(const std::string &name) const;
    /// The seed of the value of a variable that isInvented().
    struct Seeding {
        std::string name; ///< that the value depends on
        ValueRole role = ValueRole::Data;
    };
    [[nodiscard]] std::optional<Seeding> seedingOf(const std::string &name) const;

private:
    [[nodiscard]] bool isNumber(const std::string &name) const;
    [[nodiscard]] const std::string *storedFor(const std::string &name) const;
    [[nodiscard]] const std::string &documentName(const std::string &name) const;

    const ExecutionRequest &m_request;
    ImportedValues m_imported;
    HeldValues m_held;
    std::set<std::string, std::less<>>
        m_stored; ///< variables of the document whose values its file holds
    std::map<std::string, ValueRole> m_roles;
};

} // namespace nervure

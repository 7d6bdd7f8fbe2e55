// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/engine/execution_request.h"
#include "core/engine/imported_values.h"
#include "core/execution/seeded_weights.h"

#include <map>
#include <optional>
#include <string>

namespace nervure {

/// The value as graphs have it: a scalar has one dimension.
[[nodiscard]] Result<Tensor> oneElementAtLeast(const Tensor &value);

/// The values that a request's variables run with. The request must outlive it.
class VariableValues {
public:
    VariableValues(const ExecutionRequest &request, const Builtins &builtins);

    /// Given, or made from the seed for what the document uses the variable for: it knows best, before
    /// anything was folded.
    [[nodiscard]] Result<Tensor> of(const std::string &name, DType type, const Shape &shape) const;
    /// The same of variables that have no value yet: their constant, else from the seed.
    [[nodiscard]] Result<Tensor> seeded(const std::string &name, DType type,
                                        const Shape &shape) const;
    /// The given value, or null. A variable of an importer's graph has that of the document's variable.
    [[nodiscard]] const Tensor *given(const std::string &name) const;
    /// What a variable is seeded by that has neither a given value nor a constant.
    struct Seeding {
        std::string name; ///< that the value depends on
        ValueRole role = ValueRole::Data;
    };
    [[nodiscard]] std::optional<Seeding> seedingOf(const std::string &name) const;

private:
    [[nodiscard]] const std::string &documentName(const std::string &name) const;

    const ExecutionRequest &m_request;
    ImportedValues m_imported;
    std::map<std::string, ValueRole> m_roles;
};

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/execution/plan/execution_plan.h"
#include "core/support/machine_facts.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace nervure {

struct ExecutionRequest;

/// An input that a model was run with.
struct OriginInput {
    std::string name;
    Shape shape;
    DType type = DType::Unknown;
};

/// What a result is of, so that it is never taken for that of something else: the model, what it was
/// run with, by which program and when.
struct ResultOrigin {
    std::string model; ///< graphFingerprint() of the model as it was given, before any pass
    std::vector<OriginInput> inputs;
    bool isDirectOnly = false;
    bool computesInHalf = false;
    bool fallsBack = false;
    std::string semantics;
    std::uint64_t seed = 0;
    std::string date;    ///< "2026-11-22T01:02:03Z"
    std::string version; ///< of the program
    MachineFacts machine;
};

[[nodiscard]] ResultOrigin originOf(const ExecutionRequest &request, const ExecutionPlan &plan,
                                    const Builtins &builtins);

/// Adds `model` {hash, inputs [{name, shape, dtype}]}, `options` {algorithm, half_arithmetic, fallback,
/// semantics, seed}, `version`, `date` and `machine` {host, system, processor, threads} to the document of
/// a result.
void addOrigin(const ResultOrigin &origin, nlohmann::ordered_json &document);
/// What such a document says; what it does not is empty.
[[nodiscard]] ResultOrigin originFrom(const nlohmann::ordered_json &document);

} // namespace nervure

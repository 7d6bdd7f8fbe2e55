// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/tensor.h"
#include "core/passes/pass_spec.h"
#include "core/support/file.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace nervure::tests {

inline InputFacts factsOf(const nlohmann::json &inputs)
{
    InputFacts facts;
    for (const auto &[name, input] : inputs.items()) {
        facts.shapes[name] = input.at("shape").get<Shape>();
        if (const auto type = dtypeFromName(input.value("dtype", std::string()))) {
            facts.dtypes[name] = *type;
        }
    }
    return facts;
}

inline TensorMap valuesOf(const nlohmann::json &inputs)
{
    TensorMap values;
    const InputFacts facts = factsOf(inputs);
    for (const auto &[name, input] : inputs.items()) {
        Tensor tensor = *Tensor::zeros(facts.dtypes.at(name), facts.shapes.at(name));
        const nlohmann::json &data = input.at("data");
        for (std::size_t i = 0; i < data.size(); ++i) {
            const double number = data[i].is_string()
                                      ? std::strtod(data[i].get<std::string>().c_str(), nullptr)
                                      : data[i].get<double>();
            storeElement(tensor.view(), static_cast<std::int64_t>(i), number);
        }
        values.emplace(name, std::move(tensor));
    }
    return values;
}

/// What is recorded of a graph of NNVM's corpus.
struct OracleValues {
    bool isThere = false;
    InputFacts facts;
    bool hasValues = false; ///< those of its results are recorded too
    TensorMap values;       ///< of the variables
};

inline OracleValues oracleValues(const std::filesystem::path &folder, const std::string &name)
{
    const auto read = [&](const char *kind) {
        const auto text = nervure::readFile(folder / kind / (name + ".json"));
        return text ? nlohmann::json::parse(*text) : nlohmann::json();
    };
    const nlohmann::json recorded = read("oracle");
    if (!recorded.is_object() || !recorded.contains("inputs")) {
        return {};
    }
    const nlohmann::json numeric = read("numeric");
    const bool hasValues = numeric.is_object() && numeric.contains("outputs");
    const nlohmann::json &inputs = (hasValues ? numeric : recorded)["inputs"];
    return {true, factsOf(inputs), hasValues, hasValues ? valuesOf(inputs) : TensorMap()};
}

} // namespace nervure::tests

// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/nnvm_model.h"

#include "core/support/file.h"
#include "tests/conformance/oracle_files.h"

#include <nlohmann/json.hpp>

namespace nervure::conformance {

using Json = nlohmann::json;

std::optional<NnvmModel> readModel(const NnvmContext &context, const Json &record,
                                   FileReport &report)
{
    const std::string file = record.value("model", "") + ".json";
    const auto path = context.folder / "corpus" / file;
    if (!std::filesystem::exists(path)) {
        report.add("model", skipped("corpus/" + file + " is not in this folder"));
        return std::nullopt;
    }
    const auto text = readFile(path);
    const auto loaded = text ? context.load(*text) : Result<LoadedGraph>(text.error());
    if (!loaded) {
        report.add("model", differs(loaded.error().message));
        return std::nullopt;
    }
    NnvmModel model{loaded->graph, {}};
    if (const auto oracle = readJsonFile(context.folder / "oracle" / file)) {
        model.facts = factsOf(*oracle);
    }
    return model;
}

} // namespace nervure::conformance

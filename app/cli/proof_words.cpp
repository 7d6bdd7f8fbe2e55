// SPDX-License-Identifier: Apache-2.0
#include "app/cli/proof_words.h"

#include "core/engine/report_json.h"
#include "core/support/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nervure::cli {

using Json = nlohmann::ordered_json;

std::string errorText(double value)
{
    return fmt::format("{:.3g}", value);
}

Json errorJson(const TensorError &error)
{
    return {{"absolute", numberJson(error.absolute)},
            {"relative", numberJson(error.relative)},
            {"ulps", numberJson(error.ulps)}};
}

Json comparedJson(const ComparedValue &value)
{
    Json json{{"name", value.name},   {"before", value.beforeName},
              {"op", value.op},       {"output", value.result ? Json(*value.result) : Json()},
              {"shape", value.shape}, {"dtype", dtypeName(value.type)}};
    json.update(errorJson(value.error));
    json["tolerance"] = value.tolerance;
    json["compared"] = value.isCompared;
    json["differs"] = value.differs();
    json["remark"] = value.remark;
    return json;
}

Json nonFiniteJson(const std::optional<NonFiniteSource> &source)
{
    return source ? Json{{"node", source->name},
                         {"nan", source->count.nans},
                         {"infinite", source->count.infinities}}
                  : Json();
}

std::string nonFiniteText(const NonFiniteSource &source)
{
    std::vector<std::string> what;
    if (source.count.nans > 0) {
        what.push_back(fmt::format("{} NaN", source.count.nans));
    }
    if (source.count.infinities > 0) {
        what.push_back(fmt::format("{} infinite", source.count.infinities));
    }
    return fmt::format("{} of numbers: {}", quoted(source.name), join(what, ", "));
}

std::string errorWords(const ComparedValue &value)
{
    if (!value.isCompared) {
        return value.remark;
    }
    return fmt::format("off by {} of its greatest element ({} absolute, {} ULP), expected at most "
                       "{}",
                       errorText(value.error.relative), errorText(value.error.absolute),
                       errorText(value.error.ulps), errorText(value.tolerance));
}

} // namespace nervure::cli

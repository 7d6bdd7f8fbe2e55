// SPDX-License-Identifier: Apache-2.0
#include "core/engine/profile_compare.h"

#include "core/engine/json_members.h"

#include <algorithm>
#include <array>

namespace nervure {

namespace {

using Json = nlohmann::ordered_json;

/// What a document says it is of: {hash, inputs}; null where it does not.
Json modelOf(const Json &document)
{
    const Json model = document.is_object() ? document.value("model", Json()) : Json();
    return textOf(model, "hash").empty() ? Json() : model;
}

} // namespace

Status checkSameModel(const Json &first, const Json &second, Diagnostics &diagnostics)
{
    const Json a = modelOf(first);
    const Json b = modelOf(second);
    if (a.is_null() || b.is_null()) {
        diagnostics.push_back(makeWarning(
            "model-unknown", "a result does not say of which model it is (it was made by an older "
                             "version), expected results of one model"));
        return {};
    }
    if (textOf(a, "hash") != textOf(b, "hash")) {
        return makeError("other-model",
                         "the results are of different models ({} and {}), expected results of "
                         "one; to compare two models give their files",
                         textOf(a, "hash").substr(0, 8), textOf(b, "hash").substr(0, 8));
    }
    if (a.value("inputs", Json()) != b.value("inputs", Json())) {
        return makeError("other-model",
                         "the results are of one model with inputs of different shapes "
                         "or types, expected the same inputs");
    }
    return {};
}

bool ComparedProfiles::isDifferent() const
{
    return wall.isCalled() || device.isCalled()
           || std::any_of(layers.begin(), layers.end(),
                          [](const ComparedLayers &row) { return row.time.isCalled(); });
}

ComparedProfiles pairOf(ProfileSeries series)
{
    SeriesMember &second = series.others[0];
    ComparedProfiles compared;
    compared.firstTitle = std::move(series.firstTitle);
    compared.secondTitle = std::move(second.title);
    compared.processes = series.processes;
    compared.isByRounds = series.isByRounds;
    compared.things = second.things;
    compared.rule = series.rule;
    compared.wall = second.wall;
    compared.device = second.device;
    compared.geometricMean = second.geometricMean;
    compared.environment = std::move(second.environment);
    for (SeriesLayers &row : series.layers) {
        if (!row.roots[0].empty() || !row.roots[1].empty()) {
            compared.layers.push_back({std::move(row.roots[0]), std::move(row.roots[1]),
                                       std::move(row.nodes), row.times[0]});
        }
    }
    return compared;
}

Result<ComparedProfiles> compareProfiles(std::span<const ProfileReport> first,
                                         std::span<const ProfileReport> second)
{
    ASSIGN_OR_RETURN(ProfileSeries series, compareSeries(std::array{first, second}));
    return pairOf(std::move(series));
}

} // namespace nervure

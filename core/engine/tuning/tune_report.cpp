// SPDX-License-Identifier: Apache-2.0
#include "core/engine/tuning/tune_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace nervure {

std::vector<const TunedLayer *> slowestFirst(const TuneReport &report)
{
    std::vector<const TunedLayer *> layers;
    for (const TunedLayer &layer : report.layers) {
        layers.push_back(&layer);
    }
    std::stable_sort(layers.begin(), layers.end(),
                     [](const auto *a, const auto *b) { return a->defaultMs > b->defaultMs; });
    return layers;
}

std::vector<const TunedLayer *> oneForEachLayer(const TuneReport &report)
{
    const auto isDefault = [&report](const TunedLayer *layer) {
        return report.choices[layer->choice].isDefault();
    };
    std::vector<const TunedLayer *> told;
    std::map<std::string_view, std::size_t> places; ///< of the first that is told of a layer
    for (const TunedLayer *layer : slowestFirst(report)) {
        const auto [it, isNew] = places.emplace(layer->node, told.size());
        if (!isNew && isDefault(told[it->second])) {
            told[it->second] = isDefault(layer) ? told[it->second] : layer;
        } else if (isNew || !isDefault(layer)) {
            told.push_back(layer);
        }
    }
    return told;
}

double changeByChoices(const TuneReport &report)
{
    double ms = 0;
    std::set<std::string_view> counted;
    for (const TunedLayer &layer : report.layers) {
        if (!report.choices[layer.choice].isDefault() && counted.insert(layer.node).second) {
            ms += layer.winnerMs - layer.defaultMs;
        }
    }
    return ms;
}

std::string kernelClassOf(const TunedChoice &choice)
{
    return choice.key.substr(0, choice.key.find_first_of("@ "));
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/darknet/darknet_layers.h"

#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace nervure {

namespace {

/// One number of a route or shortcut, as the number of a layer.
Result<std::size_t> layerOf(std::string_view text, std::size_t number, const CfgKey &key)
{
    const auto given = parseInteger(trim(text));
    const std::int64_t self = static_cast<std::int64_t>(number);
    const std::int64_t layer = !given ? -1 : *given < 0 ? self + *given : *given;
    if (layer >= 0 && layer < self) {
        return static_cast<std::size_t>(layer);
    }
    return atPlace(makeError("cfg-layer",
                             "{} is {}, expected the number of an earlier layer, 0 to {}", key.name,
                             quoted(key.value), self - 1),
                   key.place);
}

Diagnostic missingKey(const CfgSection &section, std::string_view key)
{
    return atPlace(makeError("cfg-layer", "[{}] has no key {}, expected numbers of earlier layers",
                             section.name, key),
                   section.place);
}

} // namespace

bool isDarknetNet(const CfgSection &section)
{
    return section.name == "net" || section.name == "network";
}

std::string darknetLayerName(std::string_view type, std::size_t number)
{
    return fmt::format("{}_{}", type, number);
}

Result<DarknetSources> darknetSources(const CfgSection &section, std::size_t number)
{
    DarknetSources sources;
    const bool isRoute = section.name == "route";
    if (!isRoute) {
        sources.readsInput = number == 0;
        if (number > 0) {
            sources.layers.push_back(number - 1);
        }
    }
    if (!isRoute && section.name != "shortcut") {
        return sources;
    }
    const std::string_view name = isRoute ? "layers" : "from";
    const CfgKey *key = section.find(name);
    if (!key) {
        return missingKey(section, name);
    }
    for (const std::string_view item : split(key->value, ',')) {
        ASSIGN_OR_RETURN(const std::size_t layer, layerOf(item, number, *key));
        sources.layers.push_back(layer);
    }
    return sources;
}

bool isDarknetTrainingKey(std::string_view key)
{
    constexpr std::array<std::string_view, 37> keys{
        "absolute",    "angle",       "bias_match",     "class_scale",  "coord_scale",
        "distance",    "dontload",    "dontsave",       "exposure",     "flip",
        "flipped",     "forced",      "ignore_thresh",  "jitter",       "learning_rate",
        "log",         "map",         "mask_scale",     "max",          "max_boxes",
        "noloss",      "noobject",    "noobject_scale", "numload",      "object_scale",
        "onlyforward", "random",      "ratio",          "rescore",      "saturation",
        "shift",       "smooth",      "sqrt",           "stopbackward", "thresh",
        "truth",       "truth_thresh"};
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

} // namespace nervure

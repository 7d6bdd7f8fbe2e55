// SPDX-License-Identifier: Apache-2.0
#include "core/passes/target_traits.h"

#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nervure {

namespace {

using Json = nlohmann::json;

/// Whether a device has to be asked what it can do.
bool isAsked(const std::string &target)
{
    return !target.empty() && target != anyDevice && target != hostDevice;
}

} // namespace

Result<std::optional<DeviceTraits>> targetTraits(const std::string &target,
                                                 const TargetLookup &targets)
{
    if (target == hostDevice) {
        return std::optional<DeviceTraits>();
    }
    if (!isAsked(target)) {
        return std::optional<DeviceTraits>(DeviceTraits{});
    }
    if (!targets) {
        return makeError("device-none", "device {} cannot be asked here, expected {} or {}",
                         quoted(target), anyDevice, hostDevice);
    }
    ASSIGN_OR_RETURN(const DeviceTraits traits, targets(target));
    return std::optional<DeviceTraits>(traits);
}

std::set<std::string> namedTargets(std::span<const PassRequest> passes,
                                   const PassRegistry &registry)
{
    std::set<std::string> names;
    for (const PassRequest &request : passes) {
        const PassSpec *spec = registry.find(request.name);
        for (const auto &[name, value] : request.options) {
            const auto isSame = [name = &name](const PassOption &option) {
                return option.namesDevice && option.name == *name;
            };
            if (spec && isAsked(value)
                && std::any_of(spec->options.begin(), spec->options.end(), isSame)) {
                names.insert(value);
            }
        }
    }
    return names;
}

std::string traitsText(const DeviceTraits &traits)
{
    Json json{{"device_class", static_cast<int>(traits.deviceClass)},
              {"float64", traits.hasFloat64},
              {"float16", traits.hasFloat16},
              {"compute_units", traits.computeUnits},
              {"max_work_group", traits.maxWorkGroup},
              {"local_bytes", traits.localBytes},
              {"preferred_float_vector", traits.preferredFloatVector},
              {"direct_only", traits.directOnly},
              {"half_arithmetic", traits.halfArithmetic}};
    if (traits.tuning) {
        json["tuning"] = traits.tuning->winners;
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<DeviceTraits> parseTraits(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) {
        return makeError("device-traits", "what the device can do is no JSON object");
    }
    DeviceTraits traits;
    try {
        const int deviceClass = json.at("device_class").get<int>();
        if (deviceClass < 0 || deviceClass > static_cast<int>(DeviceClass::Unknown)) {
            return makeError("device-traits", "the device's class {} is unknown", deviceClass);
        }
        traits.deviceClass = static_cast<DeviceClass>(deviceClass);
        json.at("float64").get_to(traits.hasFloat64);
        json.at("float16").get_to(traits.hasFloat16);
        json.at("compute_units").get_to(traits.computeUnits);
        json.at("max_work_group").get_to(traits.maxWorkGroup);
        json.at("local_bytes").get_to(traits.localBytes);
        json.at("preferred_float_vector").get_to(traits.preferredFloatVector);
        json.at("direct_only").get_to(traits.directOnly);
        json.at("half_arithmetic").get_to(traits.halfArithmetic);
        if (json.contains("tuning")) {
            auto tuning = std::make_shared<KernelTuning>();
            json.at("tuning").get_to(tuning->winners);
            traits.tuning = std::move(tuning);
        }
    } catch (const Json::exception &) {
        return makeError("device-traits",
                         "what the device can do is not all there, expected every trait");
    }
    return traits;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/report_json.h"

#include "core/engine/json_members.h"
#include "core/engine/remote/remote_place.h"
#include "core/support/text.h"
#include "core/support/utc_time.h"

#include <cmath>

namespace nervure {

using Json = nlohmann::ordered_json;

namespace {

/// Integers of 64 bits are more than a double holds.
Json elementJson(const NamedTensor &output, std::int64_t i)
{
    const Tensor &tensor = output.tensor;
    const auto at = static_cast<std::size_t>(i);
    if (output.isTruth()) {
        return elementAsDouble(tensor.view(), i) != 0;
    }
    switch (tensor.type()) {
    case DType::Int64: return tensor.elements<std::int64_t>()[at];
    case DType::UInt64: return tensor.elements<std::uint64_t>()[at];
    default: return numberJson(elementAsDouble(tensor.view(), i));
    }
}

Json outputJson(const NamedTensor &output, const std::map<std::string, std::string> &files)
{
    const Tensor &tensor = output.tensor;
    Json json{
        {"name", output.name}, {"shape", shapeJson(tensor.shape())}, {"dtype", output.typeName()}};
    if (const auto it = files.find(output.name); it != files.end()) {
        json["file"] = it->second;
    } else if (tensor.count() <= maxInlineElements) {
        Json data = Json::array();
        for (std::int64_t i = 0; i < tensor.count(); ++i) {
            data.push_back(elementJson(output, i));
        }
        json["data"] = std::move(data);
    }
    return json;
}

/// Of a device of another machine; else empty.
std::string hostOf(const DeviceInfo &device)
{
    const auto place = parseRemotePlace(device.id);
    return place ? place->host : std::string();
}

} // namespace

Json numberJson(double value)
{
    return std::isfinite(value) ? Json(value) : Json(formatNumber(value));
}

Json sizesJson(const std::optional<Dimensions> &sizes)
{
    if (!sizes) {
        return nullptr;
    }
    Json json = Json::array();
    for (const Dimension &size : *sizes) {
        json.push_back(size.isNumber()    ? Json(*size.number())
                       : size.isUnknown() ? Json()
                                          : Json(size.text()));
    }
    return json;
}

Json wireJson(const std::optional<WireTimes> &wire)
{
    return wire ? Json{{"host", wire->host},
                       {"connect_ms", wire->connectMs},
                       {"transfer_ms", wire->transferMs},
                       {"sent_bytes", wire->sentBytes},
                       {"received_bytes", wire->receivedBytes}}
                : Json();
}

std::optional<WireTimes> wireFrom(const Json &json)
{
    if (!json.is_object()) {
        return std::nullopt;
    }
    const auto count = [&json](const char *name) {
        const Json &member = memberOf(json, name);
        return member.is_number_unsigned() ? member.get<std::uint64_t>() : 0;
    };
    return WireTimes{textOf(json, "host"), numberOf(json, "connect_ms", 0),
                     numberOf(json, "transfer_ms", 0), count("sent_bytes"),
                     count("received_bytes")};
}

std::string deviceTitle(const DeviceInfo &device)
{
    const std::string host = hostOf(device);
    return host.empty() ? device.name : device.name + " on " + host;
}

Json deviceJson(const DeviceInfo &device)
{
    Json json{{"id", device.id},
              {"platform", device.platform},
              {"platform_version", device.platformVersion},
              {"name", device.name},
              {"vendor", device.vendor},
              {"version", device.version},
              {"driver_version", device.driverVersion},
              {"type", device.type},
              {"compute_units", device.traits.computeUnits},
              {"clock_mhz", device.clockMhz},
              {"global_bytes", device.globalBytes},
              {"max_allocation_bytes", device.maxAllocationBytes},
              {"local_bytes", device.traits.localBytes},
              {"max_work_group", device.traits.maxWorkGroup},
              {"timer_resolution_ns", device.timerResolutionNs},
              {"tuned_choices", device.traits.tuning ? device.traits.tuning->winners.size() : 0},
              {"float16", device.traits.hasFloat16},
              {"float64", device.traits.hasFloat64}};
    if (const std::string host = hostOf(device); !host.empty()) {
        json["host"] = host;
    }
    return json;
}

DeviceInfo deviceFrom(const Json &json)
{
    DeviceInfo device;
    device.id = textOf(json, "id");
    device.platform = textOf(json, "platform");
    device.platformVersion = textOf(json, "platform_version");
    device.name = textOf(json, "name");
    device.vendor = textOf(json, "vendor");
    device.version = textOf(json, "version");
    device.driverVersion = textOf(json, "driver_version");
    device.type = textOf(json, "type");
    const auto count = [&json](const char *name) {
        const Json &member = memberOf(json, name);
        return member.is_number_unsigned() ? member.get<std::uint64_t>() : 0;
    };
    device.traits.computeUnits = static_cast<std::uint32_t>(count("compute_units"));
    device.traits.localBytes = count("local_bytes");
    device.traits.maxWorkGroup = count("max_work_group");
    device.traits.hasFloat16 = memberOf(json, "float16") == Json(true);
    device.traits.hasFloat64 = memberOf(json, "float64") == Json(true);
    device.clockMhz = static_cast<std::uint32_t>(count("clock_mhz"));
    device.globalBytes = count("global_bytes");
    device.maxAllocationBytes = count("max_allocation_bytes");
    device.timerResolutionNs = count("timer_resolution_ns");
    return device;
}

Json intervalJson(const std::optional<Interval> &interval)
{
    return interval ? Json({interval->low, interval->high}) : Json();
}

Json ceilingsJson(const DeviceCeilings &ceilings)
{
    Json levels = Json::array();
    for (const MemoryLevel &level : ceilings.levels) {
        levels.push_back({{"bytes", level.bytes},
                          {"read_gbs", level.readGbs},
                          {"write_gbs", level.writeGbs},
                          {"copy_gbs", level.copyGbs}});
    }
    const auto age = secondsSince(ceilings.measuredAt);
    return {
        {"copy_gbs", ceilings.copyGbs},
        {"multiply_add_gflops", ceilings.multiplyAddGflops},
        {"launch_ms", ceilings.launchMs},
        {"enqueue_ms", ceilings.enqueueMs},
        {"has_timer", ceilings.hasTimer},
        {"measured_at", ceilings.measuredAt},
        {"age_s", age ? Json(*age) : Json()},
        {"trusted", ceilings.isTrusted()},
        {"rounds",
         {{"multiply_add_gflops", ceilings.compute.rounds}, {"copy_gbs", ceilings.memory.rounds}}},
        {"spread",
         {{"multiply_add_gflops", ceilings.compute.spread()},
          {"copy_gbs", ceilings.memory.spread()}}},
        {"other_load", ceilings.otherLoad},
        {"levels", std::move(levels)}};
}

Json runJson(const RunReport &report, const std::map<std::string, std::string> &files)
{
    Json outputs = Json::array();
    for (const NamedTensor &output : report.outputs) {
        outputs.push_back(outputJson(output, files));
    }
    Json document{{"device", report.device.name},   {"device_info", deviceJson(report.device)},
                  {"pipeline", report.pipeline},    {"outputs", std::move(outputs)},
                  {"printed", report.printed},      {"wall_ms", report.wallMs},
                  {"prepare_ms", report.prepareMs}, {"process_peak_bytes", report.peakBytes},
                  {"invented", report.invented}};
    if (report.wire) {
        document["wire"] = wireJson(report.wire);
    }
    addOrigin(report.origin, document);
    return document;
}

} // namespace nervure

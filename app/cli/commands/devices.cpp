// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/model_options.h"
#include "app/cli/profile_text.h"
#include "app/cli/table.h"
#include "core/engine/device_catalog.h"
#include "core/engine/remote/remote_place.h"
#include "core/engine/report_json.h"
#include "core/engine/tuning/measure_device.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nervure {

namespace {

/// Measures the device anew, and says nothing of what cannot be measured.
Status measure(DeviceCatalog &catalog, const DeviceInfo &device, nlohmann::ordered_json &json,
               std::string &text)
{
    ASSIGN_OR_RETURN(const std::optional<DeviceCeilings> ceilings,
                     measureDevice(device.id, catalog, {}));
    if (ceilings) {
        json["ceilings"] = ceilingsJson(*ceilings);
        text += device.id + ": " + cli::ceilingsText(*ceilings) + '\n';
    }
    return {};
}

struct DevicesOptions {
    std::vector<std::string> machines;
    bool isMeasuring = false;
};

/// The devices of this machine, or of those that are named; a machine that does not answer is a finding.
Result<std::vector<DeviceInfo>> devicesOf(const DevicesOptions &options, DeviceCatalog &catalog,
                                          Diagnostics &diagnostics)
{
    if (options.machines.empty()) {
        return catalog.list(diagnostics);
    }
    std::vector<DeviceInfo> devices;
    for (const std::string &machine : options.machines) {
        ASSIGN_OR_RETURN(const RemotePlace place, parseRemotePlace(machine));
        const auto found = catalog.listRemote(place, {}, diagnostics);
        if (!found) {
            diagnostics.push_back(found.error());
            continue;
        }
        devices.insert(devices.end(), found->begin(), found->end());
    }
    return devices;
}

cli::ExitCode listAll(const DevicesOptions &options, cli::CommandContext &context)
{
    DeviceCatalog catalog;
    catalog.probeFirst();
    Diagnostics diagnostics;
    const auto devices = devicesOf(options, catalog, diagnostics);
    if (!devices) {
        return context.console.fail(cli::exitCodeOf(devices.error()), devices.error());
    }
    std::string measured;
    cli::Table table({{"device"},
                      {"name"},
                      {"platform"},
                      {"type"},
                      {"version"},
                      {"units", cli::Table::Align::Right}});
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const DeviceInfo &device : *devices) {
        table.add({device.id, device.name, device.platform, device.type, device.version,
                   std::to_string(device.traits.computeUnits)});
        nlohmann::ordered_json json = deviceJson(device);
        if (options.isMeasuring) {
            if (Status status = measure(catalog, device, json, measured); !status) {
                diagnostics.push_back(status.error());
            }
        }
        list.push_back(std::move(json));
    }
    context.console.document()["devices"] = std::move(list);
    for (const Diagnostic &diagnostic : diagnostics) {
        return context.console.fail(cli::ExitCode::DeviceFault, diagnostic);
    }
    context.console.print(table);
    context.console.print(measured);
    return cli::ExitCode::Done;
}

} // namespace

void registerDevices(cli::CommandRegistry &registry)
{
    registry.add(
        {"devices", "list what models can run on",
         [](CLI::App &app) -> cli::CommandRun {
             auto options = std::make_shared<DevicesOptions>();
             app.add_flag("--measure", options->isMeasuring,
                          "measure what each does at best: copies, multiply-adds, launches");
             cli::addRepeated(app, "--device", options->machines,
                              "ssh:HOST or ssh:HOST/NAME: list those of another machine",
                              "ssh:HOST");
             return [options](cli::CommandContext &context) { return listAll(*options, context); };
         },
         false, true});
}

} // namespace nervure

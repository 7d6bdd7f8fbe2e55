// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/profile_text.h"
#include "app/cli/table.h"
#include "core/engine/device_catalog.h"
#include "core/engine/report_json.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>

namespace nervure {

namespace {

/// Measures the device anew, and says nothing of what cannot be measured.
Status measure(DeviceCatalog &catalog, const DeviceInfo &device, nlohmann::ordered_json &json,
               std::string &text)
{
    ASSIGN_OR_RETURN(Backend * backend, catalog.open(device.id));
    ASSIGN_OR_RETURN(const std::optional<DeviceCeilings> ceilings, backend->ceilings(true));
    if (ceilings) {
        json["ceilings"] = ceilingsJson(*ceilings);
        text += device.id + ": " + cli::ceilingsText(*ceilings) + '\n';
    }
    return {};
}

cli::ExitCode listAll(bool isMeasuring, cli::CommandContext &context)
{
    DeviceCatalog catalog;
    catalog.probeFirst();
    Diagnostics diagnostics;
    std::string measured;
    cli::Table table({{"device"},
                      {"name"},
                      {"platform"},
                      {"type"},
                      {"version"},
                      {"units", cli::Table::Align::Right}});
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const DeviceInfo &device : catalog.list(diagnostics)) {
        table.add({device.id, device.name, device.platform, device.type, device.version,
                   std::to_string(device.traits.computeUnits)});
        nlohmann::ordered_json json = deviceJson(device);
        if (isMeasuring) {
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
    registry.add({"devices", "list what models can run on", [](CLI::App &app) -> cli::CommandRun {
                      auto isMeasuring = std::make_shared<bool>(false);
                      app.add_flag(
                          "--measure", *isMeasuring,
                          "measure what each does at best: copies, multiply-adds, launches");
                      return [isMeasuring](cli::CommandContext &context) {
                          return listAll(*isMeasuring, context);
                      };
                  }});
}

} // namespace nervure

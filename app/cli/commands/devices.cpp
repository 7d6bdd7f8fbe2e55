// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"
#include "app/cli/execution/device_catalog.h"
#include "app/cli/execution/report_json.h"
#include "app/cli/table.h"

#include <nlohmann/json.hpp>

namespace nervure {

namespace {

cli::ExitCode listAll(cli::CommandContext &context)
{
    const cli::DeviceCatalog catalog;
    Diagnostics diagnostics;
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
        list.push_back(cli::deviceJson(device));
    }
    context.console.document()["devices"] = std::move(list);
    for (const Diagnostic &diagnostic : diagnostics) {
        return context.console.fail(cli::ExitCode::DeviceFault, diagnostic);
    }
    context.console.print(table);
    return cli::ExitCode::Done;
}

} // namespace

void registerDevices(cli::CommandRegistry &registry)
{
    registry.add({"devices", "list what models can run on",
                  [](CLI::App &) -> cli::CommandRun { return listAll; }});
}

} // namespace nervure

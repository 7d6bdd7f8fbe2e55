// SPDX-License-Identifier: Apache-2.0
#include "core/engine/driver_probe.h"

#include "core/support/process.h"
#include "core/support/text.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

namespace nervure {

namespace {

constexpr const char *vendorsVariable = "OCL_ICD_VENDORS";
constexpr std::chrono::seconds longest{10};

/// Whether this program has the subcommand that the child is to run.
bool hasSubcommands()
{
    std::error_code error;
    const std::string name = std::filesystem::read_symlink(ownProgram, error).filename().string();
    return !error && (name == "nervure" || name == "nervure-cli");
}

/// How listing went wrong with these drivers; empty when it did not. No `vendors`: those installed.
std::string faultOf(const std::string &vendors)
{
    ProcessOptions options;
    options.argv = {ownProgram, "probe"};
    options.environment = {{probedVariable, "1"}};
    if (!vendors.empty()) {
        options.environment.emplace_back(vendorsVariable, vendors);
    }
    const Result<ProcessOutput> output = runProcess(options, {}, {longest});
    if (!output) {
        return output.error().code == "timeout"
                   ? fmt::format("does not answer within {} s", longest.count())
                   : std::string();
    }
    return output->status.signal != 0 ? "crashes (the process " + output->status.text() + ")"
                                      : std::string();
}

/// The files that tell the ICD loader where drivers are.
std::vector<std::string> vendorFiles()
{
    const char *set = std::getenv(vendorsVariable);
    const std::filesystem::path folder =
        set != nullptr && *set != '\0' ? set : "/etc/OpenCL/vendors";
    std::vector<std::string> files;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().extension() == ".icd") {
            files.push_back(it->path().string());
        }
    }
    std::sort(files.begin(), files.end());
    if (files.empty()) {
        files.push_back(folder.string());
    }
    return files;
}

} // namespace

Status probeDrivers()
{
    if (std::getenv(probedVariable) != nullptr || !hasSubcommands()) {
        return {};
    }
    const std::string fault = faultOf({});
    if (fault.empty()) {
        return {};
    }
    std::vector<std::string> guilty;
    const std::vector<std::string> files = vendorFiles();
    for (const std::string &file : files) {
        if (files.size() == 1 || !faultOf(file).empty()) {
            guilty.push_back(file);
        }
    }
    return makeError(
        "device-driver",
        "the OpenCL driver {} {} when its devices are listed, expected one that works: remove it, "
        "choose others by OCL_ICD_VENDORS, or use --device reference",
        (guilty.empty() ? "of this machine" : join(guilty, ", ")), fault);
}

} // namespace nervure

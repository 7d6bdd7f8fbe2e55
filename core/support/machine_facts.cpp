// SPDX-License-Identifier: Apache-2.0
#include "core/support/machine_facts.h"

#include "core/support/text.h"

#include <fstream>
#include <thread>

#include <sys/utsname.h>

namespace nervure {

namespace {

/// The first "model name" of proc(5)'s cpuinfo.
std::string processorName()
{
    constexpr int mostLines = 64; // of the first processor
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    for (int i = 0; i < mostLines && std::getline(file, line); ++i) {
        const std::size_t colon = line.find(':');
        if (colon != std::string::npos && trim(line.substr(0, colon)) == "model name") {
            return std::string(trim(line.substr(colon + 1)));
        }
    }
    return {};
}

} // namespace

MachineFacts thisMachine()
{
    MachineFacts machine;
    if (utsname system{}; uname(&system) == 0) {
        machine.host = system.nodename;
        machine.system = std::string(system.sysname) + ' ' + system.release;
        machine.processor = processorName();
        if (machine.processor.empty()) {
            machine.processor = system.machine;
        }
    }
    machine.threads = std::thread::hardware_concurrency();
    return machine;
}

} // namespace nervure

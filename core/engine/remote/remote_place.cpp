// SPDX-License-Identifier: Apache-2.0
#include "core/engine/remote/remote_place.h"

#include "core/support/text.h"

#include <algorithm>

namespace nervure {

namespace {

constexpr std::string_view scheme = "ssh:";

/// Whether `ssh` takes it for the name of a host, whatever shell stands between.
bool isHost(std::string_view host)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
               || std::string_view("._-@:%+[]").find(c) != std::string_view::npos;
    };
    return !host.empty() && host.front() != '-' && std::all_of(host.begin(), host.end(), isPlain);
}

} // namespace

std::string RemotePlace::machine() const
{
    return std::string(scheme) + host + (program.empty() ? "" : "=" + program);
}

bool isRemoteDevice(std::string_view device)
{
    return device.starts_with(scheme);
}

Result<RemotePlace> parseRemotePlace(std::string_view device)
{
    const std::string_view rest = device.substr(std::min(scheme.size(), device.size()));
    const std::size_t hostEnd = std::min(rest.find_first_of("=/"), rest.size());
    RemotePlace place;
    place.host = rest.substr(0, hostEnd);
    if (!isRemoteDevice(device) || !isHost(place.host)) {
        return makeError("usage",
                         "device {} names no machine, expected ssh:HOST/NAME with a host that ssh "
                         "knows and that does not begin with -",
                         quoted(device));
    }
    if (hostEnd == rest.size()) {
        return place;
    }
    // A path has slashes: what follows the last one is the device.
    const std::size_t slash = rest[hostEnd] == '/' ? hostEnd : rest.rfind('/');
    if (slash == std::string_view::npos || (rest[hostEnd] == '=' && slash <= hostEnd + 1)) {
        return makeError("usage",
                         "device {} names no program, expected ssh:HOST=PROGRAM/NAME, where NAME "
                         "may be empty",
                         quoted(device));
    }
    place.program = slash > hostEnd ? rest.substr(hostEnd + 1, slash - hostEnd - 1) : "";
    place.device = rest.substr(slash + 1);
    return place;
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/support/result.h"

#include <string>
#include <string_view>

namespace nervure {

/// A device of another machine, as people say it: "ssh:HOST/NAME", or "ssh:HOST=PROGRAM/NAME" where
/// nervure-cli is not in the PATH there.
struct RemotePlace {
    std::string host;    ///< as `ssh` takes it: a name of its configuration, "user@host"
    std::string program; ///< path of nervure-cli there; empty: it is in the PATH
    std::string device;  ///< as DeviceCatalog::open() takes it there; empty: the best there is

    /// "ssh:gpu1", "ssh:gpu1=/opt/nervure-cli": what its devices have in common.
    [[nodiscard]] std::string machine() const;
    /// The name of one of its devices, with the id that it has there.
    [[nodiscard]] std::string nameOf(const std::string &id) const { return machine() + '/' + id; }
};

/// Whether a name of a device says that it is another machine's.
[[nodiscard]] bool isRemoteDevice(std::string_view device);

/// Reads such a name. Fails with "usage" where it names no host, or one that `ssh` would take for an option.
[[nodiscard]] Result<RemotePlace> parseRemotePlace(std::string_view device);

} // namespace nervure

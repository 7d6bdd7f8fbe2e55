// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace nervure {

/// The machine that something was measured on, as far as the system tells; what it does not tell is empty.
struct MachineFacts {
    std::string host;
    std::string system;    ///< "Linux 6.1.0"
    std::string processor; ///< "AMD EPYC 7763 64-Core Processor"
    unsigned threads = 0;  ///< that it runs at once

    bool operator==(const MachineFacts &) const = default;
};

/// Of this one.
[[nodiscard]] MachineFacts thisMachine();

} // namespace nervure

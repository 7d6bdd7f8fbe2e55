// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace nervure {

/// What other programs do on this machine from the moment this is made.
class MachineLoad {
public:
    MachineLoad();

    /// The part (0 to 1) of all processors' time that others have had; nothing where the system does not
    /// tell, or before it has counted any time.
    [[nodiscard]] std::optional<double> ofOthers() const;

private:
    /// Processor time in ticks of the system's clock.
    struct Ticks {
        std::uint64_t all = 0;
        std::uint64_t busy = 0;
        std::uint64_t own = 0;
    };
    static std::optional<Ticks> now();

    std::optional<Ticks> m_start;
};

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/execution/profile/statistics.h"

#include <array>

namespace nervure {

/// A number of Statistics as documents of profiles name it.
struct StatisticsMember {
    const char *name;
    double Statistics::*value;
};
inline constexpr std::array statisticsMembers{StatisticsMember{"median", &Statistics::median},
                                              StatisticsMember{"min", &Statistics::min},
                                              StatisticsMember{"p95", &Statistics::p95},
                                              StatisticsMember{"max", &Statistics::max},
                                              StatisticsMember{"p90", &Statistics::p90},
                                              StatisticsMember{"p99", &Statistics::p99},
                                              StatisticsMember{"mean", &Statistics::mean},
                                              StatisticsMember{"deviation", &Statistics::deviation},
                                              StatisticsMember{"mad", &Statistics::mad}};

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/layout/diagram/palette.h"

#include <functional>
#include <optional>
#include <string>

namespace nervure {

/// How a card is colored beyond its category.
struct CardLook {
    Rgb fill;
    Rgb border;
    Rgb ink;
    std::string badge; ///< beside its title; may be empty
};

/// The look of a node's card; empty or nothing: the usual one.
using CardLooks = std::function<std::optional<CardLook>(NodeId)>;

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/actions/action_context.h"
#include "app/actions/actions.h"
#include "app/files/document_session.h"

/// The words that tables of actions are written in.
namespace nervure::action_tables {

using C = const ActionContext &;
using Menu = ActionMenu;

constexpr bool group = true; ///< a separator goes in front
constexpr bool sameGroup = false;

inline bool hasDocument(C c)
{
    return !c.session.document.isEmpty();
}

} // namespace nervure::action_tables

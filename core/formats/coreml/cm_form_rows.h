// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/coreml/cm_form.h"

#include <span>

namespace nervure::coreml {

/// A layer as the tables have it: LayerForm, its fields as a text.
struct FormRow {
    std::uint32_t number;
    std::string_view name;
    std::string_view fields{};
    std::size_t weightsBehind = 1;
};

/// Layers of specification versions 4 and 5, which take tensors of any rank.
[[nodiscard]] std::span<const FormRow> rankedForms();

} // namespace nervure::coreml

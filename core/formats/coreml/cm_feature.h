// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/coreml/cm_model.h"

namespace nervure::coreml {

/// A FeatureDescription. Fails with code "protobuf" or "coreml".
[[nodiscard]] Result<Feature> readFeature(std::string_view message, std::string_view file);

} // namespace nervure::coreml

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/keras/keras_config.h"

namespace nervure {

/// Reads a model of Keras 1, whose layers have other names and attributes: those that certainly compute what a later
/// one does become it, all others are called after their version, as operators that nobody knows.
void readAsKeras1(KerasModel &model);

} // namespace nervure

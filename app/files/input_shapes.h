// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nervure {

class GraphDocument;

/// Whether every input of the model has a shape, from its own attribute or from the person: then
/// shapes can be inferred without asking. A LightNet model says its sizes itself, and so do graphs of
/// TVM's runtime and others that bring the shapes of their values along.
[[nodiscard]] bool areInputShapesKnown(const GraphDocument &document);

} // namespace nervure

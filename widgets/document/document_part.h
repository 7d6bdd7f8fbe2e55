// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/document/document_content.h"

namespace nervure {

class GraphDocument;

/// A part of what a document shows (extractGraph()) as a model that is no file yet, with all that the document holds for
/// it: the file that it was read from, where values are and which it is written from, its parameters, and what is known
/// of its inputs. Of the graph that a pass made these are not known.
[[nodiscard]] DocumentContent contentOfPart(const GraphDocument &document, const Graph &part);

} // namespace nervure

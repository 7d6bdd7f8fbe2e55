// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/layout_request.h"
#include "core/layout/engine/layout_result.h"
#include "core/support/result.h"

#include <memory>

namespace nervure {

/// Graphviz's dot. One at a time in a process: the library keeps global state.
class DotLayout {
public:
    DotLayout();
    ~DotLayout();

    /// Boxes keep their sizes; lines end at the boxes' borders. Lines that got no route have no
    /// points.
    Result<LayoutResult> run(const LayoutRequest &request);

private:
    struct Context;
    std::unique_ptr<Context> m_context;
};

} // namespace nervure

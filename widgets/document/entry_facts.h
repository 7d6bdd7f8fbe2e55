// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/tensor_type.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace nervure {

/// What the analyses say about one value; members are unknown or empty until a pass provided them.
struct EntryFacts {
    Shape shape;
    DType dtype = DType::Unknown;
    QString shapeText;       ///< as people read it, with the names of dimensions; empty: unknown
    QString typeText;        ///< also of types that we do not compute with; empty: unknown
    bool isDeclared = false; ///< some of it is known only because the file declares it
    QString layout;          ///< "NCHW"; empty: none
    std::optional<std::int64_t> storageId;
    std::optional<std::int64_t> inplaceIndex;
    std::optional<std::int64_t> deviceIndex; ///< in graphs of TVM's runtime
};

} // namespace nervure

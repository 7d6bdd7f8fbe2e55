// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/attr_field.h"
#include "core/passes/option_values.h"
#include "core/support/text.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace nervure {

/// The rule of operators that have none: the first known type, outputs first, is everybody's.
inline void spreadFirstKnown(DTypes &in, DTypes &out)
{
    DType known = DType::Unknown;
    for (const DTypes *types : {&out, &in}) {
        for (const DType type : *types) {
            known = known == DType::Unknown ? type : known;
        }
    }
    if (known != DType::Unknown) {
        std::fill(in.begin(), in.end(), known);
        std::fill(out.begin(), out.end(), known);
    }
}

/// Element types, for inference_inputs.h and attribute_inference.h.
struct TypeTraits {
    using Value = DType;
    static constexpr EntryKey<DType> key = keys::dtype;
    static constexpr SnapshotKey<DTypes> inputsKey = keys::dtypeInputs;
    static constexpr Key<std::int64_t> unknownKey = keys::dtypeUnknown;
    static constexpr const char *what = "type";
    static constexpr const char *expected = "the number of an element type, 0 for float32";
    static constexpr const char *expectedHint = "NODE=float32";
    static constexpr const char *attrKeyOption = "dtype_attr_key";
    static constexpr const char *mxnetAttribute = "__dtype__";
    static constexpr const char *hintsOption = "dtype_hints";

    static DType unknown() { return DType::Unknown; }
    static std::string text(DType type) { return std::string(dtypeName(type)); }
    static std::string label(DType type) { return text(type); }
    static std::optional<DType> fromHint(std::string_view text)
    {
        return dtypeFromName(trim(text));
    }
    static bool isUnknown(DType type) { return type == DType::Unknown; }
    static std::optional<DType> fromText(std::string_view text)
    {
        const auto code = leadingInteger(text);
        return code ? dtypeFromCode(*code) : std::nullopt;
    }
    static DType declared(const ValueType &type, const DTypes &) { return toDType(type.element); }
    static Status infer(const IndexedNode &node, Semantics semantics, DTypes &in, DTypes &out)
    {
        if (node.spec && node.spec->inferType) {
            return node.spec->inferType(node.rule(semantics), in, out);
        }
        if (node.spec) {
            spreadFirstKnown(in, out);
        }
        return {};
    }
};

/// The type of a variable before inference in exact semantics: as the facts say; the default type unless
/// an attribute of its own decides.
[[nodiscard]] DType typeBeforeInference(const PassContext &context, const Node &variable);

/// Gives the default type to variables that neither the facts nor an attribute of their own decide.
void setDefaultTypes(const PassContext &context, DTypes &types);

} // namespace nervure

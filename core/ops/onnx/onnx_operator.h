// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_registry.h"
#include "core/graph/op/value_rules.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// How ONNX's operators are declared: one row a version, each saying only what differs from the one before.
namespace nervure::onnx {

/// One attribute: a kind, a default where there is one, and help in one phrase.
class Attribute {
public:
    enum class Kind : std::uint8_t {
        Integer,
        Flag, ///< 0 or 1
        Number,
        Text,
        Integers,
        Numbers,
        Texts,
        Opaque, ///< a tensor, graph or type, which is held as a text
    };

    Attribute(Kind kind, std::string name, std::optional<OnnxAttrs::Value> defaultValue,
              std::string help);

    /// Nothing works without it.
    [[nodiscard]] Attribute required() const;
    /// The texts that are legal.
    [[nodiscard]] Attribute oneOf(std::vector<std::string> choices) const;
    /// An empty text is legal, too, and the same as none.
    [[nodiscard]] Attribute orEmpty() const;
    /// Of another version, which says nothing where this one has a default.
    [[nodiscard]] Attribute withoutDefault() const;

    [[nodiscard]] const AttrDecl &decl() const { return m_decl; }
    [[nodiscard]] const std::optional<OnnxAttrs::Value> &defaultValue() const { return m_default; }

private:
    AttrDecl m_decl;
    std::optional<OnnxAttrs::Value> m_default;
};

/// Attributes without a default, but for those that take one.
[[nodiscard]] Attribute integer(std::string name, std::string help);
[[nodiscard]] Attribute integer(std::string name, std::int64_t defaultValue, std::string help);
[[nodiscard]] Attribute flag(std::string name, bool defaultValue, std::string help);
[[nodiscard]] Attribute number(std::string name, std::string help);
/// The default is the nearest 32-bit number, as the file's are.
[[nodiscard]] Attribute number(std::string name, float defaultValue, std::string help);
[[nodiscard]] Attribute text(std::string name, std::string help);
[[nodiscard]] Attribute text(std::string name, std::string defaultValue, std::string help);
[[nodiscard]] Attribute integers(std::string name, std::string help);
[[nodiscard]] Attribute integers(std::string name, std::vector<std::int64_t> defaultValue,
                                 std::string help);
[[nodiscard]] Attribute numbers(std::string name, std::string help);
[[nodiscard]] Attribute texts(std::string name, std::string help);
[[nodiscard]] Attribute opaque(std::string name, std::string help);
/// The number of an element type (TensorProto.DataType).
[[nodiscard]] Attribute elementType(std::string name, std::string help);
/// What the operators of the first set could be told: inputs that they may overwrite.
[[nodiscard]] Attribute consumedInputs();

/// A version of an operator: what differs from the version before it.
struct Version {
    std::uint16_t since = 1;
    /// "X:T W:T B:T? -> Y:T": names with type variables or types; "?" optional, "..." variadic (of one type),
    /// "...~" of any types, "...0" also none. Empty: as before.
    std::string_view signature{};
    /// "T = float bf16; I = i64", or "T += bf16" for what is new. Names of types: f16 f32 f64 bf16 i8 … u64
    /// bool str c64 c128 int4 uint4 int2 uint2 f4 e8m0 and the groups float, int, uint, number, any (numbers,
    /// bool, str and complex), f8, f6; seq(…), opt(…), optseq(…), map.
    std::string types{};
    std::optional<std::vector<Attribute>> attrs{}; ///< all of them; nothing: as before
    ValueRule infer{};                             ///< none: as before
    std::string_view change{};                     ///< what else is different, one phrase
    bool isDeprecated = false;
};

/// Declares all versions of one operator; `macs` counts its multiply-accumulates, none where it has none. A
/// text that does not read is a mistake of ours.
void add(OpRegistry &ops, OpCategory category, std::string_view name, std::string_view summary,
         const std::vector<Version> &versions, const OpSpec::MacsRule &macs = {});

/// Rows in which operators that only move elements take up the small types, set by set from `since` on: f8 in
/// 19, 4 bits in 21, f4 in 23, e8m0 in 24, 2 bits in 25. `variables` are widened alike: "T1 T2".
[[nodiscard]] std::vector<Version> withSmallTypes(std::vector<Version> versions,
                                                  std::string_view variables, int since);

} // namespace nervure::onnx

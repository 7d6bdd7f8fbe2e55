// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/graph.h"
#include "core/graph/op/attr_schema.h"
#include "core/graph/tensor_type.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nervure {

/// A tuple of integers ("(1, 2)", "[1, 2]"), e.g. kernel_size.
using IntTuple = SmallVector<std::int64_t, 4>;
using NumberTuple = std::vector<double>;
/// An integer or nothing ("None"), e.g. the axis of take.
using OptionalInteger = std::optional<std::int64_t>;
/// A number or nothing ("None"), e.g. MXNet's lstm_state_clip_min.
using OptionalNumber = std::optional<double>;
/// A tuple or nothing ("None"), e.g. the axis of MXNet's sum.
using OptionalTuple = std::optional<IntTuple>;
/// A tuple whose items may be missing ("(0, None)"), e.g. the begin of MXNet's slice.
using OptionalItems = std::vector<OptionalInteger>;
/// A tuple of such tuples ("((1, 1), (0, 2))"), e.g. pad_width.
using IntTuples = std::vector<IntTuple>;

/// How NNVM writes and reads attribute values (dmlc parameter text; nnvm/README.md and errors.json).
/// `parse` gives an error whose message says what was expected ("expected an integer").
struct NnvmAttrText {
    static Status parse(std::string_view text, std::int64_t &value);
    static Status parse(std::string_view text, int &value);
    static Status parse(std::string_view text, double &value);
    static Status parse(std::string_view text, float &value);
    static Status parse(std::string_view text, bool &value);
    static Status parse(std::string_view text, std::string &value);
    static Status parse(std::string_view text, IntTuple &value);
    static Status parse(std::string_view text, IntTuples &value);
    static Status parse(std::string_view text, NumberTuple &value);
    static Status parse(std::string_view text, OptionalInteger &value);
    static Status parse(std::string_view text, OptionalNumber &value);
    static Status parse(std::string_view text, OptionalTuple &value);
    static Status parse(std::string_view text, OptionalItems &value);
    static Status parse(std::string_view text, DType &value);
    static std::string print(std::int64_t value);
    static std::string print(int value);
    static std::string print(double value);
    static std::string print(float value);
    static std::string print(bool value);
    static std::string print(const std::string &value);
    static std::string print(const IntTuple &value);
    static std::string print(const IntTuples &value);
    static std::string print(const NumberTuple &value);
    static std::string print(const OptionalInteger &value);
    static std::string print(const OptionalNumber &value);
    static std::string print(const OptionalTuple &value);
    static std::string print(const OptionalItems &value);
    static std::string print(DType value);
};

/// The same for MXNet, which has NNVM's texts and a few more: a tuple may be "None", which is an empty
/// one, and bool is a type.
struct MXNetAttrText : NnvmAttrText {
    using NnvmAttrText::parse;
    static Status parse(std::string_view text, IntTuple &value);
    static Status parse(std::string_view text, DType &value);
};

/// The tuple or number that `text` starts with; what follows does not matter. That is how NNVM
/// reads the `shape` and `dtype` of a variable, which no operator declares.
[[nodiscard]] std::optional<IntTuple> leadingTuple(std::string_view text);
[[nodiscard]] std::optional<std::int64_t> leadingInteger(std::string_view text);

/// The same for LightNet parameters: JSON text (lightnet/README.md part 3: conversions, kinds).
struct LightNetAttrText {
    static Status parse(std::string_view json, std::int64_t &value);
    static Status parse(std::string_view json, int &value);
    static Status parse(std::string_view json, double &value);
    static Status parse(std::string_view json, float &value);
    static Status parse(std::string_view json, bool &value);
    static Status parse(std::string_view json, std::string &value);
    static Status parse(std::string_view json, IntTuple &value);
    static Status parse(std::string_view json, IntTuples &value);
    static Status parse(std::string_view json, NumberTuple &value);
    static Status parse(std::string_view json, OptionalInteger &value);
    static Status parse(std::string_view json, OptionalNumber &value);
    static Status parse(std::string_view json, OptionalTuple &value);
    static Status parse(std::string_view json, OptionalItems &value);
    static Status parse(std::string_view json, DType &value);
    static std::string print(std::int64_t value);
    static std::string print(int value);
    static std::string print(double value);
    static std::string print(float value);
    static std::string print(bool value);
    static std::string print(const std::string &value);
    static std::string print(const IntTuple &value);
    static std::string print(const IntTuples &value);
    static std::string print(const NumberTuple &value);
    static std::string print(const OptionalInteger &value);
    static std::string print(const OptionalNumber &value);
    static std::string print(const OptionalTuple &value);
    static std::string print(const OptionalItems &value);
    static std::string print(DType value);
};

/// How the values of one C++ type are read and written as an attribute of one dialect, with the type
/// erased: `value` points to one of that type.
struct FieldType {
    AttrKind kind = AttrKind::Text;
    /// Reads `text` and checks it against the limits of `decl`.
    Status (*parse)(std::string_view text, const AttrDecl &decl, void *value) = nullptr;
    std::string (*print)(const void *value) = nullptr;
};

/// Of the types that NnvmAttrText and LightNetAttrText know.
template <typename T>
[[nodiscard]] const FieldType &fieldType(Dialect dialect);

/// An operator's attributes with nothing set.
template <typename Attrs>
[[nodiscard]] const Attrs &defaultAttrs()
{
    static const Attrs defaults{};
    return defaults;
}

/// One field of an attribute struct, with its type erased; field() makes it.
class AttrField {
public:
    using TypeOf = const FieldType &(*)(Dialect dialect);

    /// `member` points to the field in `defaults`, a struct with the default values, which stays.
    AttrField(std::string name, const void *defaults, const void *member, TypeOf type,
              std::string help);

    AttrField &&required() &&;
    AttrField &&atLeast(double minimum) &&;
    AttrField &&atMost(double maximum) &&;
    /// Text fields only: the legal values.
    AttrField &&oneOf(std::vector<std::string> choices) &&;

    [[nodiscard]] const void *defaults() const { return m_defaults; }
    /// The declaration, with texts as the dialect has them.
    [[nodiscard]] AttrDecl decl(Dialect dialect) &&;

private:
    AttrDecl m_decl;
    const void *m_defaults;
    std::ptrdiff_t m_offset; ///< of the field in the struct, in bytes
    TypeOf m_type;
};

/// Declares one field of an attribute struct: name, member, help, then limits.
///     field("units", &DenseAttrs::units, "number of output features").required().atLeast(1)
/// Not required means: the default is the value the member is initialized with. A member of a base of
/// the struct needs the struct's name: field<ConvAttrs, int>("groups", &ConvAttrs::groups, …).
template <typename Attrs, typename T>
[[nodiscard]] AttrField field(std::string name, T Attrs::*member, std::string help)
{
    const Attrs &defaults = defaultAttrs<Attrs>();
    return {std::move(name), &defaults, &(defaults.*member), fieldType<T>, std::move(help)};
}

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/onnx_attrs.h"
#include "core/graph/value/value_type.h"
#include "core/support/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nervure {

/// Which types a value may have: sets of elements, a bit by ElementType, for each kind of value.
struct TypeSet {
    std::uint32_t tensors = 0;
    std::uint32_t sequences = 0;         ///< sequences of tensors
    std::uint32_t optionals = 0;         ///< optional tensors
    std::uint32_t optionalSequences = 0; ///< optional sequences of tensors
    bool maps = false;                   ///< maps, and sequences of them

    [[nodiscard]] static constexpr std::uint32_t bit(ElementType type)
    {
        return 1U << static_cast<unsigned>(type);
    }
    /// Also of types of which too little is known to say.
    [[nodiscard]] bool allows(const ValueType &type) const;
    /// "float16, float32 or float64".
    [[nodiscard]] std::string text() const;

    bool operator==(const TypeSet &) const = default;
};

/// An input or output as the operator declares it.
struct FormalValue {
    std::string name;
    std::string typeVariable; ///< "T": values with the same one have one type; empty: types is all
    TypeSet types;
    bool isOptional = false;
    bool isVariadic = false;   ///< the last one: any number from `least`
    bool isHomogeneous = true; ///< variadic values all have one type
    std::uint32_t least = 1;

    bool operator==(const FormalValue &) const = default;
};

/// The inputs and outputs of an operator.
struct ValueSignature {
    std::vector<FormalValue> inputs;
    std::vector<FormalValue> outputs;

    /// The declaration of the value at a place of the node's list; null: it has none.
    [[nodiscard]] const FormalValue *input(std::size_t place) const { return at(inputs, place); }
    [[nodiscard]] const FormalValue *output(std::size_t place) const { return at(outputs, place); }

    bool operator==(const ValueSignature &) const = default;

private:
    [[nodiscard]] static const FormalValue *at(const std::vector<FormalValue> &values,
                                               std::size_t place);
};

/// Infers the outputs of one of the node's bodies from its inputs.
using BodyRule =
    std::function<Result<std::vector<ValueType>>(std::size_t body, std::vector<ValueType> inputs)>;

/// One question to a rule: what it knows of a node, and what it finds out. The element types of outputs
/// that follow from the signature are filled in before the rule is asked.
struct ValueCall {
    const OnnxAttrs &attrs;
    std::uint16_t version = 0; ///< the declaration's
    std::vector<ValueType>
        inputs{};              ///< by place in the node's list; Unknown: left out, or not known
    std::vector<bool> given{}; ///< by place: the input is not left out
    std::vector<ValueType> outputs{};
    std::vector<std::string>
        bodies{}; ///< the attributes that hold the node's bodies, in their order
    BodyRule inferBody{};

    [[nodiscard]] bool has(std::size_t input) const { return input < given.size() && given[input]; }
    /// Unknown where there is none.
    [[nodiscard]] const ValueType &in(std::size_t input) const;
    [[nodiscard]] const std::optional<Dimensions> &shape(std::size_t input) const
    {
        return in(input).shape;
    }
    /// The elements of a tensor of whole numbers, where all that is known is known of each; null: not.
    [[nodiscard]] const std::vector<Dimension> *whole(std::size_t input) const;
    /// Numbers alone.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> numbers(std::size_t input) const;
    /// Does nothing where the node has no such output.
    void setShape(std::size_t output, std::optional<Dimensions> shape);
    void setElement(std::size_t output, ElementType element);
    void setType(std::size_t output, ValueType type);
};

/// Fails with a message about a contradiction, without the node's name.
using ValueRule = std::function<Status(ValueCall &)>;

/// The rules by which values follow from each other at an operator whose dimensions may have names (ONNX).
struct ValueRules {
    ValueSignature signature;
    ValueRule infer;    ///< null: only types follow, from the signature
    std::string change; ///< beside attributes and types, what is different from the version before
    bool isDeprecated = false; ///< from this version on models must not use it
    /// The first version from which it has but gained types and optional attributes; 0: not known.
    std::uint16_t meaningSince = 0;
};

/// Infers a node's outputs by signature and rule. Fails with a message, without the node's name, that names
/// the input that is missing, or the value that is of a wrong type.
[[nodiscard]] Status inferValues(const ValueRules &rules, ValueCall &call);

} // namespace nervure

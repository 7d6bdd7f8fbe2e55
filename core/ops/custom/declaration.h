// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/op/op_spec.h"
#include "core/ops/custom/expression.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nervure::custom {

/// An expression with its text, for messages.
struct Formula {
    std::string text;
    Expression expression;

    /// Fails with `what` it is, the fault and where it is in the text.
    [[nodiscard]] Result<Value> evaluate(const Facts &facts, std::string_view what) const;
};

/// A text in which expressions stand in braces: "expected {units} rows".
struct Pattern {
    std::vector<std::variant<std::string, Formula>> parts;

    [[nodiscard]] Result<std::string> fill(const Facts &facts, std::string_view what) const;
};
/// `{{` is a brace. Fails with Location::column.
[[nodiscard]] Result<Pattern> parsePattern(std::string_view text, const Names &names);

/// An input or output.
struct DeclaredValue {
    std::string name;
    bool isParameter = false;
    bool isOptional = false; ///< an input that a node may leave out
    bool isVariadic = false; ///< the last input: any number of values
    std::optional<Formula>
        when; ///< an input: it is there where this holds, which goes by attributes alone
    std::optional<Formula> shape;
    std::optional<Formula> type;
};

/// What must hold, and what is said where it does not.
struct Requirement {
    Formula condition;
    Pattern message;
};

/// What a node of a lowering reads: all values of one of the operator's inputs, or an output of a node
/// before.
struct Source {
    std::optional<std::size_t> input;
    std::size_t node = 0;
    std::uint32_t output = 0;
};

struct LoweringNode {
    std::string name;
    const OpSpec *op = nullptr; ///< of NNVM's dialect or ours
    std::vector<Source> inputs;
    std::vector<std::pair<std::string, Pattern>> attrs;
};

/// A graph of known operators that computes the same.
struct LoweringGraph {
    std::optional<Formula> when; ///< it does so where this holds
    std::vector<LoweringNode> nodes;
    std::vector<Source> outputs;
};

/// An operator as a file declares it.
struct Declaration {
    std::string file;
    Dialect dialect = Dialect::Nnvm;
    std::string name;
    std::string summary;
    OpCategory category = OpCategory::Other;
    std::vector<AttrDecl> attributes; ///< they parse into OnnxAttrs
    OnnxAttrs defaults;
    std::vector<DeclaredValue> inputs;
    std::vector<DeclaredValue> outputs;
    std::vector<Requirement> requirements;
    std::optional<Formula> macs;
    std::vector<std::pair<std::size_t, std::size_t>> inplace; ///< input, output
    std::vector<LoweringGraph> lowerings;                     ///< the first that fits is taken
};

/// What an expression of the operator's attributes, inputs and (for costs) outputs may name.
[[nodiscard]] Names namesOf(const Declaration &operation, bool withOutputs = false);
[[nodiscard]] Names attributeNamesOf(const Declaration &operation);

/// The places in a node's list of inputs that a declared input has: none, one, or several.
struct Places {
    std::size_t first = 0;
    std::size_t count = 0;
};
/// By declared input, for a node with so many inputs. Fails where they are too few or too many.
[[nodiscard]] Result<std::vector<Places>> placesOf(const Declaration &operation,
                                                   const OnnxAttrs &attrs, std::size_t inputs);

/// The declared operator: its rules, and what passes make of it.
[[nodiscard]] OpSpec specOf(std::shared_ptr<const Declaration> operation);

} // namespace nervure::custom

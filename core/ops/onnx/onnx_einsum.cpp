// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_operator.h"
#include "core/ops/onnx/onnx_shapes.h"
#include "core/support/text.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

namespace nervure {

namespace {

using namespace onnx;

constexpr std::string_view ellipsis = "...";
constexpr char manyMark = '.'; ///< of a term: the dimensions that an ellipsis stands for

/// One operand's dimensions: a letter each, and at most one mark for many of them.
using Term = std::string;

struct Equation {
    std::vector<Term> operands;
    std::optional<Term> result; ///< nothing: letters that stand once, in order
};

Result<Term> readTerm(std::string_view text)
{
    Term term;
    while (!text.empty()) {
        const auto letter = static_cast<unsigned char>(text.front());
        if (text.starts_with(ellipsis) && term.find(manyMark) == Term::npos) {
            term += manyMark;
            text.remove_prefix(ellipsis.size());
        } else if (letter < 128 && std::isalpha(letter) != 0) {
            term += text.front();
            text.remove_prefix(1);
        } else {
            return makeError("infer-shape", "equation has '{}', expected letters and one ellipsis",
                             text);
        }
    }
    return term;
}

Result<Equation> readEquation(std::string_view text)
{
    std::string compact(text);
    std::erase(compact, ' ');
    const std::size_t arrow = compact.find("->");
    Equation equation;
    for (const std::string_view part : split(std::string_view(compact).substr(0, arrow), ',')) {
        ASSIGN_OR_RETURN(Term term, readTerm(part));
        equation.operands.push_back(std::move(term));
    }
    if (arrow != std::string::npos) {
        ASSIGN_OR_RETURN(equation.result, readTerm(std::string_view(compact).substr(arrow + 2)));
    }
    return equation;
}

/// Letters that stand once in all operands, in the order of their codes, behind what ellipses stand for.
Term impliedResult(const Equation &equation)
{
    std::map<char, int> counts;
    for (const Term &term : equation.operands) {
        for (const char letter : term) {
            ++counts[letter];
        }
    }
    Term result = counts.contains(manyMark) ? Term(1, manyMark) : Term();
    for (const auto &[letter, count] : counts) {
        if (letter != manyMark && count == 1) {
            result += letter;
        }
    }
    return result;
}

/// What is known of each letter's size, and of the sizes that ellipses stand for.
class LetterSizes {
public:
    Status addOperand(const Term &term, const MaybeShape &shape, std::size_t operand)
    {
        const std::size_t many = term.find(manyMark);
        const bool hasMany = many != Term::npos;
        const std::size_t letters = term.size() - (hasMany ? 1 : 0);
        if (!shape) {
            return addUnknown(term);
        }
        if (hasMany ? shape->size() < letters : shape->size() != letters) {
            return makeError("infer-shape", "operand {} has {} dimensions, its term has {} letters",
                             operand, shape->size(), letters);
        }
        auto size = shape->begin();
        for (const char letter : term) {
            if (letter == manyMark) {
                const auto count = static_cast<std::ptrdiff_t>(shape->size() - letters);
                RETURN_IF_FAILED(addMany(Dimensions(size, size + count)));
                size += count;
            } else {
                RETURN_IF_FAILED(add(letter, *size++));
            }
        }
        return {};
    }

    Result<MaybeShape> shapeOf(const Term &result) const
    {
        Dimensions shape;
        for (const char letter : result) {
            if (letter == manyMark) {
                if (!m_many) {
                    return MaybeShape();
                }
                shape.insert(shape.end(), m_many->begin(), m_many->end());
                continue;
            }
            const auto size = m_sizes.find(letter);
            if (size == m_sizes.end() || std::count(result.begin(), result.end(), letter) > 1) {
                return makeError("infer-shape",
                                 "equation has '{}' in its result, expected each letter of the "
                                 "operands at most once",
                                 letter);
            }
            shape.push_back(size->second);
        }
        return MaybeShape(std::move(shape));
    }

    /// Operands of unknown rank may have other sizes where an ellipsis stands for a size of 1.
    void widenMany()
    {
        if (m_many && m_hasUnknownMany) {
            for (Dimension &size : *m_many) {
                const bool stays = size.isNumber() && !size.is(1);
                size = stays ? size : Dimension();
            }
        }
    }

private:
    Status add(char letter, const Dimension &size)
    {
        const auto [known, isNew] = m_sizes.emplace(letter, size);
        if (isNew) {
            return {};
        }
        const auto both = broadcast(known->second, size);
        if (!both) {
            return makeError("infer-shape", "letter '{}' stands for sizes {} and {}", letter,
                             known->second.text(), size.text());
        }
        known->second = *both;
        return {};
    }

    Status addMany(const Dimensions &sizes)
    {
        ASSIGN_OR_RETURN(m_many, broadcast(m_many ? m_many : Dimensions(), MaybeShape(sizes)));
        return {};
    }

    Status addUnknown(const Term &term)
    {
        for (const char letter : term) {
            if (letter == manyMark) {
                m_hasUnknownMany = true;
            } else {
                RETURN_IF_FAILED(add(letter, Dimension()));
            }
        }
        return {};
    }

    std::map<char, Dimension> m_sizes;
    MaybeShape m_many; ///< nothing: no operand tells how many
    bool m_hasUnknownMany = false;
};

Status einsum(ValueCall &call)
{
    ASSIGN_OR_RETURN(const Equation equation, readEquation(call.attrs.text("equation")));
    if (equation.operands.size() != call.inputs.size()) {
        return makeError("infer-shape", "equation has {} operands, expected {} as inputs are",
                         equation.operands.size(), call.inputs.size());
    }
    LetterSizes sizes;
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        RETURN_IF_FAILED(sizes.addOperand(equation.operands[i], call.shape(i), i));
    }
    sizes.widenMany();
    const Term result = equation.result ? *equation.result : impliedResult(equation);
    ASSIGN_OR_RETURN(MaybeShape shape, sizes.shapeOf(result));
    call.setShape(0, std::move(shape));
    return {};
}

} // namespace

void registerOnnxEinsum(OpRegistry &ops)
{
    add(ops, OpCategory::Convolution, "Einsum",
        "sum of products of elements, as Einstein's convention writes it",
        {{12, "Inputs:T... -> Output:T", "T = number",
          std::vector{text("equation",
                           "a letter for each dimension of each operand and of the result, such "
                           "as \"ij,jk->ik\"")
                          .required()},
          einsum},
         {28, {}, "T += bf16"}});
}

} // namespace nervure

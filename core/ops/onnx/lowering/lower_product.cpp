// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/lowering/onnx_lowering.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace nervure::onnx {

namespace {

Lowered matMul(const OnnxLowering &op)
{
    return std::vector{op.matmul(op.in(0), op.in(1))};
}

/// Whole numbers less their zero points, in four bytes.
Operand centered(const OnnxLowering &op, std::size_t data, std::size_t zeroPoint, std::size_t along)
{
    const Operand x = op.cast(op.in(data), DType::Int32);
    if (!op.has(zeroPoint)) {
        return x;
    }
    Operand zero = op.cast(op.in(zeroPoint), DType::Int32);
    if (zero.rank() == 1 && zero.dims[0] > 1) {
        Shape dims(x.rank(), 1);
        dims[along] = zero.dims[0];
        zero = op.reshape(zero, dims);
    }
    return op.binary("sub", x, zero.count() == 1 ? op.reshape(zero, Shape::scalar()) : zero);
}

Lowered matMulInteger(const OnnxLowering &op)
{
    const std::size_t rows = op.in(0).rank() < 2 ? 0 : op.in(0).rank() - 2;
    return std::vector{
        op.matmul(centered(op, 0, 2, rows), centered(op, 1, 3, op.in(1).rank() - 1))};
}

/// alpha * A' * B' + beta * C, as a fully connected layer.
Lowered gemm(const OnnxLowering &op)
{
    const Operand a = op.attrs().integer("transA") != 0 ? op.transposeLast(op.in(0)) : op.in(0);
    const Operand weight =
        op.attrs().integer("transB") != 0 ? op.in(1) : op.transposeLast(op.in(1));
    const double alpha = op.attrs().number("alpha", 1);
    const double beta = op.attrs().number("beta", 1);
    const Shape dims{a.dims[0], weight.dims[0]};
    const bool hasBias = op.has(2) && alpha == 1 && beta == 1 && op.in(2).rank() == 1
                         && op.in(2).dims[0] == dims[1] && isFloat(a.type);
    std::vector<Operand> operands{a, weight};
    if (hasBias) {
        operands.push_back(op.in(2));
    }
    Operand result =
        op.make("dense", operands,
                attrsOf({{"units", std::to_string(dims[1])}, {"use_bias", attrText(hasBias)}}),
                dims, a.type);
    if (alpha != 1) {
        result = op.scalar("mul", result, alpha);
    }
    if (op.has(2) && !hasBias && beta != 0) {
        const Operand added = beta == 1 ? op.in(2) : op.scalar("mul", op.in(2), beta);
        result = op.binary("add", result, added);
    }
    return op.result(result);
}

/// The letters of an operand of an einsum, "..." as letters that nobody writes.
using Letters = std::string;

/// An operand of an einsum and the letters of its dimensions.
struct Term {
    Operand value;
    Letters letters;
};

/// Letters for what "..." stands for, the last dimension first: they are the same in all operands.
Letters withoutEllipsis(std::string_view text, std::size_t rank)
{
    Letters letters;
    const std::string spaceless = [&] {
        std::string kept;
        std::copy_if(text.begin(), text.end(), std::back_inserter(kept),
                     [](char c) { return c != ' '; });
        return kept;
    }();
    const std::size_t dots = spaceless.find("...");
    if (dots == std::string::npos) {
        return spaceless;
    }
    const std::size_t hidden = rank - std::min(rank, spaceless.size() - 3);
    letters = spaceless.substr(0, dots);
    for (std::size_t i = hidden; i-- > 0;) {
        letters += static_cast<char>('0' + i);
    }
    return letters + spaceless.substr(dots + 3);
}

/// Letters that stand twice are a diagonal: what is off it becomes 0, and the sum over one of them is it.
Term withoutDiagonals(const OnnxLowering &op, Term term)
{
    for (std::size_t i = 0; i < term.letters.size(); ++i) {
        const std::size_t j = term.letters.find(term.letters[i], i + 1);
        if (j == std::string::npos) {
            continue;
        }
        const auto along = [&](std::size_t axis) {
            Shape dims(term.value.rank(), 1);
            dims[axis] = term.value.dims[axis];
            return op.reshape(op.arange(0, 1, dims[axis], DType::Int32), dims);
        };
        const Operand kept = op.where(op.compare("equal", along(i), along(j)), term.value,
                                      op.full(0, Shape::scalar(), term.value.type));
        term.value = op.reduce("sum", kept, {static_cast<std::int64_t>(j)}, false);
        term.letters.erase(j, 1);
        --i;
    }
    return term;
}

/// Summed over the letters that are not among those wanted.
Term summed(const OnnxLowering &op, Term term, const Letters &wanted)
{
    Numbers axes;
    Letters kept;
    for (std::size_t i = 0; i < term.letters.size(); ++i) {
        if (wanted.find(term.letters[i]) == std::string::npos) {
            axes.push_back(static_cast<std::int64_t>(i));
        } else {
            kept += term.letters[i];
        }
    }
    return {op.reduce("sum", term.value, axes, false), kept};
}

Operand ordered(const OnnxLowering &op, const Term &term, const Letters &order)
{
    Numbers axes;
    for (const char letter : order) {
        axes.push_back(static_cast<std::int64_t>(term.letters.find(letter)));
    }
    return op.transpose(term.value, axes);
}

Shape sizesOf(const Term &term, const Letters &letters)
{
    Shape dims = Shape::scalar();
    for (const char letter : letters) {
        dims.push_back(term.value.dims[term.letters.find(letter)]);
    }
    return dims;
}

/// Two operands as products of matrices: letters of both stay batches where somebody wants them, else they are
/// what is summed over.
Term multiplied(const OnnxLowering &op, const Term &a, const Term &b, const Letters &wanted)
{
    Letters batch;
    Letters inner;
    Letters left;
    for (const char letter : a.letters) {
        const bool isShared = b.letters.find(letter) != std::string::npos;
        const bool isWanted = wanted.find(letter) != std::string::npos;
        (!isShared ? left : isWanted ? batch : inner) += letter;
    }
    Letters right;
    std::copy_if(b.letters.begin(), b.letters.end(), std::back_inserter(right),
                 [&](char letter) { return a.letters.find(letter) == std::string::npos; });
    const auto count = [](const Shape &dims) { return productOf(dims, 0, dims.size()); };
    const std::int64_t batches = count(sizesOf(a, batch));
    const std::int64_t depth = count(sizesOf(a, inner));
    const Operand rows =
        op.reshape(ordered(op, a, batch + left + inner), {batches, count(sizesOf(a, left)), depth});
    const Operand columns = op.reshape(ordered(op, b, batch + inner + right),
                                       {batches, depth, count(sizesOf(b, right))});
    Shape dims = sizesOf(a, batch + left);
    const Shape last = sizesOf(b, right);
    dims.insert(dims.end(), last.begin(), last.end());
    return {op.reshape(op.matmul(rows, columns), dims), batch + left + right};
}

/// Without an arrow: the letters that stand once, in the order of the alphabet, after "...".
Letters impliedLetters(const std::vector<Term> &terms)
{
    std::map<char, int> counts;
    for (const Term &term : terms) {
        for (const char letter : term.letters) {
            ++counts[letter];
        }
    }
    Letters hidden;
    Letters once;
    for (const auto &[letter, count] : counts) {
        if (letter >= '0' && letter <= '9') {
            hidden.insert(hidden.begin(), letter);
        } else if (count == 1) {
            once += letter;
        }
    }
    return hidden + once;
}

Lowered einsum(const OnnxLowering &op)
{
    const std::string_view equation = op.attrs().text("equation");
    const std::size_t arrow = equation.find("->");
    const std::vector<std::string_view> texts = nervure::split(equation.substr(0, arrow), ',');
    std::vector<Term> terms;
    for (std::size_t i = 0; i < texts.size() && i < op.inputCount(); ++i) {
        const Operand &value = op.in(i);
        terms.push_back({value, withoutEllipsis(texts[i], value.rank())});
        if (terms.back().letters.size() != value.rank()) {
            return makeError("not-supported", "equation {} does not fit its operands",
                             quoted(equation));
        }
    }
    const Letters result = arrow == std::string_view::npos
                               ? impliedLetters(terms)
                               : withoutEllipsis(equation.substr(arrow + 2), op.outDims().size());
    for (Term &term : terms) {
        term = withoutDiagonals(op, std::move(term));
    }
    Term product = terms.front();
    for (std::size_t i = 1; i < terms.size(); ++i) {
        Letters later = result;
        for (std::size_t j = i + 1; j < terms.size(); ++j) {
            later += terms[j].letters;
        }
        const Term left = summed(op, product, later + terms[i].letters);
        const Term right = summed(op, terms[i], later + product.letters);
        product = multiplied(op, left, right, later);
    }
    return std::vector{ordered(op, summed(op, product, result), result)};
}

Lowered determinant(const OnnxLowering &op)
{
    const Operand &x = op.in(0);
    const std::int64_t matrices = productOf(x.dims, 0, x.rank() - 2);
    const Operand rows = op.reshape(x, {matrices, x.dims[x.rank() - 2], x.dims.back()});
    const Operand result = op.make("determinant", {rows}, {}, {matrices}, x.type);
    return std::vector{op.reshape(result, op.outDims())};
}

} // namespace

std::span<const LoweringRule> productRules()
{
    static constexpr std::array rules{
        LoweringRule{"MatMul", matMul},   LoweringRule{"MatMulInteger", matMulInteger},
        LoweringRule{"Gemm", gemm},       LoweringRule{"Einsum", einsum},
        LoweringRule{"Det", determinant},
    };
    return rules;
}

} // namespace nervure::onnx

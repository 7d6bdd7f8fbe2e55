// SPDX-License-Identifier: Apache-2.0
#include "core/ops/keras/keras_operation.h"

#include "core/support/text.h"

#include <algorithm>
#include <string_view>

namespace nervure::keras {

namespace {

/// Reads nested tuples of numbers.
class ConstantReader {
public:
    explicit ConstantReader(std::string_view text) : m_text(text) {}

    Result<KerasConstant> read()
    {
        if (!value(0) || !trim(m_text.substr(m_at)).empty()) {
            return makeError("attr-invalid", "found {}, expected a number or an array of numbers",
                             quoted(std::string(m_text.substr(0, 64))));
        }
        return std::move(m_constant);
    }

private:
    static constexpr std::size_t deepest = 16;

    bool value(std::size_t depth)
    {
        skipBlanks();
        if (m_at == m_text.size() || depth > deepest) {
            return false;
        }
        return m_text[m_at] == '(' ? tuple(depth) : number(depth);
    }

    bool tuple(std::size_t depth)
    {
        std::int64_t count = 0;
        for (++m_at; !isNext(')'); ++count) {
            if (!value(depth + 1) || (!isNext(',') && !isAt(')'))) {
                return false;
            }
        }
        Shape &shape = m_constant.shape;
        while (shape.size() <= depth) {
            shape.push_back(unknownSize);
        }
        shape[depth] = isUnknownSize(shape[depth]) ? count : shape[depth];
        return shape[depth] == count; // all tuples of a depth are equally long
    }

    /// All numbers are equally deep.
    bool number(std::size_t depth)
    {
        const std::size_t end = std::min(m_text.find_first_of(",)", m_at), m_text.size());
        const std::string_view word = trim(m_text.substr(m_at, end - m_at));
        const auto given = word == "True"    ? std::optional(1.0)
                           : word == "False" ? std::optional(0.0)
                                             : parseNumber(word);
        if (!given || (m_depth && *m_depth != depth)) {
            return false;
        }
        m_depth = depth;
        m_at = end;
        m_constant.elements.push_back(*given);
        m_constant.isWhole =
            m_constant.isWhole && word.find_first_of(".eEnN") == std::string_view::npos;
        return true;
    }

    void skipBlanks()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ') {
            ++m_at;
        }
    }
    bool isAt(char c)
    {
        skipBlanks();
        return m_at < m_text.size() && m_text[m_at] == c;
    }
    /// The text's end counts: it is found out later.
    bool isNext(char c)
    {
        const bool is = isAt(c);
        m_at += is ? 1 : 0;
        return is || m_at == m_text.size();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::optional<std::size_t> m_depth;
    KerasConstant m_constant;
};

/// As NumPy does, from the last dimension on.
bool broadcastInto(Shape &result, Shape shape)
{
    while (shape.size() < result.size()) {
        shape.insert(shape.begin(), 1);
    }
    while (result.size() < shape.size()) {
        result.insert(result.begin(), 1);
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (!broadcastSize(result[i], shape[i])) {
            return false;
        }
    }
    return true;
}

} // namespace

Result<KerasConstant> kerasConstant(const std::string &text)
{
    return ConstantReader(text).read();
}

Result<Shape> KerasOperands::shape(const Shapes &in) const
{
    Shape result = Shape::scalar();
    std::size_t tensor = 0;
    for (const std::string &text : m_texts) {
        Shape shape;
        if (text.empty()) {
            if (tensor == in.size() || !in[tensor].hasRank()) {
                return Shape();
            }
            shape = in[tensor++];
        } else {
            ASSIGN_OR_RETURN(const KerasConstant constant, kerasConstant(text));
            shape = constant.shape;
        }
        if (!broadcastInto(result, shape)) {
            return makeError("infer-shape", "{} and {} do not fit each other", shapeText(result),
                             shapeText(shape));
        }
    }
    return result;
}

Result<DType> KerasOperands::type(const DTypes &in) const
{
    DType result = DType::Unknown;
    for (const DType type : in) {
        if (type == DType::Unknown) {
            return type;
        }
        const bool isWider = result == DType::Unknown || (isFloat(type) && !isFloat(result));
        result = isWider ? type : result;
    }
    for (const std::string &text : m_texts) {
        if (!text.empty() && !isFloat(result)) {
            ASSIGN_OR_RETURN(const KerasConstant constant, kerasConstant(text));
            result = constant.isWhole ? result : DType::Float32;
        }
    }
    return result;
}

Result<Entry> KerasOperands::lowered(const Lowering &op, std::size_t operand, DType type) const
{
    if (!m_texts[operand].empty()) {
        ASSIGN_OR_RETURN(const KerasConstant constant, kerasConstant(m_texts[operand]));
        return op.constant(constant.elements, constant.shape.isScalar() ? Shape{1} : constant.shape,
                           type);
    }
    const std::size_t tensor = inputOf(operand);
    return op.cast(op.in(tensor), op.type(tensor), type);
}

std::size_t KerasOperands::inputOf(std::size_t operand) const
{
    return static_cast<std::size_t>(
        std::count_if(m_texts.begin(), m_texts.begin() + static_cast<std::ptrdiff_t>(operand),
                      [](const std::string &text) { return text.empty(); }));
}

Result<Entry> KerasOperands::widened(const Lowering &op, std::size_t operand, DType type) const
{
    if (const auto single = number(operand)) {
        return op.full(*single, op.outShape(), type);
    }
    Shape shape;
    if (m_texts[operand].empty()) {
        shape = op.shape(inputOf(operand));
    } else {
        ASSIGN_OR_RETURN(const KerasConstant constant, kerasConstant(m_texts[operand]));
        shape = constant.shape;
    }
    ASSIGN_OR_RETURN(const Entry entry, lowered(op, operand, type));
    if (shape == op.outShape()) {
        return entry;
    }
    shape.insert(shape.begin(), op.outShape().size() - shape.size(), 1);
    return op.make("broadcast_to", {op.reshape(entry, shape)},
                   attrsOf({{"shape", attrText(op.outShape())}}));
}

std::optional<double> KerasOperands::number(std::size_t operand) const
{
    return m_texts[operand].empty() ? std::nullopt : parseNumber(m_texts[operand]);
}

std::vector<std::string> KerasOperands::names(const std::vector<std::string> &all) const
{
    std::vector<std::string> tensors;
    for (std::size_t i = 0; i < m_texts.size(); ++i) {
        if (m_texts[i].empty()) {
            tensors.push_back(all[i]);
        }
    }
    return tensors;
}

Result<std::vector<std::size_t>> operationAxes(const std::string &text, const Shape &shape)
{
    std::vector<std::size_t> axes;
    for (const std::int64_t number : kerasIntegers(text)) {
        ASSIGN_OR_RETURN(const std::size_t axis, dimensionAt(number, shape));
        axes.push_back(axis);
    }
    if (axes.empty()) {
        return makeError("infer-shape", "axis is {}, expected dimensions", quoted(text));
    }
    std::sort(axes.begin(), axes.end());
    if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) {
        return makeError("infer-shape", "axis is {}, expected each dimension once", quoted(text));
    }
    return axes;
}

Result<Entry> causalMask(const Lowering &op, std::int64_t queries, std::int64_t keys)
{
    constexpr std::int64_t most = 1 << 22;
    constexpr double unseen = -1e9; // as Keras has it
    if (keys > 0 && queries > most / keys) {
        return makeError("not-supported", "a causal mask of {} by {}, expected at most {} elements",
                         queries, keys, most);
    }
    std::vector<double> elements;
    for (std::int64_t i = 0; i < queries; ++i) {
        for (std::int64_t j = 0; j < keys; ++j) {
            elements.push_back(j > i ? unseen : 0);
        }
    }
    return op.constant(elements, {1, queries, keys}, op.type(0));
}

} // namespace nervure::keras

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/coreml/cm_layer.h"

#include "core/formats/coreml/cm_fields.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace nervure::coreml {

namespace {

/// Lists longer than this are none that a layer has.
constexpr std::size_t mostNumbers = 1 << 16;

float floatOf(const WireField &field)
{
    float number = 0;
    const auto bits = static_cast<std::uint32_t>(field.value);
    std::memcpy(&number, &bits, sizeof number);
    return number;
}

std::string textOf(float number)
{
    return fmt::format("{}", number);
}

const char *flagText(std::uint64_t value)
{
    return value != 0 ? "true" : "false";
}

std::string listText(const std::vector<std::string> &items)
{
    return '[' + join(items, ", ") + ']';
}

/// Reads the parameters of one layer.
class ContentReader {
public:
    ContentReader(const LayerForm &form, std::string_view file)
        : m_form(form),
          m_file(file),
          m_weightNames(form.weightNames())
    {}

    Result<LayerContent> run(std::string_view parameters)
    {
        RETURN_IF_FAILED(readMessage(m_form.fields, parameters, 0));
        for (const auto &[name, items] : m_lists) {
            m_content.attrs.set(name, listText(items));
        }
        for (const auto &[name, items] : m_numbers) {
            if (std::any_of(items.begin(), items.end(),
                            [](const auto &item) { return item != "0"; })) {
                m_content.attrs.set(name, listText(items));
            }
        }
        for (LayerWeights &weights : m_content.weights) {
            setShape(weights);
        }
        return std::move(m_content);
    }

private:
    /// `part`: which one of several such messages it is.
    Status readMessage(const std::vector<FieldForm> &fields, std::string_view message,
                       std::size_t part)
    {
        std::size_t parts = 0;
        WireReader reader(message, m_file);
        while (const auto field = reader.next()) {
            const auto form =
                std::find_if(fields.begin(), fields.end(), [&field](const FieldForm &known) {
                    return known.number == field->number;
                });
            if (form == fields.end()) {
                continue;
            }
            const bool isList = form->kind == FieldKind::MessageList;
            RETURN_IF_FAILED(readField(*form, *field, isList ? parts++ : part));
        }
        return reader.status();
    }

    Status readField(const FieldForm &form, const WireField &field, std::size_t part)
    {
        switch (form.kind) {
        case FieldKind::Integer:
            set(form, std::to_string(static_cast<std::int64_t>(field.value)));
            return {};
        case FieldKind::Flag: set(form, flagText(field.value)); return {};
        case FieldKind::Float: set(form, textOf(floatOf(field))); return {};
        case FieldKind::Text: set(form, std::string(field.bytes)); return {};
        case FieldKind::Choice:
            set(form, field.value < form.words.size() ? std::string(form.words[field.value])
                                                      : std::to_string(field.value));
            return {};
        case FieldKind::Integers:
        case FieldKind::Flags: return readIntegers(form, field);
        case FieldKind::Floats: return readFloats(form, field);
        case FieldKind::Border: return readBorder(form, field.bytes);
        case FieldKind::Activation: return readActivation(form, field.bytes);
        case FieldKind::Parameters: return readParameter(field.bytes);
        case FieldKind::Network:
            m_content.networks.push_back({form.name, field.bytes});
            set(form, "graph " + std::string(form.name));
            return {};
        case FieldKind::Weights:
        case FieldKind::WeightList: return readOneWeight(form, field.bytes, part);
        case FieldKind::Message:
        case FieldKind::MessageList:
            if (!form.word.empty()) {
                set(form, std::string(form.word));
            }
            return readMessage(form.fields, field.bytes, part);
        }
        return {};
    }

    void set(const FieldForm &form, std::string text)
    {
        m_content.attrs.set(form.name, std::move(text));
    }

    std::vector<std::string> &list(std::string_view name)
    {
        const auto known = std::find_if(m_lists.begin(), m_lists.end(),
                                        [name](const auto &one) { return one.first == name; });
        if (known != m_lists.end()) {
            return known->second;
        }
        m_content.attrs.set(name, {}); // in its place; the text is put there at the end
        return m_lists.emplace_back(name, 0).second;
    }

    static Status checkLength(const FieldForm &form, std::size_t length)
    {
        return length <= mostNumbers
                   ? Status()
                   : makeError("coreml", "{} has more than {} numbers", form.name, mostNumbers);
    }

    Status readIntegers(const FieldForm &form, const WireField &field)
    {
        std::vector<std::int64_t> numbers;
        if (!addIntegers(field, numbers)) {
            return makeError("coreml", "{} is no list of numbers", form.name);
        }
        std::vector<std::string> &items = list(form.name);
        RETURN_IF_FAILED(checkLength(form, items.size() + numbers.size()));
        for (const std::int64_t number : numbers) {
            items.push_back(form.kind == FieldKind::Flags ? std::string(number != 0 ? "1" : "0")
                                                          : std::to_string(number));
        }
        return {};
    }

    Status readFloats(const FieldForm &form, const WireField &field)
    {
        std::vector<float> numbers;
        if (!addFloats(field, numbers)) {
            return makeError("coreml", "{} is no list of numbers", form.name);
        }
        std::vector<std::string> &items = list(form.name);
        RETURN_IF_FAILED(checkLength(form, items.size() + numbers.size()));
        for (const float number : numbers) {
            items.push_back(textOf(number));
        }
        return {};
    }

    Status readBorder(const FieldForm &form, std::string_view message)
    {
        WireReader reader(message, m_file);
        while (const auto field = reader.next()) {
            if (field->number != border_amounts::borderAmounts) {
                continue;
            }
            std::array<std::uint64_t, 2> edges{};
            WireReader inner(field->bytes, m_file);
            while (const auto edge = inner.next()) {
                if (edge->number == border_amounts::start || edge->number == border_amounts::end) {
                    edges[edge->number - 1] = edge->value;
                }
            }
            RETURN_IF_FAILED(inner.status());
            std::vector<std::string> &items = list(form.name);
            RETURN_IF_FAILED(checkLength(form, items.size()));
            for (const std::uint64_t edge : edges) {
                items.push_back(std::to_string(static_cast<std::int64_t>(edge)));
            }
        }
        return reader.status();
    }

    /// A function of a recurrent layer: its name, and numbers beside.
    Status readActivation(const FieldForm &form, std::string_view message)
    {
        constexpr std::uint32_t activation = 130;
        WireReader reader(message, m_file);
        while (const auto field = reader.next()) {
            const auto &functions = layerForm(activation)->fields;
            const auto function =
                std::find_if(functions.begin(), functions.end(), [&field](const FieldForm &known) {
                    return known.number == field->number;
                });
            const std::string name = function != functions.end() ? std::string(function->word)
                                                                 : std::to_string(field->number);
            std::vector<std::string> &items = list(form.name);
            RETURN_IF_FAILED(checkLength(form, items.size()));
            items.push_back('"' + name + '"');
            RETURN_IF_FAILED(readFunctionNumbers(form, field->bytes));
        }
        return reader.status();
    }

    Status readFunctionNumbers(const FieldForm &form, std::string_view message)
    {
        std::array<float, 2> numbers{};
        WireReader reader(message, m_file);
        while (const auto field = reader.next()) {
            if (field->type == WireType::Fixed32 && field->number <= numbers.size()) {
                numbers[field->number - 1] = floatOf(*field);
            }
        }
        const bool isBackward = form.name != "activations";
        m_numbers[isBackward ? "alphaBackward" : "alpha"].push_back(textOf(numbers[0]));
        m_numbers[isBackward ? "betaBackward" : "beta"].push_back(textOf(numbers[1]));
        return reader.status();
    }

    /// An entry of a custom layer's parameters.
    Status readParameter(std::string_view message)
    {
        std::string_view key;
        std::string text;
        WireReader reader(message, m_file);
        while (const auto field = reader.next()) {
            if (field->number == map_entry::key) {
                key = field->bytes;
            } else if (field->number == map_entry::value) {
                RETURN_IF_FAILED(readParameterValue(field->bytes, text));
            }
        }
        RETURN_IF_FAILED(reader.status());
        m_content.attrs.set("parameters." + std::string(key), std::move(text));
        return {};
    }

    Status readParameterValue(std::string_view message, std::string &text) const
    {
        constexpr std::uint32_t flagNumber = 50;
        WireReader reader(message, m_file);
        while (const auto field = reader.next()) {
            if (field->type == WireType::Fixed64) {
                double number = 0;
                std::memcpy(&number, &field->value, sizeof number);
                text = formatNumber(number);
            } else if (field->type == WireType::Bytes) {
                text = field->bytes;
            } else {
                text = field->number == flagNumber
                           ? flagText(field->value)
                           : std::to_string(static_cast<std::int64_t>(field->value));
            }
        }
        return reader.status();
    }

    Status readOneWeight(const FieldForm &form, std::string_view message, std::size_t part)
    {
        LayerWeights weights;
        if (form.kind == FieldKind::WeightList) {
            const std::size_t number = m_content.weights.size();
            RETURN_IF_FAILED(checkLength(form, number));
            weights.name = fmt::format("{}_{}", form.name, number);
            weights.place = m_form.weightsBehind + number;
        } else {
            const auto name = std::find(m_weightNames.begin(), m_weightNames.end(), form.name);
            weights.name = (part == 0 ? "" : "backward_") + std::string(form.name);
            weights.place = m_form.weightsBehind
                            + std::min<std::size_t>(part, 1) * m_weightNames.size()
                            + static_cast<std::size_t>(name - m_weightNames.begin());
        }
        auto values = coreml::readWeights(message, m_file);
        if (!values) {
            Diagnostic error = values.error();
            error.message = fmt::format("{}: {}", form.name, error.message);
            return error;
        }
        weights.values = std::move(*values);
        const bool isEmpty = weights.values.count == 0 && weights.values.storedBytes == 0;
        if (!isEmpty) {
            m_shapes.emplace_back(weights.name, &form);
            m_content.weights.push_back(std::move(weights));
        }
        return {};
    }

    /// The numbers of an attribute; those that Core ML takes where there is none.
    [[nodiscard]] std::vector<std::int64_t> numbersOf(std::string_view attribute) const
    {
        std::vector<std::int64_t> numbers;
        const std::string *text = m_content.attrs.find(attribute);
        if (!text) {
            return attribute == "kernelSize" ? std::vector<std::int64_t>{3, 3} : numbers;
        }
        std::string_view list = *text;
        if (list.starts_with('[')) {
            list = list.substr(1, list.size() - 2);
        }
        for (const std::string_view item : split(list, ',')) {
            numbers.push_back(parseInteger(trim(item)).value_or(0));
        }
        return numbers;
    }

    void setShape(LayerWeights &weights) const
    {
        const auto known = std::find_if(m_shapes.begin(), m_shapes.end(),
                                        [&](const auto &one) { return one.first == weights.name; });
        const FieldForm &form = *known->second;
        for (const std::string_view attribute : form.words) {
            const auto numbers = numbersOf(attribute);
            weights.shape.insert(weights.shape.end(), numbers.begin(), numbers.end());
        }
        turnForDeconvolution(weights.shape);
        if (form.words.empty()) {
            weights.shape = {static_cast<std::int64_t>(weights.values.count)};
        }
        checkCount(weights);
    }

    /// A deconvolution's weights begin with what comes in.
    void turnForDeconvolution(std::vector<std::int64_t> &shape) const
    {
        const std::string *isTurned = m_content.attrs.find("isDeconvolution");
        if (isTurned && *isTurned == "true" && m_form.name == "convolution" && shape.size() == 4) {
            const auto groups = numbersOf("nGroups");
            const std::int64_t parts = groups.empty() ? 1 : std::max<std::int64_t>(groups[0], 1);
            shape = {shape[1], shape[0] / parts, shape[2], shape[3]};
        }
    }

    static void checkCount(LayerWeights &weights)
    {
        std::uint64_t count = 1;
        bool isThere = true;
        for (const std::int64_t size : weights.shape) {
            isThere = isThere && size >= 0
                      && (size == 0
                          || count <= weights.values.count / static_cast<std::uint64_t>(size) + 1);
            count = isThere ? count * static_cast<std::uint64_t>(size) : count;
        }
        // Bits of quantized elements may fill up a byte.
        const bool fits = isThere
                          && (weights.values.isQuantized() ? count <= weights.values.count
                                                                 && weights.values.count - count < 8
                                                           : count == weights.values.count);
        if (!fits) {
            std::vector<std::string> sizes;
            for (const std::int64_t size : weights.shape) {
                sizes.push_back(std::to_string(size));
            }
            weights.problem = fmt::format("{} has {} elements, expected the shape {}", weights.name,
                                          weights.values.count, listText(sizes));
            weights.shape = {static_cast<std::int64_t>(weights.values.count)};
        }
    }

    const LayerForm &m_form;
    std::string_view m_file;
    std::vector<std::string_view> m_weightNames;
    LayerContent m_content;
    std::vector<std::pair<std::string_view, std::vector<std::string>>> m_lists;
    std::map<std::string_view, std::vector<std::string>>
        m_numbers; ///< of functions, where they have some
    std::vector<std::pair<std::string, const FieldForm *>> m_shapes; ///< by name of the weights
};

Result<std::string_view> textIn(const WireField &field, const char *what)
{
    if (field.type != WireType::Bytes) {
        return makeError("coreml", "found a number, expected {}", what);
    }
    return field.bytes;
}

} // namespace

Result<LayerMessage> readLayer(std::string_view message, std::string_view file)
{
    LayerMessage layer;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == layer::name) {
            ASSIGN_OR_RETURN(layer.name, textIn(*field, "a layer's name"));
        } else if (field->number == layer::input) {
            ASSIGN_OR_RETURN(const auto input, textIn(*field, "the name of an input"));
            layer.inputs.push_back(input);
        } else if (field->number == layer::output) {
            ASSIGN_OR_RETURN(const auto output, textIn(*field, "the name of an output"));
            layer.outputs.push_back(output);
        } else if (field->number >= layer::firstKind) {
            ASSIGN_OR_RETURN(layer.parameters, textIn(*field, "a layer's parameters"));
            layer.kind = field->number;
        }
    }
    RETURN_IF_FAILED(reader.status());
    return layer;
}

Result<LayerContent> readContent(const LayerForm &form, std::string_view parameters,
                                 std::string_view file)
{
    return ContentReader(form, file).run(parameters);
}

} // namespace nervure::coreml

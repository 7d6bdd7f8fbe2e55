// SPDX-License-Identifier: Apache-2.0
#include "core/ops/onnx/onnx_signature.h"

#include "core/graph/graph.h"
#include "core/support/text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace nervure::onnx {

namespace {

constexpr std::uint32_t setOf(std::initializer_list<ElementType> types)
{
    std::uint32_t set = 0;
    for (const ElementType type : types) {
        set |= TypeSet::bit(type);
    }
    return set;
}

constexpr std::uint32_t floats =
    setOf({ElementType::Float16, ElementType::Float32, ElementType::Float64});
constexpr std::uint32_t ints =
    setOf({ElementType::Int8, ElementType::Int16, ElementType::Int32, ElementType::Int64});
constexpr std::uint32_t uints =
    setOf({ElementType::UInt8, ElementType::UInt16, ElementType::UInt32, ElementType::UInt64});
constexpr std::uint32_t numberTypes = floats | ints | uints;

struct Word {
    std::string_view word;
    std::uint32_t types;
};

constexpr std::array words{
    Word{"float", floats},
    Word{"int", ints},
    Word{"uint", uints},
    Word{"number", numberTypes},
    Word{"any", numberTypes
                    | setOf({ElementType::Bool, ElementType::String, ElementType::Complex64,
                             ElementType::Complex128})},
    Word{"f8", setOf({ElementType::Float8E4M3FN, ElementType::Float8E4M3FNUZ,
                      ElementType::Float8E5M2, ElementType::Float8E5M2FNUZ})},
    Word{"f6", setOf({ElementType::Float6E2M3, ElementType::Float6E3M2})},
    Word{"f16", setOf({ElementType::Float16})},
    Word{"f32", setOf({ElementType::Float32})},
    Word{"f64", setOf({ElementType::Float64})},
    Word{"bf16", setOf({ElementType::BFloat16})},
    Word{"i8", setOf({ElementType::Int8})},
    Word{"i16", setOf({ElementType::Int16})},
    Word{"i32", setOf({ElementType::Int32})},
    Word{"i64", setOf({ElementType::Int64})},
    Word{"u8", setOf({ElementType::UInt8})},
    Word{"u16", setOf({ElementType::UInt16})},
    Word{"u32", setOf({ElementType::UInt32})},
    Word{"u64", setOf({ElementType::UInt64})},
    Word{"bool", setOf({ElementType::Bool})},
    Word{"str", setOf({ElementType::String})},
    Word{"c64", setOf({ElementType::Complex64})},
    Word{"c128", setOf({ElementType::Complex128})},
    Word{"int4", setOf({ElementType::Int4})},
    Word{"uint4", setOf({ElementType::UInt4})},
    Word{"int2", setOf({ElementType::Int2})},
    Word{"uint2", setOf({ElementType::UInt2})},
    Word{"f4", setOf({ElementType::Float4E2M1})},
    Word{"e8m0", setOf({ElementType::Float8E8M0})},
};

std::uint32_t typesOf(std::string_view text)
{
    std::uint32_t set = 0;
    for (const std::string_view part : split(text, ' ')) {
        for (const Word &word : words) {
            set |= part == word.word ? word.types : 0;
        }
    }
    return set;
}

/// Takes "NAME(…)" out of the text and gives what is inside; empty where it is not there.
std::string takeGroup(std::string &text, std::string_view name)
{
    const std::string opening = std::string(name) + '(';
    std::size_t start = text.find(opening);
    while (start != std::string::npos && start > 0 && text[start - 1] != ' ') {
        start = text.find(opening, start + 1);
    }
    const std::size_t end = text.find(')', start == std::string::npos ? 0 : start);
    if (start == std::string::npos || end == std::string::npos) {
        return {};
    }
    std::string inner = text.substr(start + opening.size(), end - start - opening.size());
    text.erase(start, end + 1 - start);
    return inner;
}

std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (const std::string_view part : split(text, ' ')) {
        if (!part.empty()) {
            parts.push_back(part);
        }
    }
    return parts;
}

/// "B:T?", "inputs:T...", "V:V...~0".
FormalValue readFormal(std::string_view text, const TypeVariables &variables)
{
    FormalValue formal;
    const std::size_t colon = text.find(':');
    assert(colon != std::string_view::npos && "a name and a type");
    formal.name = text.substr(0, colon);
    std::string_view type = text.substr(colon + 1);
    if (type.ends_with('0') && type.find("...") != std::string_view::npos) {
        formal.least = 0;
        type.remove_suffix(1);
    }
    if (type.ends_with('~')) {
        formal.isHomogeneous = false;
        type.remove_suffix(1);
    }
    if (type.ends_with("...")) {
        formal.isVariadic = true;
        type.remove_suffix(3);
    }
    if (type.ends_with('?')) {
        formal.isOptional = true;
        type.remove_suffix(1);
    }
    const auto variable = variables.find(type);
    if (variable != variables.end()) {
        formal.typeVariable = type;
        formal.types = variable->second;
    } else {
        formal.types = readTypeSet(type);
    }
    assert(formal.types != TypeSet() && "a type variable or type");
    return formal;
}

} // namespace

TypeSet readTypeSet(std::string_view text)
{
    TypeSet set;
    std::string rest(text);
    set.sequences = typesOf(takeGroup(rest, "seq"));
    set.optionalSequences = typesOf(takeGroup(rest, "optseq"));
    set.optionals = typesOf(takeGroup(rest, "opt"));
    set.tensors = typesOf(rest);
    for (const std::string_view word : wordsOf(rest)) {
        set.maps = set.maps || word == "map";
    }
    return set;
}

void readTypes(std::string_view text, TypeVariables &variables)
{
    for (const std::string_view part : split(text, ';')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) {
            continue;
        }
        const bool widens = equals > 0 && part[equals - 1] == '+';
        const auto name = std::string(trim(part.substr(0, equals - (widens ? 1 : 0))));
        const TypeSet types = readTypeSet(part.substr(equals + 1));
        TypeSet &known = variables[name];
        if (!widens) {
            known = types;
            continue;
        }
        known.tensors |= types.tensors;
        known.sequences |= types.sequences;
        known.optionals |= types.optionals;
        known.optionalSequences |= types.optionalSequences;
        known.maps = known.maps || types.maps;
    }
}

ValueSignature readSignature(std::string_view text, const TypeVariables &variables)
{
    const std::size_t arrow = text.find("->");
    assert(arrow != std::string_view::npos && "inputs -> outputs");
    ValueSignature signature;
    for (const std::string_view formal : wordsOf(text.substr(0, arrow))) {
        signature.inputs.push_back(readFormal(formal, variables));
    }
    for (const std::string_view formal : wordsOf(text.substr(arrow + 2))) {
        signature.outputs.push_back(readFormal(formal, variables));
    }
    return signature;
}

namespace {

/// The names of the values that a node has, by the operator's declaration.
std::vector<std::string> valueNames(const std::vector<FormalValue> &formals,
                                    const std::vector<std::size_t> &places)
{
    std::vector<std::string> names;
    for (const std::size_t place : places) {
        const bool isVariadic =
            !formals.empty() && formals.back().isVariadic && place + 1 >= formals.size();
        if (isVariadic) {
            names.push_back(fmt::format("{}[{}]", formals.back().name, place + 1 - formals.size()));
        } else {
            names.push_back(place < formals.size() ? formals[place].name
                                                   : fmt::format("value {}", place));
        }
    }
    return names;
}

} // namespace

std::vector<std::string> inputNames(const ValueSignature &signature, const Node &node)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        places.push_back(i < node.inputPorts.size() ? node.inputPorts[i].listed : i);
    }
    for (std::size_t i = 0; i < signature.inputs.size(); ++i) { // what is missing
        const FormalValue &formal = signature.inputs[i];
        const bool isNeeded = !formal.isOptional && formal.least > 0;
        if (isNeeded && std::find(places.begin(), places.end(), i) == places.end()) {
            places.push_back(i);
        }
    }
    return valueNames(signature.inputs, places);
}

std::vector<std::string> outputNames(const ValueSignature &signature, const Node &node)
{
    std::vector<std::size_t> places;
    const std::size_t count = node.outputPorts.empty() ? 1 : node.outputPorts.size();
    for (std::size_t i = 0; i < count; ++i) {
        places.push_back(i);
    }
    return valueNames(signature.outputs, places);
}

} // namespace nervure::onnx

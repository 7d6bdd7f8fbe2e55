// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/conversion/from_mxnet_table.h"
#include "core/passes/conversion/python_text.h"
#include "core/support/text.h"

namespace nervure {

// How from_mxnet reads attributes, which are texts, and writes NNVM's.

/// NotImplementedError: "WHAT is not supported in WHERE."
[[nodiscard]] Diagnostic unsupportedInImport(const std::string &what,
                                             std::string_view where = "nnvm");

/// AttributeError where the attribute is not given.
[[nodiscard]] Result<std::string> requiredAttr(const MXNetCall &call, std::string_view key);

/// attrs.get(key, fallback).
[[nodiscard]] std::string attrOr(const MXNetCall &call, std::string_view key, std::string fallback);

/// attrs.get(key) or fallback: an empty text counts as none.
[[nodiscard]] std::string filledAttrOr(const MXNetCall &call, std::string_view key,
                                       std::string fallback);

/// Whether the text is one of true, 1, t, y, yes, in any case; everything else is False.
[[nodiscard]] bool flagOf(const MXNetCall &call, std::string_view key,
                          std::string fallback = "False");

/// float(text) as a text again. ValueError.
[[nodiscard]] Result<std::string> floatText(std::string_view text);

/// The numbers between the round brackets of a text, each as `read` (pythonInt, floatText) writes it.
template <typename Read>
[[nodiscard]] Result<std::vector<std::string>> readNumbers(std::string_view text, Read read)
{
    std::vector<std::string> numbers;
    for (const std::string_view part : split(pythonStrip(text, "()"), ',')) {
        ASSIGN_OR_RETURN(std::string number, read(pythonStrip(part)));
        numbers.push_back(std::move(number));
    }
    return numbers;
}

/// inputs[at]. IndexError.
[[nodiscard]] Result<std::optional<Entry>> inputAt(const MXNetCall &call, std::size_t at);

/// FUNCTION(inputs[0], **attrs).
[[nodiscard]] Result<NnvmSymbol> callOnFirst(MXNetCall &call, std::string_view function,
                                             AttrDict attrs);

} // namespace nervure

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "core/passes/pass_spec.h"

#include <optional>
#include <string>
#include <vector>

namespace nervure::cli {

/// The options all subcommands on a model file have, as they were written.
struct ModelOptions {
    std::string file;                ///< "-": standard input
    std::vector<std::string> shapes; ///< "x=1,3,224,224"
    std::vector<std::string> dtypes; ///< "x=float16", "*=none"
    std::string params;    ///< a .params file, "none", or nothing: what lies beside the model
    std::string semantics; ///< "exact", "fixed", or nothing for the dialect's default
};

/// Adds FILE, --shape, --dtype, --params and --semantics. Malformed values are wrong usage.
void addModelOptions(CLI::App &app, ModelOptions &options);
/// Of these --shape, --dtype and --semantics.
void addValueOptions(CLI::App &app, ModelOptions &options);
/// Of these --params.
void addParamsOption(CLI::App &app, ModelOptions &options);

/// Adds an option that repeats, each time with exactly one value.
CLI::App &addRepeated(CLI::App &app, const std::string &name, std::vector<std::string> &values,
                      const std::string &help, const std::string &typeName);

/// "x=1,3,224,224" (parentheses and brackets are allowed): what is before the last '=' is the name.
/// Sizes are not negative; "?" is an unknown one, and so is 0 in exact semantics, as in NNVM. Others have names:
/// "x=batch,3,224,224".
[[nodiscard]] Result<std::pair<std::string, Dimensions>> parseShapeOption(const std::string &text);

/// "x=float16", "*=none": the type is Unknown for none.
[[nodiscard]] Result<std::pair<std::string, DType>> parseDtypeOption(const std::string &text);

/// What the options say about the inputs; malformed ones were refused before. Variables without
/// any type are float32 unless '*' says otherwise.
[[nodiscard]] InputFacts inputFacts(const ModelOptions &options);

/// The switch if it was given.
[[nodiscard]] std::optional<Semantics> semanticsOption(const ModelOptions &options);

} // namespace nervure::cli

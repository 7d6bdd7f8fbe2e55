// SPDX-License-Identifier: Apache-2.0
#include "core/ops/custom/custom_operators.h"

#include "core/ops/custom/declaration_reader.h"
#include "core/support/file.h"
#include "core/support/text.h"

#include <algorithm>
#include <utility>

namespace nervure {

namespace {

/// Another file's declaration of an operator of that name; null: there is none.
const OpSpec *otherDeclaration(const std::vector<OpSpec> &specs, const OpSpec &spec)
{
    const auto it = std::find_if(specs.begin(), specs.end(), [&spec](const OpSpec &other) {
        return other.dialect == spec.dialect && other.name == spec.name;
    });
    return it == specs.end() ? nullptr : &*it;
}

} // namespace

Result<std::vector<OperatorFile>> readOperatorFiles(const std::vector<std::string> &paths)
{
    std::vector<OperatorFile> files;
    for (const std::string &path : paths) {
        ASSIGN_OR_RETURN(std::string text, readFile(path, largestDeclarationFile));
        files.push_back({path, std::move(text)});
    }
    return files;
}

Status declareOperators(std::vector<OperatorFile> files, const OpRegistry &ops)
{
    std::vector<OpSpec> all;
    for (const OperatorFile &file : files) {
        ASSIGN_OR_RETURN(std::vector<OpSpec> specs, readCustomOperators(file.text, file.path, ops));
        for (OpSpec &spec : specs) {
            if (const OpSpec *other = otherDeclaration(all, spec)) {
                Diagnostic error =
                    makeError("custom-operators", "operator {} is declared in {} too",
                              quoted(spec.name), quoted(other->declaredIn));
                error.where.file = file.path;
                return error;
            }
        }
        std::move(specs.begin(), specs.end(), std::back_inserter(all));
    }
    ops.declared().set(std::move(all), std::move(files));
    return {};
}

Status exchangeOperators(const std::vector<OperatorFile> &before,
                         const std::vector<OperatorFile> &now, const OpRegistry &ops)
{
    const std::vector<OperatorFile> known = ops.declared().files();
    std::vector<OperatorFile> files;
    for (const OperatorFile &file : known) {
        if (std::find(before.begin(), before.end(), file) == before.end()) {
            files.push_back(file);
        }
    }
    for (const OperatorFile &file : now) {
        const bool isKnown =
            std::any_of(files.begin(), files.end(),
                        [&file](const OperatorFile &other) { return other.text == file.text; });
        if (!isKnown) {
            files.push_back(file);
        }
    }
    return files == known ? Status() : declareOperators(std::move(files), ops);
}

} // namespace nervure

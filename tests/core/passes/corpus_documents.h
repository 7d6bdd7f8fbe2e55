// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtins.h"
#include "core/formats/project/open_model.h"
#include "core/support/file.h"
#include "tests/support/oracles.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace nervure::tests {

/// The graph of a model's text; nothing if there is an error in it.
inline std::optional<Graph> openedGraph(const std::string &text, const Builtins &builtins,
                                        Semantics semantics)
{
    const auto model = openModelText(text, "test.json", builtins.formats, builtins.ops, semantics);
    return model.ok() && !hasErrors(model->diagnostics) ? std::optional(model->graph)
                                                        : std::nullopt;
}

/// A document of LightNet's corpus.
struct CorpusDocument {
    std::string name;
    std::string json;
    std::optional<Graph> graph; ///< nothing: there is an error in it

    /// Networks take the references minutes; one document is about the order of summing, which
    /// decides its result wholly.
    [[nodiscard]] bool isComparable() const
    {
        return json.size() < 100000 && name != "op_dot_product_order";
    }
};

inline std::vector<CorpusDocument> lightNetCorpus(const Builtins &builtins)
{
    std::vector<CorpusDocument> documents;
    const auto folder = oraclesFolder() / "lightnet" / "corpus";
    for (const auto &item : std::filesystem::directory_iterator(folder)) {
        if (item.path().extension() == ".json") {
            const std::string json = nervure::readFile(item.path()).value();
            documents.push_back(
                {item.path().stem().string(), json, openedGraph(json, builtins, Semantics::Fixed)});
        }
    }
    return documents;
}

} // namespace nervure::tests

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/coreml/cm_graph.h"
#include "core/formats/coreml/cm_model.h"

#include <string>
#include <utility>

namespace nervure {

namespace {

Result<LoadedGraph> readCoreMl(std::string_view bytes, const FormatContext &context)
{
    auto built = coreml::buildGraph(bytes);
    if (!built) {
        Diagnostic error = built.error();
        error.where.file = context.fileName;
        return error;
    }
    return std::move(built->loaded);
}

/// "specification 4".
std::string coreMlRelease(const Graph &graph)
{
    for (const GraphAttr &attr : graph.attrs()) {
        if (attr.name == "specificationVersion") {
            return "specification " + attr.json;
        }
    }
    return {};
}

} // namespace

void registerCmFile(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "coreml";
    spec.title = "Core ML model";
    spec.family = "coreml";
    spec.dialect = Dialect::CoreML;
    spec.extensions = {"mlmodel"};
    spec.sniff = [](std::string_view bytes, const OpRegistry &) {
        return coreml::isModel(bytes) ? 90 : 0;
    };
    spec.read = readCoreMl;
    spec.holdsWeights = true;
    spec.release = coreMlRelease;
    formats.add(std::move(spec));
}

} // namespace nervure

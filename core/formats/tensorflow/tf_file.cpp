// SPDX-License-Identifier: Apache-2.0
#include "core/formats/format_spec.h"
#include "core/formats/tensorflow/tf_graph.h"
#include "core/formats/tensorflow/tf_text.h"

#include <string>
#include <utility>

namespace nervure {

namespace {

Result<LoadedGraph> readTensorFlow(std::string_view bytes, const FormatContext &context)
{
    std::string binary; // of a text
    if (tensorflow::isGraphText(bytes)) {
        auto converted = tensorflow::binaryOfText(bytes);
        if (!converted) {
            Diagnostic error = converted.error();
            error.where.file = context.fileName;
            return error;
        }
        binary = std::move(*converted);
        bytes = binary;
    }
    ASSIGN_OR_RETURN(const tensorflow::GraphMessage graph, tensorflow::readGraphDef(bytes));
    return tensorflow::buildGraph(graph, bytes, context.ops);
}

/// "producer 27".
std::string tensorFlowRelease(const Graph &graph)
{
    for (const GraphAttr &attr : graph.attrs()) {
        if (attr.name == "producer") {
            return "producer " + attr.json;
        }
    }
    return {};
}

} // namespace

void registerTfFile(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "tensorflow";
    spec.title = "TensorFlow graph";
    spec.family = "tensorflow";
    spec.dialect = Dialect::TensorFlow;
    spec.extensions = {"pb", "pbtxt"};
    spec.sniff = [](std::string_view bytes, const OpRegistry &) {
        return tensorflow::isGraphDef(bytes) || tensorflow::isGraphText(bytes) ? 90 : 0;
    };
    spec.read = readTensorFlow;
    spec.holdsWeights = true;
    spec.release = tensorFlowRelease;
    formats.add(std::move(spec));
}

} // namespace nervure

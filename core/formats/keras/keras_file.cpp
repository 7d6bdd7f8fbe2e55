// SPDX-License-Identifier: Apache-2.0
// Keras's models: HDF5 files of Keras 2, archives of Keras 3, and their architectures as JSON.
#include "core/formats/format_spec.h"
#include "core/formats/hdf5/hdf5_file.h"
#include "core/formats/keras/keras_container.h"
#include "core/formats/keras/keras_graph.h"
#include "core/formats/keras/keras_values.h"
#include "core/support/json/json_tree.h"

#include <utility>

namespace nervure {

namespace {

/// A fault of the weights is reported by who reads their values.
void tellShapes(const KerasContainer &container, KerasGraph &model)
{
    if (container.index) {
        tellKerasShapes(model, *container.index);
    } else if (!container.weights.empty()) {
        if (const auto index = readHdf5Index(container.weights)) {
            tellKerasShapes(model, *index);
        }
    }
}

Result<LoadedGraph> readKeras(std::string_view bytes, const FormatContext &context)
{
    auto read = [&]() -> Result<LoadedGraph> {
        ASSIGN_OR_RETURN(const KerasContainer container, openKerasFile(bytes));
        ASSIGN_OR_RETURN(const KerasDocument document, readKerasDocument(container));
        ASSIGN_OR_RETURN(KerasGraph built, buildKerasGraph(document));
        tellShapes(container, built);
        LoadedGraph loaded{std::move(built.graph), {}};
        if (document.isKeras1()) {
            loaded.diagnostics.push_back(makeWarning(
                "keras-version",
                "is a model of Keras {}: layers that certainly compute what those of Keras 2 do are "
                "read as these, all others are not known",
                document.version));
        }
        return loaded;
    }();
    if (!read) {
        Diagnostic error = read.error();
        error.where.file = context.fileName;
        return error;
    }
    return read;
}

/// "2.2.4".
std::string kerasRelease(const Graph &graph)
{
    for (const GraphAttr &attr : graph.attrs()) {
        const auto tree = JsonTree::parse(attr.json);
        if (attr.name == keras_attribute::version && tree && tree->root().isString()) {
            return tree->root().text();
        }
    }
    return {};
}

} // namespace

void registerKerasFile(FormatRegistry &formats)
{
    FormatSpec spec;
    spec.name = "keras";
    spec.title = "Keras model";
    spec.family = "keras";
    spec.dialect = Dialect::Keras;
    spec.extensions = {"keras", "h5", "hdf5"};
    spec.sniff = [](std::string_view bytes, const OpRegistry &) {
        return isKerasFile(bytes) ? 97 : 0;
    };
    spec.read = readKeras;
    spec.holdsWeights = true;
    spec.release = kerasRelease;
    formats.add(std::move(spec));
}

} // namespace nervure

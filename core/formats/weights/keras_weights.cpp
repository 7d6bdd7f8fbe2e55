// SPDX-License-Identifier: Apache-2.0
#include "core/formats/weights/keras_weights.h"

#include "core/formats/hdf5/hdf5_file.h"
#include "core/formats/keras/keras_container.h"
#include "core/formats/keras/keras_values.h"

#include <utility>

namespace nervure {

namespace {

Weight kerasWeightOf(std::string name, const Hdf5Dataset &dataset, std::string_view file)
{
    Weight weight;
    weight.name = std::move(name);
    weight.type = dataset.type;
    weight.typeName = std::string(elementTypeName(dataset.type));
    weight.shape = dataset.shape;
    weight.count = weightCount(dataset.shape).value_or(0);
    weight.problem = dataset.problem;
    weight.storedBytes = packedBytes(dataset.type, weight.count);
    if (const auto elements = hdf5Elements(dataset, file)) {
        weight.packed = *elements;
        return weight;
    }
    if (!dataset.chunks.empty()) {
        weight.storedBytes = 0;
        weight.note = "in chunks";
        for (const Hdf5Chunk &chunk : dataset.chunks) {
            weight.storedBytes += chunk.bytes;
        }
    }
    weight.decode = [dataset, file](const JobControl &control) {
        return unpackedHdf5Elements(dataset, file, control.cancel);
    };
    return weight;
}

/// All arrays, by their paths.
FoundWeights allHdf5Arrays(const Hdf5Index &index, std::string_view file)
{
    FoundWeights found;
    for (const auto &[path, dataset] : index.datasets) {
        found.weights.push_back(kerasWeightOf(path, dataset, file));
    }
    return found;
}

} // namespace

Result<FoundWeights> kerasWeights(std::string_view file)
{
    auto container = openKerasFile(file);
    if (!container && isHdf5(file) && container.error().code == "keras-config") {
        ASSIGN_OR_RETURN(const Hdf5Index index, readHdf5Index(file));
        return allHdf5Arrays(index, file);
    }
    RETURN_IF_FAILED(container);
    if (container->weights.empty()) {
        return makeError("weights-format",
                         "found the architecture of a Keras model without weights");
    }
    ASSIGN_OR_RETURN(const KerasDocument document, readKerasDocument(*container));
    ASSIGN_OR_RETURN(const KerasGraph model, buildKerasGraph(document));
    if (!container->index) {
        ASSIGN_OR_RETURN(container->index, readHdf5Index(container->weights));
    }
    const KerasValuePaths paths = findKerasValues(model, *container->index);
    FoundWeights found;
    for (const NodeId id : model.graph.nodes()) {
        const Node &node = model.graph.node(id);
        if (const auto path = paths.found.find(node.name); path != paths.found.end()) {
            const Hdf5Dataset &dataset = container->index->datasets.at(path->second);
            found.weights.push_back(kerasWeightOf(node.name, dataset, container->weights));
            found.weights.back().node = id;
        } else if (const auto none = paths.missing.find(node.name); none != paths.missing.end()) {
            Weight weight;
            weight.name = node.name;
            weight.problem = none->second;
            weight.node = id;
            found.weights.push_back(std::move(weight));
        }
    }
    if (container->unpacked) {
        found.files.push_back(container->unpacked);
    }
    return found;
}

} // namespace nervure

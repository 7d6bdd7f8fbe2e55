// SPDX-License-Identifier: Apache-2.0
#include "core/formats/keras/keras_container.h"

#include "core/formats/hdf5/hdf5_file.h"
#include "core/formats/keras/keras_first.h"
#include "core/formats/keras/keras_sniff.h"
#include "core/formats/zip_archive.h"
#include "core/support/json/json_tree.h"
#include <algorithm>

namespace nervure {

namespace {

constexpr std::uint64_t mostConfigBytes = std::uint64_t{256} << 20U;
constexpr std::uint64_t mostWeightBytes = std::uint64_t{16} << 30U;

/// Where an HDF5 file has no model in it, what it has.
Diagnostic noModelIn(const Hdf5Index &index)
{
    const bool hasWeights = index.texts.count("@layer_names") != 0
                            || index.texts.count("@layer_names0") != 0
                            || index.datasets.lower_bound("layers/") != index.datasets.end();
    return makeError("keras-config",
                     hasWeights
                         ? "found the weights of a Keras model alone: open the model itself, "
                           "or its .json file with --params FILE"
                         : "found an HDF5 file without a Keras model, expected the attribute "
                           "model_config");
}

Result<KerasContainer> ofHdf5(std::string_view bytes)
{
    KerasContainer container;
    ASSIGN_OR_RETURN(container.index, readHdf5Index(bytes));
    const auto config = container.index->text("@model_config");
    if (!config) {
        return noModelIn(*container.index);
    }
    container.config = std::string(*config);
    container.version = std::string(container.index->text("@keras_version").value_or(""));
    container.weights = bytes;
    return container;
}

/// What metadata.json says.
std::string versionIn(std::string_view metadata)
{
    const auto tree = JsonTree::parse(metadata);
    const auto version =
        tree && tree->root().isObject() ? tree->root().find("keras_version") : std::nullopt;
    return version && version->isString() ? version->text() : "3";
}

Result<KerasContainer> ofArchive(std::string_view bytes)
{
    KerasContainer container;
    ASSIGN_OR_RETURN(const auto config, findZipMember(bytes, "config.json", mostConfigBytes));
    if (!config) {
        return makeError("keras-config", "found an archive without a config.json");
    }
    container.config = std::string(config->bytes);
    ASSIGN_OR_RETURN(const auto metadata, findZipMember(bytes, "metadata.json", mostConfigBytes));
    container.version = metadata ? versionIn(metadata->bytes) : "3";
    ASSIGN_OR_RETURN(const auto weights, findZipMember(bytes, "model.weights.h5", mostWeightBytes));
    if (weights) {
        container.weights = weights->bytes;
        container.unpacked = weights->unpacked;
    }
    return container;
}

bool isKerasArchive(std::string_view bytes)
{
    constexpr std::size_t looked = 4096;
    const std::string_view front = bytes.substr(0, looked);
    const auto has = [](std::string_view text, std::string_view name) {
        return text.find(name) != std::string_view::npos;
    };
    // Names stand in front of members, and once more in the directory at the end.
    const std::string_view end = bytes.substr(bytes.size() - std::min(bytes.size(), looked));
    return isZip(bytes) && (has(front, "config.json") || has(end, "config.json"))
           && (has(front, "metadata.json") || has(end, "metadata.json"));
}

} // namespace

bool isKerasFile(std::string_view bytes)
{
    return isHdf5(bytes) || isKerasArchive(bytes) || isKerasJson(bytes);
}

Result<KerasContainer> openKerasFile(std::string_view bytes)
{
    if (isHdf5(bytes)) {
        return ofHdf5(bytes);
    }
    if (isZip(bytes)) {
        return ofArchive(bytes);
    }
    KerasContainer container;
    container.config = std::string(bytes);
    return container;
}

Result<KerasDocument> readKerasDocument(const KerasContainer &container)
{
    ASSIGN_OR_RETURN(KerasDocument document, readKerasConfig(container.config));
    if (!container.version.empty()) {
        document.version = container.version;
    }
    if (document.isKeras1()) {
        readAsKeras1(document.model);
    }
    return document;
}

} // namespace nervure

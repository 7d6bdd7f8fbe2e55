// SPDX-License-Identifier: Apache-2.0
#include "core/formats/coreml/cm_network.h"

#include "core/formats/coreml/cm_fields.h"
#include "core/formats/protobuf/wire_reader.h"

namespace nervure::coreml {

namespace {

/// As many class labels are shown.
constexpr std::size_t mostLabels = 1000;

/// StringVector.
Status readTextLabels(std::string_view message, std::string_view file, NetworkMessage &network)
{
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (network.labels.size() < mostLabels && field->type == WireType::Bytes) {
            network.labels.push_back(field->bytes);
        }
        ++network.labelCount;
    }
    return reader.status();
}

/// Int64Vector: the numbers say nothing, but how many there are does.
Status readNumberLabels(std::string_view message, std::string_view file, NetworkMessage &network)
{
    std::vector<std::int64_t> numbers;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        static_cast<void>(addIntegers(*field, numbers));
    }
    network.labelCount = numbers.size();
    return reader.status();
}

} // namespace

Result<NetworkMessage> readNetwork(std::string_view message, std::string_view file)
{
    NetworkMessage network;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        switch (field->number) {
        case neural_network::layers: network.layers.push_back(field->bytes); break;
        case neural_network::preprocessing: network.preprocessing.push_back(field->bytes); break;
        case neural_network::arrayInputShapeMapping:
            network.hasExactShapes = field->value == 1;
            break;
        case neural_network::imageInputShapeMapping:
            network.hasExactImages = field->value == 1;
            break;
        case neural_network::stringClassLabels:
            RETURN_IF_FAILED(readTextLabels(field->bytes, file, network));
            break;
        case neural_network::int64ClassLabels:
            RETURN_IF_FAILED(readNumberLabels(field->bytes, file, network));
            break;
        case neural_network::labelProbabilityLayerName:
            network.probabilitiesLayer = field->bytes;
            break;
        default: break;
        }
    }
    RETURN_IF_FAILED(reader.status());
    return network;
}

Result<PreprocessingMessage> readPreprocessing(std::string_view message, std::string_view file)
{
    PreprocessingMessage found;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == preprocessing::featureName) {
            found.feature = field->bytes;
        } else if (field->number == preprocessing::scaler
                   || field->number == preprocessing::meanImage) {
            found.kind = field->number;
            found.parameters = field->bytes;
        }
    }
    RETURN_IF_FAILED(reader.status());
    return found;
}

} // namespace nervure::coreml

// SPDX-License-Identifier: Apache-2.0
#include "core/formats/coreml/cm_model.h"

#include "core/formats/coreml/cm_feature.h"
#include "core/formats/coreml/cm_fields.h"
#include "core/formats/protobuf/wire_reader.h"

#include <algorithm>
#include <array>

namespace nervure::coreml {

namespace {

/// Kinds of models stand in fields of these numbers.
constexpr std::uint32_t firstKind = 200;
constexpr std::uint32_t lastKind = 3999;

constexpr std::string_view viaParts =
    ": each model in it can be saved as one of its own (spec.pipeline.models in coremltools), and the "
    "neural networks among them open";
constexpr std::string_view viaNetwork =
    ": converted with convert_to=\"neuralnetwork\" of coremltools it opens, and so does the model that it "
    "was made from, as ONNX";
constexpr std::string_view noLayers = ", which has no layers: Core ML's neural networks open";

struct OtherKind {
    std::uint32_t number;
    std::string_view what;
    std::string_view advice = noLayers;
};

constexpr std::array otherKinds{
    OtherKind{200, "a Core ML pipeline", viaParts},
    OtherKind{201, "a Core ML pipeline", viaParts},
    OtherKind{202, "a Core ML pipeline", viaParts},
    OtherKind{300, "a generalized linear model of Core ML"},
    OtherKind{301, "a support vector machine of Core ML"},
    OtherKind{302, "a tree ensemble of Core ML"},
    OtherKind{304, "a Bayesian regressor of Core ML"},
    OtherKind{400, "a generalized linear model of Core ML"},
    OtherKind{401, "a support vector machine of Core ML"},
    OtherKind{402, "a tree ensemble of Core ML"},
    OtherKind{404, "a nearest neighbor classifier of Core ML"},
    OtherKind{501, "an item recommender of Core ML"},
    OtherKind{502, "an ML program", viaNetwork},
    OtherKind{555, "a custom model of Core ML, which a class of an app computes",
              ": Core ML's neural networks open"},
    OtherKind{556, "a link to another Core ML model", ": that model's own file opens"},
    OtherKind{600, "a one-hot encoder of Core ML"},
    OtherKind{604, "a scaler of Core ML"},
    OtherKind{610, "a non-maximum suppression of Core ML"},
    OtherKind{3000, "an encrypted Core ML model", ": the model that it was made from opens"},
};

Status readUserDefined(std::string_view message, std::string_view file, ModelMessage &model)
{
    std::pair<std::string, std::string_view> entry;
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        if (field->number == map_entry::key) {
            entry.first = field->bytes;
        } else if (field->number == map_entry::value) {
            entry.second = field->bytes;
        }
    }
    RETURN_IF_FAILED(reader.status());
    model.metadata.push_back(std::move(entry));
    return {};
}

Status readMetadata(std::string_view message, std::string_view file, ModelMessage &model)
{
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        switch (field->number) {
        case metadata::shortDescription:
            model.metadata.emplace_back("shortDescription", field->bytes);
            break;
        case metadata::versionString:
            model.metadata.emplace_back("versionString", field->bytes);
            break;
        case metadata::author: model.metadata.emplace_back("author", field->bytes); break;
        case metadata::license: model.metadata.emplace_back("license", field->bytes); break;
        case metadata::userDefined:
            RETURN_IF_FAILED(readUserDefined(field->bytes, file, model));
            break;
        default: break;
        }
    }
    return reader.status();
}

Status readDescription(std::string_view message, std::string_view file, ModelMessage &model)
{
    WireReader reader(message, file);
    while (const auto field = reader.next()) {
        switch (field->number) {
        case model_description::input: {
            ASSIGN_OR_RETURN(Feature input, readFeature(field->bytes, file));
            model.inputs.push_back(std::move(input));
            break;
        }
        case model_description::output: {
            ASSIGN_OR_RETURN(Feature output, readFeature(field->bytes, file));
            model.outputs.push_back(std::move(output));
            break;
        }
        case model_description::predictedFeatureName: model.predictedFeature = field->bytes; break;
        case model_description::predictedProbabilitiesName:
            model.predictedProbabilities = field->bytes;
            break;
        case model_description::metadata:
            RETURN_IF_FAILED(readMetadata(field->bytes, file, model));
            break;
        default: break;
        }
    }
    return reader.status();
}

} // namespace

Result<ModelMessage> readModel(std::string_view file)
{
    ModelMessage model;
    WireReader reader(file);
    while (const auto field = reader.next()) {
        if (field->number == model::specificationVersion) {
            model.version = field->value;
        } else if (field->number == model::description) {
            RETURN_IF_FAILED(readDescription(field->bytes, file, model));
        } else if (field->number >= firstKind && field->number <= lastKind) {
            model.kind = field->number;
            model.content = field->bytes;
        }
    }
    RETURN_IF_FAILED(reader.status());
    return model;
}

bool isModel(std::string_view bytes)
{
    constexpr std::uint64_t highestVersion = 64;
    const auto fields = firstFields(bytes, MessageEnd::MayBeCut);
    const bool hasVersion =
        fields && !fields->empty() && fields->front().number == model::specificationVersion
        && fields->front().type == WireType::Varint && fields->front().value >= 1
        && fields->front().value <= highestVersion;
    bool hasDescription = false;
    bool hasKind = false;
    for (const WireField &field : hasVersion ? *fields : std::vector<WireField>()) {
        const bool isMessage = field.type == WireType::Bytes;
        hasDescription = hasDescription || (isMessage && field.number == model::description);
        hasKind = hasKind || (isMessage && field.number >= firstKind && field.number <= lastKind);
    }
    return hasDescription && hasKind;
}

std::string_view networkKind(std::uint32_t kind)
{
    switch (kind) {
    case model::neuralNetwork: return "neuralNetwork";
    case model::neuralNetworkClassifier: return "neuralNetworkClassifier";
    case model::neuralNetworkRegressor: return "neuralNetworkRegressor";
    default: return {};
    }
}

Diagnostic otherKind(std::uint32_t kind)
{
    const auto known = std::find_if(otherKinds.begin(), otherKinds.end(),
                                    [kind](const OtherKind &one) { return one.number == kind; });
    const OtherKind &other =
        known != otherKinds.end() ? *known : OtherKind{kind, "a Core ML model of another kind"};
    return makeError("format-foreign", "found {}{}", other.what, other.advice);
}

} // namespace nervure::coreml

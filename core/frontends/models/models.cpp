// SPDX-License-Identifier: Apache-2.0
#include "core/frontends/models/models.h"

#include <array>

namespace nervure::models {

std::span<const Model> allModels()
{
    static constexpr std::array models{
        Model{"resnet18", buildResnet18},        Model{"mobilenet", buildMobilenet},
        Model{"squeezenet1.1", buildSqueezenet}, Model{"mlp", buildPerceptron},
        Model{"resnet50", buildResnet50},        Model{"vgg16", buildVgg16},
        Model{"resnet18_v1", buildResnet18V1},   Model{"resnet50_v1", buildResnet50V1},
    };
    return models;
}

Entry imageInput(ModelBuilder &model)
{
    return model.variable("data", {{"shape", "(1, 3, 224, 224)"}});
}

std::string pairText(int value)
{
    const std::string text = std::to_string(value);
    return '(' + text + ", " + text + ')';
}

} // namespace nervure::models

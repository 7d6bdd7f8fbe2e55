// SPDX-License-Identifier: Apache-2.0
#include "core/frontends/models/models.h"

namespace nervure::models {

Result<Graph> buildPerceptron(const OpRegistry &ops)
{
    ModelBuilder model(ops);
    Entry x = model.apply("flatten", {imageInput(model)});
    x = model.apply("dense", {x}, {{"units", "128"}}, "fc1");
    x = model.apply("relu", {x}, {}, "relu1");
    x = model.apply("dense", {x}, {{"units", "64"}}, "fc2");
    x = model.apply("relu", {x}, {}, "relu2");
    x = model.apply("dense", {x}, {{"units", "1000"}}, "fc3");
    return model.finish({model.apply("softmax", {x}, {}, "softmax")});
}

} // namespace nervure::models

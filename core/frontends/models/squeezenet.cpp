// SPDX-License-Identifier: Apache-2.0
#include "core/frontends/models/models.h"

namespace nervure::models {

namespace {

Entry convolve(ModelBuilder &model, Entry x, int channels, int kernel, AttrDict attrs)
{
    attrs.set("channels", std::to_string(channels));
    attrs.set("kernel_size", pairText(kernel));
    return model.apply("relu", {model.apply("conv2d", {x}, std::move(attrs))});
}

/// Squeeze to few channels, expand by 1×1 and 3×3 side by side.
Entry fire(ModelBuilder &model, Entry x, int squeezed, int expanded)
{
    const Entry narrow = convolve(model, x, squeezed, 1, {{"padding", "(0, 0)"}});
    const Entry left = convolve(model, narrow, expanded, 1, {{"padding", "(0, 0)"}});
    const Entry right = convolve(model, narrow, expanded, 3, {{"padding", "(1, 1)"}});
    return model.apply("concatenate", {left, right}, {{"axis", "1"}});
}

Entry pool(ModelBuilder &model, Entry x)
{
    return model.apply("max_pool2d", {x}, {{"pool_size", "(3, 3)"}, {"strides", "(2, 2)"}});
}

} // namespace

Result<Graph> buildSqueezenet(const OpRegistry &ops)
{
    ModelBuilder model(ops);
    Entry x =
        convolve(model, imageInput(model), 64, 3, {{"padding", "(1, 1)"}, {"strides", "(2, 2)"}});
    x = pool(model, x);
    x = fire(model, fire(model, x, 16, 64), 16, 64);
    x = pool(model, x);
    x = fire(model, fire(model, x, 32, 128), 32, 128);
    x = pool(model, x);
    x = fire(model, fire(model, x, 48, 192), 48, 192);
    x = fire(model, fire(model, x, 64, 256), 64, 256);
    x = model.apply("dropout", {x}, {{"rate", "0.5"}});
    x = convolve(model, x, 1000, 1, {});
    x = model.apply("global_avg_pool2d", {x});
    x = model.apply("flatten", {x});
    return model.finish({model.apply("softmax", {x})});
}

} // namespace nervure::models

// SPDX-License-Identifier: Apache-2.0
#include "core/frontends/models/models.h"

#include <array>
#include <fmt/format.h>

namespace nervure::models {

Result<Graph> buildVgg16(const OpRegistry &ops)
{
    constexpr std::array<int, 5> layers{2, 2, 3, 3, 3};
    constexpr std::array<int, 5> channels{64, 128, 256, 512, 512};
    ModelBuilder model(ops);
    Entry x = imageInput(model);
    for (std::size_t stage = 0; stage < layers.size(); ++stage) {
        const std::string s = std::to_string(stage + 1);
        for (int i = 1; i <= layers[stage]; ++i) {
            const std::string name = fmt::format("{}_{}", s, i);
            x = model.apply("conv2d", {x},
                            {{"channels", std::to_string(channels[stage])},
                             {"kernel_size", "(3, 3)"},
                             {"padding", "(1, 1)"}},
                            "conv" + name);
            x = model.apply("relu", {x}, {}, "relu" + name);
        }
        x = model.apply("max_pool2d", {x}, {{"pool_size", "(2, 2)"}, {"strides", "(2, 2)"}},
                        "pool" + s);
    }
    x = model.apply("flatten", {x}, {}, "flatten");
    for (const std::string n : {"6", "7"}) {
        x = model.apply("dense", {x}, {{"units", "4096"}}, "fc" + n);
        x = model.apply("relu", {x}, {}, "relu" + n);
        x = model.apply("dropout", {x}, {{"rate", "0.5"}}, "drop" + n);
    }
    x = model.apply("dense", {x}, {{"units", "1000"}}, "fc8");
    return model.finish({model.apply("softmax", {x}, {}, "softmax")});
}

} // namespace nervure::models

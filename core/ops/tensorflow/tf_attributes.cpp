// SPDX-License-Identifier: Apache-2.0
#include "core/ops/tensorflow/tf_attributes.h"

#include <algorithm>
#include <array>

namespace nervure::tensorflow {

namespace {

struct HelpRow {
    std::string_view name;
    std::string_view help;
};

/// What attributes mean, which have one meaning in all operators.
constexpr std::array helpRows{
    HelpRow{"DstT", "the type of the result's elements"},
    HelpRow{"Index", "the type of the numbers of sizes or positions"},
    HelpRow{"N", "how many values there are"},
    HelpRow{"SrcT", "the type of the elements"},
    HelpRow{"T", "the type of the elements"},
    HelpRow{"adj_x", "whether the last two dimensions of x are exchanged"},
    HelpRow{"adj_y", "whether the last two dimensions of y are exchanged"},
    HelpRow{"align_corners", "whether the corners of both images lie on each other"},
    HelpRow{"alpha", "the slope below 0, or the factor of the sum"},
    HelpRow{"axis", "the dimension"},
    HelpRow{"batch_dims", "how many dimensions in front both share"},
    HelpRow{"begin_mask", "bits of the dimensions whose begin is left out"},
    HelpRow{"beta", "the exponent"},
    HelpRow{"bias", "what is added to the sum"},
    HelpRow{"block_size", "the side of a block"},
    HelpRow{"body", "the function that is one step"},
    HelpRow{"cell_clip", "where larger cell states are cut off; 0 or less: nowhere"},
    HelpRow{"channels", "how many channels the image gets; 0: as the file has them"},
    HelpRow{"cond", "the function that says whether to go on"},
    HelpRow{"data_format", "the order of batch, height, width and channels"},
    HelpRow{"depth_radius", "how many channels on either side count"},
    HelpRow{"dilations", "distance of the kernel's elements, for each dimension"},
    HelpRow{"dtype", "the type of the result's elements"},
    HelpRow{"ellipsis_mask", "bit of the position that stands for all dimensions between"},
    HelpRow{"else_branch", "the function that runs otherwise"},
    HelpRow{"end_mask", "bits of the dimensions whose end is left out"},
    HelpRow{"epsilon", "what is added to the variance"},
    HelpRow{"exclusive", "whether an element itself is left out"},
    HelpRow{"explicit_paddings", "what is put in front of and behind each dimension"},
    HelpRow{"f", "the function"},
    HelpRow{"forget_bias", "what is added to the forget gate before its function"},
    HelpRow{"half_pixel_centers", "whether positions are those of the elements' centers"},
    HelpRow{"is_training", "whether the statistics are those of this batch"},
    HelpRow{"keep_dims", "whether reduced dimensions stay, with size 1"},
    HelpRow{"ksize", "the window's size, for each dimension"},
    HelpRow{"message", "what is said where a value is not finite"},
    HelpRow{"mode", "how values beyond the border are found"},
    HelpRow{"new_axis_mask", "bits of the positions that are new dimensions of size 1"},
    HelpRow{"next_iteration", "whose value comes in all steps of a loop but the first"},
    HelpRow{"num", "how many parts there are"},
    HelpRow{"num_split", "how many parts there are"},
    HelpRow{"out_type", "the type of the result's elements"},
    HelpRow{"output_type", "the type of the result's elements"},
    HelpRow{"padding", "SAME: as much as keeps sizes that strides divide; VALID: none"},
    HelpRow{"reverse", "whether to count from the end"},
    HelpRow{"scale_after_normalization", "whether gamma is multiplied with"},
    HelpRow{"shape", "the shape of the result"},
    HelpRow{"shrink_axis_mask", "bits of the dimensions of which one position is taken"},
    HelpRow{"squeeze_dims", "the dimensions that go away; all of size 1 where there are none"},
    HelpRow{"strides", "steps of the window, for each dimension"},
    HelpRow{"then_branch", "the function that runs where the condition holds"},
    HelpRow{"transpose_a", "whether a is transposed first"},
    HelpRow{"transpose_b", "whether b is transposed first"},
    HelpRow{"variance_epsilon", "what is added to the variance"},
};

} // namespace

std::string_view attributeHelp(std::string_view name)
{
    const auto found = std::find_if(helpRows.begin(), helpRows.end(),
                                    [name](const HelpRow &row) { return row.name == name; });
    if (found != helpRows.end()) {
        return found->help;
    }
    // Tidx, Tpaddings, Tcond, …
    return name.starts_with('T') ? "a type of values" : "has no effect on what a run computes";
}

} // namespace nervure::tensorflow

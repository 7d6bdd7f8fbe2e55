// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/one_op_document.h"

namespace nervure::conformance {

using Json = nlohmann::json;

namespace {

Json tensor(const std::string &role, const std::string &name)
{
    return {{"arg_name", role}, {"name", name}};
}

Json paramsJson(const Json &params)
{
    Json list = Json::array();
    for (const auto &[name, value] : params.items()) {
        list.push_back({{"arg_name", name}, {"value", value}});
    }
    return list;
}

Json opJson(const std::string &name, const std::string &optype, const Json &params)
{
    return {{"name", name},
            {"optype", optype},
            {"tensors_in", Json::array()},
            {"tensors_out", Json::array()},
            {"params", paramsJson(params)}};
}

} // namespace

std::string OneOpDocument::text(const std::string &optype,
                                const std::vector<std::string> &outputs) const
{
    Json ops = Json::array();
    Json op = opJson("op", optype, params);
    for (const OneOpInput &input : inputs) {
        Json create = opJson("create_" + input.role, "create",
                             {{"dtype", input.dtype},
                              {"dims", input.dims},
                              {"ran", input.range},
                              {"data", input.data},
                              {"from_file", false}});
        create["tensors_out"].push_back(tensor("dst", input.role));
        ops.push_back(std::move(create));
        op["tensors_in"].push_back(tensor(input.role, input.role));
    }
    for (const std::string &role : outputs) {
        op["tensors_out"].push_back(tensor(role, role));
    }
    ops.push_back(std::move(op));
    return Json{{"ops", std::move(ops)}}.dump();
}

} // namespace nervure::conformance

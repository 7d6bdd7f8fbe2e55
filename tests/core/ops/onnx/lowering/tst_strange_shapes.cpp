// SPDX-License-Identifier: Apache-2.0
#include "core/builtins.h"
#include "core/graph/op/rewrite_rules.h"
#include "core/graph/op/value_rules.h"
#include "core/support/text.h"
#include "tests/core/ops/onnx_run_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <random>

using namespace nervure;
using namespace nervure::tests;

namespace {

/// Nodes of one operator with inputs and attributes as no standard has them, the same ones each time.
class StrangeNodes {
public:
    explicit StrangeNodes(const OpSpec &spec) : m_spec(spec) {}

    /// What comes of one more: its outputs or an error.
    std::string next()
    {
        AttrDict attrs;
        const std::shared_ptr<void> scratch = m_spec.attrs.makeDefault();
        for (const AttrDecl &decl : m_spec.attrs.decls) {
            const char *text = attributes[below(attributes.size())];
            if (decl.parse(text, scratch.get()).ok() && below(2) == 0) {
                attrs.set(decl.name, text);
            }
        }
        const auto &formals = m_spec.values->signature.inputs;
        std::vector<std::string> inputs;
        for (std::size_t i = 0; i < formals.size() || below(3) == 0; ++i) {
            const FormalValue *formal = m_spec.values->signature.input(i);
            if (!formal) {
                break;
            }
            inputs.push_back(formal->isOptional && below(2) == 0 ? "" : input(*formal));
        }
        const std::size_t outputs =
            std::max<std::size_t>(1, m_spec.values->signature.outputs.size());
        return OnnxRunProbe(m_spec.name, m_spec.sinceVersion, std::move(attrs))
            .outputs(inputs, outputs);
    }

private:
    static constexpr std::array<const char *, 10> attributes{"0",
                                                             "1",
                                                             "2",
                                                             "-1",
                                                             "[1]",
                                                             "[1, 1]",
                                                             "[2, 1, 0]",
                                                             "[0, 0, 1, 1]",
                                                             "9223372036854775807",
                                                             "LINEAR"};

    std::size_t below(std::size_t count)
    {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random);
    }
    std::string input(const FormalValue &formal)
    {
        const char *type = "float32";
        for (const auto &[element, name] :
             {std::pair{ElementType::Int64, "int64"}, std::pair{ElementType::Int32, "int32"},
              std::pair{ElementType::UInt8, "uint8"}, std::pair{ElementType::Bool, "bool"},
              std::pair{ElementType::Float32, "float32"}}) {
            type = formal.types.tensors & TypeSet::bit(element) ? name : type;
        }
        std::vector<std::string> dims;
        std::vector<std::string> elements{"1"};
        for (std::size_t i = below(6); i > 0; --i) {
            const std::size_t size = 1 + below(3);
            dims.push_back(std::to_string(size));
            elements.resize(elements.size() * size);
        }
        for (std::string &element : elements) {
            element = std::to_string(below(4));
        }
        return std::string(type) + '[' + join(dims, ", ") + "] = " + join(elements, ", ");
    }

    const OpSpec &m_spec;
    std::mt19937 m_random{7}; // NOLINT: the same ones each time
};

} // namespace

/// Every operator of ONNX's that is lowered answers shapes that do not fit it with one line.
class TstStrangeShapes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areComputedOrRefused()
    {
        const Builtins builtins = makeBuiltins();
        std::size_t computed = 0;
        std::size_t refused = 0;
        for (const OpSpec &spec : builtins.ops.all()) {
            if (spec.dialect != Dialect::Onnx || !spec.rewrites || !spec.rewrites->lower) {
                continue;
            }
            StrangeNodes nodes(spec);
            for (int i = 0; i < 40; ++i) {
                const std::string said = nodes.next();
                const bool isError = said.starts_with("error: ");
                ++(isError ? refused : computed);
                QVERIFY2(!said.empty() && said.find('\n') == std::string::npos, said.c_str());
            }
        }
        QVERIFY(computed > 1000 && refused > 1000);
    }
};

NERVURE_TEST(TstStrangeShapes)
#include "tst_strange_shapes.moc"

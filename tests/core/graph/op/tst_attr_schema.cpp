// SPDX-License-Identifier: Apache-2.0
#include "core/graph/op/attr_schema.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

namespace {

struct Attrs {
    std::string word = "plain";
};

AttrSchema makeSchema(bool required)
{
    AttrSchema schema;
    schema.makeDefault = [] { return std::make_shared<Attrs>(); };
    AttrDecl decl;
    decl.name = "word";
    decl.required = required;
    decl.parse = [](std::string_view text, void *attrs) -> Status {
        if (text == "bad") {
            return makeError("attr-invalid", "expected a good word");
        }
        static_cast<Attrs *>(attrs)->word = text;
        return {};
    };
    decl.print = [](const void *attrs) { return static_cast<const Attrs *>(attrs)->word; };
    schema.decls.push_back(decl);
    return schema;
}

} // namespace

class TstAttrSchema : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesAreParsedIntoTheStruct()
    {
        Diagnostics found;
        const auto attrs = parseAttrs(makeSchema(false), {{"word", "new"}}, "op", "n", found);
        QCOMPARE(attrs.as<Attrs>().word, std::string("new"));
        QVERIFY(found.empty());
    }

    void badValuesKeepTheDefaultAndAreLocated()
    {
        Diagnostics found;
        const auto attrs = parseAttrs(makeSchema(false), {{"word", "bad"}}, "op", "n", found);
        QCOMPARE(attrs.as<Attrs>().word, std::string("plain"));
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].message,
                 std::string("op 'n': attribute 'word' is 'bad', expected a good word"));
        QCOMPARE(found[0].where.node, std::string("n"));
        QCOMPARE(found[0].where.attribute, std::string("word"));
    }

    void unknownKeysGetASuggestion()
    {
        Diagnostics found;
        AttrSchema schema = makeSchema(false);
        schema.decls.front().name = "strides";
        (void)parseAttrs(schema, {{"stride", "x"}, {"__tag__", "x"}}, "op", "n", found);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(found[0].message.find("did you mean 'strides'") != std::string::npos);
        (void)parseAttrs(schema, {{"slides", "x"}}, "op", "n", found);
        QVERIFY(found[1].message.find("expected one of strides") != std::string::npos);
    }

    void missingRequiredAttributesAreNamed()
    {
        Diagnostics found;
        (void)parseAttrs(makeSchema(true), {}, "op", "n", found);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].code, std::string("attr-missing"));
    }
};

NERVURE_TEST(TstAttrSchema)
#include "tst_attr_schema.moc"

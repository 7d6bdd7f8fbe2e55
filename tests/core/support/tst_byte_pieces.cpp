// SPDX-License-Identifier: Apache-2.0
#include "core/support/byte_pieces.h"
#include "tests/support/errors.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace nervure;

class TstBytePieces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void partsAndNewBytes()
    {
        const std::string text = "0123456789";
        BytePieces pieces;
        pieces.keep(std::string_view(text).substr(0, 2));
        pieces.keep(std::string_view(text).substr(2, 2));
        pieces.add("new");
        pieces.keep(std::string_view(text).substr(8));
        QCOMPARE(pieces.text(), std::string("0123new89"));
        QCOMPARE(pieces.size(), std::uint64_t(9));
        // Neighbours are one piece.
        QCOMPARE(pieces.pieces().size(), std::size_t(3));
    }

    void piecesOfPieces()
    {
        BytePieces inner;
        inner.add("inner");
        BytePieces outer;
        outer.add("<");
        outer.append(std::move(inner));
        outer.add(">");
        QCOMPARE(outer.text(), std::string("<inner>"));
        QCOMPARE(outer.size(), std::uint64_t(7));
    }

    void oneText()
    {
        QCOMPARE(inOnePiece(std::string("text"))->text(), std::string("text"));
        NERVURE_VERIFY_ERROR(inOnePiece(makeError("some-code", "words")), "some-code", "words");
    }
};

NERVURE_TEST(TstBytePieces)
#include "tst_byte_pieces.moc"

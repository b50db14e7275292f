package dev.mortise.architecture;

import static dev.mortise.architecture.Passage.BREAK;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PassageTest {

    @Test
    void aPositionIsOnTheLineOfItsCharacter() {
        Passage passage = new Passage(7, "one\ntwo\nthree");
        assertEquals(7, passage.lineOf(3));
        assertEquals(8, passage.lineOf(4));
        assertEquals(9, passage.lineOf(passage.text().length()));
    }

    @Test
    void paragraphsKeepTheirLines() {
        Passage passage = new Passage(7, BREAK + "one\ntwo\n" + BREAK + "\nthree" + BREAK + " four" + BREAK);
        assertEquals(
                List.of(new Passage(7, "one\ntwo\n"), new Passage(9, "\nthree"), new Passage(10, " four")),
                passage.paragraphs());
    }
}

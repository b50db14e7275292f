package dev.mortise.architecture;

import static dev.mortise.architecture.Passage.BREAK;
import static dev.mortise.architecture.Passage.CODE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptProseTest {

    @Test
    void commentsOfLuaOnConsecutiveLinesAreOnePassage() {
        assertEquals(
                List.of(new Passage(1, " Grants the lock,\n or refuses it."), new Passage(4, " twice")),
                ScriptProse.ofLua("-- Grants the lock,\n-- or refuses it.\nlocal a = 1\nlocal b = a + a -- twice\n"));
    }

    @Test
    void anEmptyCommentEndsAParagraph() {
        assertEquals(
                " One.\n" + BREAK + "\n Two.",
                ScriptProse.ofLua("-- One.\n--\n-- Two.").get(0).text());
    }

    @Test
    void stringsOfLuaAreIgnored() {
        assertEquals(List.of(), ScriptProse.ofLua("local a = 'b -- c'\nlocal d = \"e -- f\""));
    }

    @Test
    void commentsOfShellAreRead() {
        assertEquals(
                List.of(new Passage(2, " Prints the folder."), new Passage(3, " then ends")),
                ScriptProse.ofShell("#!/bin/sh\n# Prints the folder.\nexit ${1#-} # then ends\n"));
    }

    @Test
    void textsOfShellAreRead() {
        assertEquals(
                List.of(new Passage(1, "no java # found"), new Passage(2, "$java is \\\"old\\\"")),
                ScriptProse.ofShell("fail 'no java # found'\nfail \"$java is \\\"old\\\"\" \"$a\"\n"));
    }

    @Test
    void aHereDocumentIsOnePassage() {
        assertEquals(
                List.of(new Passage(3, "This is\nthe " + CODE + " #1\n"), new Passage(6, " done")),
                ScriptProse.ofShell("help() {\n  cat <<'TEXT'\nThis is\nthe `help` #1\nTEXT\n# done\n"));
    }

    @Test
    void aHereStringIsNotAHereDocument() {
        assertEquals(List.of(new Passage(2, " done")), ScriptProse.ofShell("read -r a <<<WORD\n# done\n"));
    }
}

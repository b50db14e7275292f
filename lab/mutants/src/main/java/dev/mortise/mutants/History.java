package dev.mortise.mutants;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks git what has changed in the source tree. */
final class History {

    /** So many commits before HEAD is the base if none is named. */
    static final int COMMITS = 30;

    private final Path root;

    History(Path root) {
        this.root = root;
    }

    /**
     * What has changed between a commit and the working tree.
     *
     * @param named a commit, as its user has named it: the base is the last commit that HEAD has in common with it; null: the
     *     base is {@value #COMMITS} commits ago, or the first commit
     * @throws IllegalArgumentException if there is no such commit
     */
    Change since(@Nullable String named) throws IOException {
        String head = git("rev-parse", "HEAD").strip();
        String base = base(named);
        Set<Path> files = paths(git("diff", "--name-only", "--no-renames", "-z", "--relative", base))
                .collect(Collectors.toSet());
        return new Change(head, base, files, mutantsAt(base));
    }

    /** Whether this is a shallow clone in which the base is later than in a full clone if none is named. */
    boolean isCutOff() throws IOException {
        return lastCommits().size() <= COMMITS
                && git("rev-parse", "--is-shallow-repository").strip().equals("true");
    }

    private String base(@Nullable String named) throws IOException {
        if (named == null) {
            List<String> commits = lastCommits();
            return commits.get(commits.size() - 1);
        }
        String commit;
        try {
            commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", named + "^{commit}")
                    .strip();
        } catch (IOException e) {
            throw new IllegalArgumentException("this repository has no commit '" + named + "'", e);
        }
        try {
            return git("merge-base", "HEAD", commit).strip();
        } catch (IOException e) {
            // A shallow clone may not have the commit from which both come.
            return commit;
        }
    }

    private List<String> lastCommits() throws IOException {
        return git("rev-list", "--date-order", "--max-count=" + (COMMITS + 1), "HEAD")
                .lines()
                .toList();
    }

    /** The mutants as they were. None if they do not follow the present syntax. */
    private List<Mutant> mutantsAt(String commit) throws IOException {
        List<Mutant> mutants = new ArrayList<>();
        String files = git("ls-tree", "-r", "--name-only", "-z", commit, "--", MutantFile.FOLDER);
        for (Path file : paths(files).toList()) {
            String text = git("show", commit + ":./" + file);
            try {
                mutants.addAll(MutantFile.parse(MutantFile.subjectOf(file), text));
            } catch (BadMutantException e) {
                return List.of();
            }
        }
        return mutants;
    }

    private static Stream<Path> paths(String output) {
        return Stream.of(output.split("\0", -1)).filter(name -> !name.isEmpty()).flatMap(History::path);
    }

    /** Nothing for a name that this locale does not have. No mutant edits such a file. */
    private static Stream<Path> path(String name) {
        try {
            return Stream.of(Path.of(name));
        } catch (InvalidPathException unnameable) {
            return Stream.empty();
        }
    }

    private String git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(Arrays.asList(arguments));
        Path errors = Files.createTempFile("mortise-git", ".txt");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(root.toFile()).redirectError(errors.toFile());
            forgetOtherRepositories(builder);
            Process git = builder.start();
            git.getOutputStream().close();
            String output = text(git.getInputStream().readAllBytes());
            if (git.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " failed in " + root + ": "
                        + text(Files.readAllBytes(errors)).strip());
            }
            return output;
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        } finally {
            Files.delete(errors);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A hook of git sets variables that name its repository, whatever the folder of the process is. */
    static void forgetOtherRepositories(ProcessBuilder git) {
        git.environment().keySet().removeAll(List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"));
    }

    /**
     * What has changed between two states of the source tree.
     *
     * @param head the commit that is checked out
     * @param base the commit before
     * @param files the paths that differ, from the root
     * @param mutantsBefore the mutants of the base
     */
    record Change(String head, String base, Set<Path> files, List<Mutant> mutantsBefore) {

        Change {
            files = Set.copyOf(files);
            mutantsBefore = List.copyOf(mutantsBefore);
        }
    }
}

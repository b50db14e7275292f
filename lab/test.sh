# shellcheck shell=sh
# ./dev test, sourced by ./dev: finds the modules of a test class, compiles what has changed, and runs the test.
#
# A module is built by Maven once. After that, changed sources are compiled by javac alone if no other class can notice
# the change: their declarations, as javap prints them, are the same as before. In all other cases Maven builds again.
# shellcheck disable=SC2154 # `root` and `script` are set by ./dev, the rest by lab/launch.sh

test_help() {
  cat <<'TEXT'
./dev test [-Dname=value ...] [MODULE:]CLASS[#METHOD]

Compiles what has changed and runs one test class, or the methods of that name, in nested classes too. CLASS is a simple
or a full name. If several modules have the class, the test runs in each. If CLASS is abstract, as the kits of mortise-tck
and their groups are, every test class that extends it runs. METHOD is a regular expression.

Options that begin with -D or -X are passed to the JVM of the test. Examples:

  ./dev test WheelTest
  ./dev test JedisCompatibilityTest#anExplicitLeaseIsNotRenewed
  ./dev test -Dmortise.faults.rounds=20 mortise-jedis:FailoverFaults

Exit codes: 0 all passed; 1 a test failed; 2 wrong usage, or no such test; 3 the code does not compile, or it could not run.
TEXT
}

run_tests() {
  if asks_for_help "$@"; then
    test_help
    exit 0
  fi
  flags='' wanted=''
  for word in "$@"; do
    case $word in
      -D* | -X*) flags="$flags$word
" ;;
      -*) misuse "test: unknown option $word; see ./dev test --help" ;;
      *)
        [ -z "$wanted" ] || misuse 'test: one class at a time; see ./dev test --help'
        wanted=$word
        ;;
    esac
  done
  [ -n "$wanted" ] || misuse 'test: which class? See ./dev test --help'
  modules=$(sed -n 's:.*<module>\(.*\)</module>.*:\1:p' "$root/pom.xml")
  method='' class=$wanted
  case $class in
    *'#'*) method=${class#*'#'} class=${class%%'#'*} ;;
  esac
  is_pattern "$method" || misuse "test: '$method' is not a regular expression; see ./dev test --help"
  case $class in
    *:*)
      only=${class%%:*} class=${class#*:}
      printf '%s\n' "$modules" | grep -qxF "$only" || misuse "test: there is no module $only in pom.xml"
      ;;
    *) only= ;;
  esac
  case $class in
    '' | *[!A-Za-z0-9_.]*) misuse "test: '$class' is not the name of a class; see ./dev test --help" ;;
  esac
  # Paths below are relative to the tree, whose own path may contain spaces.
  cd "$root" || exit
  tests=$(find_tests "$class" '' | sort -u)
  [ -n "$tests" ] || misuse "test: no test class $class${only:+ in $only}"
  find_style
  find_java
  outcome=0
  for test in $tests; do
    module=${test%%:*} test=${test#*:}
    nested=${test#*:} test=${test%%:*}
    target=$root/$module/target/quick
    prepare_test
    code=0
    run_test || code=$?
    case $outcome$code in 0* | ?1) outcome=$code ;; esac
  done
  exit "$outcome"
}

# test_sources <module>: the folder of its tests, which may be that of another module; nothing if it has none
test_sources() {
  # shellcheck disable=SC2016 # a Maven property
  other=$(sed -n 's:.*<testSourceDirectory>${project.basedir}/../\(.*\)</testSourceDirectory>.*:\1:p' "$1/pom.xml")
  [ ! -d "${other:-$1/src/test/java}" ] || printf '%s\n' "${other:-$1/src/test/java}"
}

# find_tests <class> <nested class>: lines of module:class:nested class; an abstract class stands for all that extend it
find_tests() (
  found=$(tests_named "$1")
  if [ -n "$found" ]; then
    printf '%s\n' "$found" | grep -vx : | sed "s/\$/:$2/"
  else
    extensions "${1##*.}" | while IFS=: read -r heir inner; do
      find_tests "$heir" "${inner:-$2}"
    done
  fi
)

# tests_named <class>: lines of module:class, without a class that is abstract; a colon for one in a module that is not wanted
tests_named() {
  path=$(printf '%s' "$1" | tr . /)
  for candidate in $modules; do
    folder=$(test_sources "$candidate")
    [ -n "$folder" ] || continue
    find "$folder" -path "*/$path.java" | while read -r file; do
      if ! grep -Eq "^[a-z ]*(abstract class|interface) ${1##*.}([ <]|\$)" "$file"; then
        if [ -z "$only" ] || [ "$only" = "$candidate" ]; then
          file=${file#"$folder"/}
          printf '%s:%s\n' "$candidate" "$(printf '%s' "${file%.java}" | tr / .)"
        else
          echo :
        fi
      fi
    done
  done
}

# extensions <class>: lines of class:nested class, the ones whose source extends it, nested in itself if at all
extensions() {
  for candidate in $modules; do
    # A module that lacks one of the folders does not end the loop.
    find "$candidate/src/main/java" "$candidate/src/test/java" -name '*.java' 2>/dev/null || :
  done | xargs grep -E "^[^*]*class [A-Za-z0-9_]+(<.*>)? extends $1([ <]|\$)" /dev/null | while IFS=: read -r file line; do
    name=${file##*/} name=${name%.java}
    inner=$(printf '%s' "$line" | sed 's/.*class \([A-Za-z0-9_]*\).* extends .*/\1/')
    [ "$inner" != "$name" ] || inner=
    printf '%s:%s\n' "$name" "$inner"
  done
}

# prepare_test: compiles what has changed since the last test of $module
prepare_test() {
  stamp=$target/test-stamp
  find_junit
  mkdir -p "$target"
  touch "$stamp.next"
  changed=''
  if ! is_prepared; then
    build_tests
  elif [ -n "$changed" ]; then
    if compile_changed; then
      printf '%s' "$root" >"$stamp"
      touch -r "$stamp.next" "$stamp"
      note_sources
      say "Compiled $(printf '%s\n' "$changed" | wc -l | tr -d ' ') changed files"
    else
      build_tests
    fi
  fi
}

build_tests() {
  # All of them: Maven does not notice what other commands have compiled.
  rm -rf "$target/test-classes" "$target/maven-status/maven-compiler-plugin/testCompile"
  build test-compile "$stamp"
  note_sources
}

note_sources() {
  list_sources >"$target/test-files"
  touch "$target/test-compiled"
}

# is_prepared: whether $module was built for tests and lost no source since; sets $changed, the files that are newer
is_prepared() {
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$root" ] && [ -f "$target/test-compiled" ] || return 1
  exists_all "$target/test-classes" "$target/test-classpath" || return 1
  list_sources >"$target/test-files.now"
  removed=$(comm -23 "$target/test-files" "$target/test-files.now")
  if [ -n "$removed" ]; then
    printf '%s\n' "$removed" | while read -r file; do remove_classes "$file"; done
    return 1
  fi
  changed=$(list_sources -newer "$stamp")
}

# remove_classes <source>: removes its classes, which Maven may not know
remove_classes() {
  case $1 in
    */src/main/java/*.java) compiled=${1%/src/main/java/*}/target/quick/classes/${1##*/src/main/java/} ;;
    */src/test/java/*.java) compiled=$target/test-classes/${1##*/src/test/java/} ;;
    *) return 0 ;;
  esac
  compiled=${compiled%.java}
  rm -f "$compiled.class" "$compiled"\$*.class
}

# list_sources [conditions]: all files from which the tests of $module are built
list_sources() {
  folders="lab/launch.sh pom.xml $module/pom.xml $module/src $(test_sources "$module")"
  for other in $(used_modules "$target"); do
    folders="$folders $other/pom.xml $other/src/main"
  done
  # shellcheck disable=SC2086 # several folders
  find $folders -type f "$@" 2>/dev/null | sort -u
}

# compile_changed: compiles and copies $changed; false if only Maven can do it, because others may depend on the change
compile_changed() {
  require_compiler
  # Classes that another command has compiled may have other declarations than those that were compiled with them here.
  for used in "$module" $(used_modules "$target"); do
    later=$(find "$used/target/quick/classes" -name '*.class' -newer "$target/test-compiled" 2>/dev/null | head -n 1)
    [ -z "$later" ] || return 1
  done
  next=$target/next
  rm -rf "$next"
  mkdir -p "$next/classes"
  : >"$next/sources" && : >"$next/resources" && : >"$next/old" && : >"$next/new" && : >"$next/moves"
  printf '%s\n' "$changed" >"$next/changed"
  while read -r file; do
    place "$file" || return 1
  done <"$next/changed"
  if [ -s "$next/sources" ]; then
    if ! "$jdk/bin/javac" -encoding UTF-8 --release 17 -g -parameters -nowarn -proc:none -d "$next/classes" \
      -cp "$(test_class_path)" "@$next/sources" >"$next/log" 2>&1; then
      grep -v '^Note: ' "$next/log" >&2
      fail 'test: the code does not compile'
    fi
    while read -r file; do
      pair "$file" || return 1
    done <"$next/sources"
    [ "$(find "$next/classes" -type f | wc -l)" -eq "$(wc -l <"$next/moves")" ] || return 1
    [ "$(declarations "$next/old")" = "$(declarations "$next/new")" ] || return 1
    while IFS='	' read -r from to; do
      mkdir -p "${to%/*}" && mv "$from" "$to"
    done <"$next/moves"
  fi
  while IFS='	' read -r from to; do
    mkdir -p "${to%/*}" && cp "$from" "$to"
  done <"$next/resources"
}

test_class_path() {
  printf '%s:%s:%s' "$target/test-classes" "$target/classes" "$(cat "$target/test-classpath")"
}

# place <file>: notes whether to compile or to copy it, and where to; false for a file that is Maven's
place() {
  case $1 in
    */module-info.java | */package-info.java | */src/main/filtered/*) return 1 ;;
    */src/main/java/*.java | */src/test/java/*.java) printf '%s\n' "$1" >>"$next/sources" ;;
    */src/main/resources/*)
      printf '%s\t%s\n' "$1" "${1%/src/main/resources/*}/target/quick/classes/${1##*/src/main/resources/}" >>"$next/resources"
      ;;
    */src/test/resources/*)
      printf '%s\t%s\n' "$1" "${1%/src/test/resources/*}/target/quick/test-classes/${1##*/src/test/resources/}" >>"$next/resources"
      ;;
    */src/*) ;;
    *) return 1 ;;
  esac
}

# pair <source>: notes where its new classes go, and the old and new ones that other classes see; false if another test
# class uses it and is not compiled with it
pair() {
  case $1 in
    */src/main/java/*) into=${1%/src/main/java/*}/target/quick/classes class_name=${1##*/src/main/java/} ;;
    *) into=$target/test-classes class_name=${1##*/src/test/java/} ;;
  esac
  class_name=${class_name%.java}
  for new in "$next/classes/$class_name.class" "$next/classes/$class_name"\$*.class; do
    [ ! -f "$new" ] || printf '%s\t%s\n' "$new" "$into/${new#"$next/classes/"}" >>"$next/moves"
  done
  [ -f "$into/$class_name.class" ] || return 0
  if [ "$into" = "$target/test-classes" ]; then
    users=$(grep -rlF "$class_name" "$into" | grep -vF "$into/$class_name.class" | grep -vF "$into/$class_name\$" || :)
    # A class into which javac has copied a constant does not name the class that declares it.
    [ -n "$users" ] || grep -Eq '^ *(public |protected )?static final ' "$1" || return 0
  fi
  list_visible "$into/$class_name" >>"$next/old"
  list_visible "$next/classes/$class_name" >>"$next/new"
}

# list_visible <class file without suffix>: it and its named nested classes
list_visible() {
  for file in "$1.class" "$1"\$[!0-9]*.class; do
    [ ! -f "$file" ] || printf '%s\n' "$file"
  done
}

# declarations <list of class files>: what other classes can see of them, constants included
declarations() {
  [ ! -s "$1" ] || tr '\n' '\0' <"$1" | xargs -0 "$jdk/bin/javap" -package -constants
}

# find_junit: sets $console, the jar that runs tests on a class path
find_junit() {
  junit=$(sed -n 's:.*<junit.version>\(.*\)</junit.version>.*:\1:p' "$root/pom.xml")
  tools=$root/target/tools
  console=$tools/junit-platform-console-standalone-$junit.jar
  [ ! -f "$console" ] || return 0
  command -v mvn >/dev/null 2>&1 || fail 'no mvn found: install Maven, 3.8.7 or later'
  plugin=$(sed -n '/maven-dependency-plugin/{n;s:.*<version>\(.*\)</version>.*:\1:p;}' "$root/pom.xml")
  mkdir -p "$tools"
  say "Fetching JUnit's console launcher $junit"
  # Not in the tree: Maven would look at every module first.
  (cd "$tools" && mvn -q -B -ntp "org.apache.maven.plugins:maven-dependency-plugin:$plugin:copy" -DoutputDirectory="$tools" \
    -Dartifact="org.junit.platform:junit-platform-console-standalone:$junit") >"$tools/log" 2>&1 </dev/null ||
    fail "test: JUnit's console launcher cannot be fetched; see $tools/log"
}

# run_test: runs $test of $module, or its methods $method; the exit code of the console
run_test() {
  jvm=$(sed -n 's:.*<test.jvm>\(.*\)</test.jvm>.*:\1:p' "$root/pom.xml")
  # shellcheck disable=SC2016 # a Maven property
  own=$(sed -n 's:.*<argLine>\(${test.jvm}\)*\(.*\)</argLine>.*:\2:p' "$root/$module/pom.xml")
  # Another test of the module may run at the same time.
  violations=$target/test-violations.$$.txt
  finished=$target/test-reports.$$
  rm -rf "$violations" "$finished"
  details=summary
  [ -z "$method" ] || details=tree
  set -- --disable-banner --include-engine junit-jupiter --fail-if-no-tests "--details=$details" --select-class "$test" "--reports-dir=$finished"
  [ "$style" = colour ] || set -- "$@" --disable-ansi-colors
  [ -z "$method$nested" ] || set -- "$@" --include-methodname ".*${nested:+\\\$$nested}#(${method:-.*})"
  set -- -cp "$(test_class_path):$console" org.junit.platform.console.ConsoleLauncher execute "$@"
  say "$module: ${test##*.}${nested:+ \$$nested}${method:+#$method}"
  ran=0
  (
    cd "$root/$module"
    set -f
    IFS='
'
    # shellcheck disable=SC2086 # one option a line
    set -- $flags "$@"
    IFS=' '
    # shellcheck disable=SC2086 # the flags are several words
    exec "$java" $jvm $own "-Dbasedir=$root/$module" "-Dmortise.violations=$violations" "$@"
  ) </dev/null || ran=$?
  if [ -f "$violations" ]; then
    printf '%s: test: safety was violated, whatever the tests say:\n' "$script" >&2
    cat "$violations" >&2
    ran=1
  fi
  # JUnit writes its report at the end.
  if [ "$ran" = 0 ] && [ -z "$(find "$finished" -name '*.xml' 2>/dev/null)" ]; then
    printf '%s: test: the JVM ended with exit code 0 before the tests did: something called System.exit\n' "$script" >&2
    ran=1
  fi
  rm -rf "$violations" "$finished"
  case $ran in
    0 | 1) ;;
    2) printf '%s: test: no test matches %s\n' "$script" "$wanted" >&2 ;;
    *) ran=$COULD_NOT_RUN ;;
  esac
  return "$ran"
}

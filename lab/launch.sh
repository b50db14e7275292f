# shellcheck shell=sh
# Sourced by ./mortise and ./dev, which set `root` (the source tree) and `script` (their own name). These functions find a
# JDK, build what is not built yet, and start a Java program.
# shellcheck disable=SC2154 # `root` and `script`

MISUSED=2
COULD_NOT_RUN=3

fail() {
  printf '%s: %s\n' "$script" "$*" >&2
  exit "$COULD_NOT_RUN"
}

# run_child <command> [arguments]: sets $code. A shell that waits for a command in the foreground does not see a signal, so this
# one waits for it in the background. The caller has a trap that calls end_child.
child='' earlier=''
run_child() {
  code=0 earlier=${!:-} child=forked
  "$@" &
  child=$!
  wait "$child" || code=$?
  child=
}

end_child() {
  how=TERM
  # If a signal came between the fork and the assignment, the child is $!. The traps that it inherits could swallow a TERM.
  [ "$child" != forked ] || child=${!:-} how=KILL
  case $child in '' | "$earlier") return 0 ;; esac
  kill "-$how" "$child" 2>/dev/null || :
  wait "$child" || :
}

# is_pattern <text>: whether it is a regular expression
is_pattern() {
  code=0
  grep -qE -e "$1" /dev/null 2>/dev/null || code=$?
  [ "$code" -le 1 ]
}

misuse() {
  printf '%s: %s\n' "$script" "$*" >&2
  exit "$MISUSED"
}

# print_version: the version of the tree and, if git knows it, the commit
print_version() {
  number=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' "$root/pom.xml" | head -n 1)
  commit=$(git -C "$root" rev-parse --short HEAD 2>/dev/null) || commit=
  printf 'Mortise %s%s\n' "$number" "${commit:+ (commit $commit)}"
}

# asks_for_help [arguments]: whether one of them is --help or -h
asks_for_help() {
  for word in "$@"; do
    case $word in --help | -h) return 0 ;; esac
  done
  return 1
}

# print_help <module> <main class>: the text that the program itself prints for --help, without building it
print_help() {
  cat "$root/$1/src/main/resources/$(printf '%s' "${2%.*}" | tr . /)/help.txt"
}

find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  command -v "$java" >/dev/null 2>&1 ||
    fail "no java found (${JAVA_HOME:+JAVA_HOME is $JAVA_HOME; }install a JDK, 17 or later, or set JAVA_HOME to one)"
  settings=$("$java" -XshowSettings:properties -version 2>&1) || fail "$java does not run: $settings"
  java_version=$(printf '%s\n' "$settings" | sed -n 's/^ *java\.specification\.version = \([0-9.]*\).*/\1/p')
  case $java_version in
    '' | 1.* | [0-9] | 1[0-6]) fail "$java is Java ${java_version:-of an unknown version}: 17 or later is needed, set JAVA_HOME to one" ;;
  esac
  jdk=$(printf '%s\n' "$settings" | sed -n 's/^ *java\.home = //p')
}

require_compiler() {
  [ -x "$jdk/bin/javac" ] || fail "$jdk has no compiler: install a JDK, not a runtime only, or set JAVA_HOME to one"
}

# is_built: whether $module and what it needs are built, in this folder, from the present sources
is_built() {
  [ -f "$target/stamp" ] && [ "$(cat "$target/stamp")" = "$root" ] || return 1
  changed=$(find "$root/lab/launch.sh" "$root/pom.xml" "$root"/*/pom.xml "$root"/*/*/pom.xml \
    "$root"/*/src/main "$root"/*/*/src/main -newer "$target/stamp" 2>/dev/null | head -n 1)
  [ -z "$changed" ] && exists_all "$target/classes" "$target/classpath"
}

# exists_all <folder> <class path file>: whether the folder and every entry of the class path exist
exists_all() (
  [ -f "$2" ] || return 1
  class_path=$1:$(cat "$2")
  set -f
  IFS=:
  for entry in $class_path; do
    [ -e "$entry" ] || return 1
  done
)

# build <phase> <stamp>: builds $module and what it needs up to the phase, without the static checks, into target/quick
build() {
  command -v mvn >/dev/null 2>&1 || fail 'no mvn found: install Maven, 3.8.7 or later'
  require_compiler
  mkdir -p "$target"
  log=$target/build.log
  printf '%s' "$root" >"$2.next"
  forget_stale
  began=$(date +%s)
  say "Building $module and what it needs; the first time Maven downloads its plug-ins and libraries, too"
  (cd "$root" && exec mvn -B -Dquick -pl "$module" -am "$1") >"$log" 2>&1 </dev/null &
  maven=$!
  trap 'stop_build 129' HUP
  trap 'stop_build 130' INT
  trap 'stop_build 143' TERM
  # The shell waits for Maven alone, so that a build that ends early is noticed at once.
  show_progress &
  progress=$!
  wait "$maven" || fail_build
  end_progress
  trap - HUP INT TERM
  mv "$2.next" "$2"
  used_modules "$target" | while read -r used; do touch "$root/$used/target/quick/compiled"; done
  touch "$target/compiled"
  say "Built in $(($(date +%s) - began)) s"
}

# used_modules <target folder>: the modules of this tree on its class path, as Maven has written it down
used_modules() {
  cat "$1/classpath" "$1/test-classpath" 2>/dev/null | tr ':' '\n' | sort -u | while read -r entry; do
    entry=${entry#"$root"/}
    case $entry in
      /*) ;;
      */target/quick/classes) printf '%s\n' "${entry%/target/quick/classes}" ;;
    esac
  done
}

# forget_stale: removes the classes of every module that uses one that was compiled later. Maven keeps them, since it
# notices only what it has compiled in the same run, and another command may have built a part of the modules.
forget_stale() {
  for mark in "$root"/*/target/quick/compiled "$root"/*/*/target/quick/compiled; do
    [ -f "$mark" ] || continue
    folder=${mark%/compiled}
    used_modules "$folder" | while read -r used; do
      later=$(find "$root/$used/target/quick/classes" -name '*.class' -newer "$mark" 2>/dev/null | head -n 1)
      if [ -n "$later" ]; then
        rm -rf "$folder/classes" "$folder/test-classes" "$folder/maven-status" "$mark"
        break
      fi
    done
  done
}

stop_build() {
  trap '' HUP INT TERM
  kill -TERM "$maven" 2>/dev/null || :
  wait "$maven" 2>/dev/null || :
  end_progress
  exit "$1"
}

fail_build() {
  end_progress
  say 'The build failed:'
  errors=$(grep '^\[ERROR\]' "$log" | head -n 20)
  [ -n "$errors" ] || errors=$(tail -n 20 "$log")
  printf '%s\n' "$errors" >&2
  fail "the whole log is $log"
}

end_progress() {
  kill "$progress" 2>/dev/null || :
  wait "$progress" 2>/dev/null || :
}

show_progress() {
  while kill -0 "$maven" 2>/dev/null; do
    show_step
    sleep 1
  done
}

# On a terminal a line that is redrawn every second, else a line every ten.
show_step() {
  elapsed=$(($(date +%s) - began))
  [ "$style" != plain ] || [ $((elapsed % 10)) = 9 ] || return 0
  step=$(sed -n 's/^\[INFO\] Building \(.*[^ ]\) *\(\[[0-9/]*\]\)$/\2 \1/p' "$log" | tail -n 1)
  text="  $elapsed s  ${step:-starting Maven}"
  if [ "$style" = plain ]; then
    printf '%s\n' "$text"
  else
    printf '\r%-78.78s' "$text"
  fi
}

say() {
  [ "$style" = plain ] || printf '\r%78s\r' ''
  printf '%s\n' "$*"
}

# What the output may use: plain lines, lines redrawn in place, or colours too.
find_style() {
  style=plain
  if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; then
    style=colour
    [ -z "${NO_COLOR:-}" ] || style=terminal
  fi
}

# launch <module> <main class> <options of java> [arguments]: prints the help, or builds the program and becomes it
launch() {
  module=$1 main=$2 flags=$3
  shift 3
  if asks_for_help "$@"; then
    print_help "$module" "$main"
    exit 0
  fi
  target=$root/$module/target/quick
  find_style
  find_java
  is_built || build process-classes "$target/stamp"
  # shellcheck disable=SC2086 # the flags are several words
  exec "$java" $flags -Dmortise.style="$style" -Dmortise.root="$root" -cp "$target/classes:$(cat "$target/classpath")" "$main" "$@"
}

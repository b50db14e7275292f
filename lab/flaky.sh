# shellcheck shell=sh
# ./dev flaky, sourced by ./dev: runs the suite many times, alone and with every core busy, and lists the tests that failed.
# shellcheck disable=SC2154 # `root`, `script` and MISUSED are set by ./dev and lab/launch.sh

flaky_help() {
  cat <<'TEXT'
./dev flaky [--classes REGEX] [--tag TAG] [n]
./dev flaky --reset [--classes REGEX] [--tag TAG]

Runs mvn verify n times (3) alone and n times with a busy loop on every core, in turn. Then it prints each test that ever
failed, or that passed only when it was run again, each class whose JVM crashed or hung, and each violated safety check.
Stop it with Ctrl-C at any time: the same command continues with the run that was stopped.

  --classes REGEX    only the classes whose file (dev/mortise/WheelTest.class) contains a match
  --tag TAG          only the tests with this JUnit tag, for example timing
  --reset            forgets the runs of this choice of tests, or without a choice all runs

The state is in target/flaky: the reports of each run in which a test failed, and the log of each run.

Exit codes: 0 no test ever failed; 1 a test did; 2 wrong usage; 3 the tests could not be run.
TEXT
}

# The arguments of Maven that choose tests.
only_tag() {
  printf '%s\n' "-Dunit.groups=$1 & !servers & !topologies & !campaign" "-Dserver.groups=$1 & servers & !topologies & !campaign"
}
only_classes() { printf '%s\n' "-Dtest=%regex[.*($1).*]"; }

# The marker files of violated safety checks, relative to the tree.
safety_markers() { find . -path '*/target/safety-violations.txt' -type f; }

# written <pattern>: what the tests of the modules have written into their folders of reports, relative to the tree
written() { find . -path "*/target/*-reports/$1" ! -path './target/*' -type f; }
reports() { written 'TEST-*.xml'; }

flaky() {
  if asks_for_help "$@"; then
    flaky_help
    exit 0
  fi
  cd "$root" || exit
  wanted=3 selection=suite choice='' reset=''
  while [ $# -gt 0 ]; do
    case $1 in
      --reset) reset=yes ;;
      --classes | --tag)
        [ -n "${2:-}" ] || misuse "flaky: $1 needs a value; see ./dev flaky --help"
        case $1 in
          --classes)
            is_pattern "$2" || misuse "flaky: '$2' is not a regular expression; see ./dev flaky --help"
            choice="$choice$(only_classes "$2")
"
            ;;
          --tag) choice="$choice$(only_tag "$2")
" ;;
        esac
        safe=$(printf '%s' "$2" | tr -c 'A-Za-z0-9\n' _)
        # Two choices must not share a state.
        [ "$safe" = "$2" ] || safe=$safe-$(printf '%s' "$2" | cksum | cut -d ' ' -f 1)
        selection=$selection-${1#--}_$safe
        shift
        ;;
      -*) misuse "flaky: unknown option $1; see ./dev flaky --help" ;;
      *)
        case $1 in '' | *[!0-9]* | 0* | ????*) misuse "flaky: the number of runs is a whole number from 1 to 999, not '$1'" ;; esac
        wanted=$1
        ;;
    esac
    shift
  done
  if [ -n "$reset" ]; then
    case $selection in
      suite) rm -rf target/flaky ;;
      *) rm -rf "target/flaky/$selection" ;;
    esac
    echo 'The runs are forgotten.'
    exit 0
  fi
  find_java
  command -v mvn >/dev/null 2>&1 || fail 'no mvn found: install Maven, 3.8.7 or later'
  state=target/flaky/$selection
  mkdir -p "$state"
  same_code
  loops='' maven='' earlier=''
  trap 'stop_run' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  refuse_other_markers
  for load in alone busy; do touch "$state/$load"; done
  number=1
  while [ "$number" -le "$wanted" ]; do
    for load in alone busy; do
      [ "$(wc -l <"$state/$load")" -ge "$number" ] || run_suite
    done
    number=$((number + 1))
  done
  trap - EXIT
  summarize
}

# Runs of different code are not added up.
same_code() {
  code=$(present_code | cksum)
  if [ ! -f "$state/code" ]; then
    printf '%s\n' "$code" >"$state/code"
  elif [ "$(cat "$state/code")" != "$code" ]; then
    fail 'flaky: the code has changed since the first run; begin again with --reset'
  fi
}

# present_code: the commit, what differs from it, and the new files; without git, the names and contents of all files
present_code() {
  if git rev-parse --verify -q HEAD 2>/dev/null; then
    git diff HEAD
    git ls-files -o -z --exclude-standard | xargs -0 cksum
  else
    find . \( -name target -o -name .git -o -name node_modules \) -prune -o -type f -exec cksum {} + | sort
  fi
}

# Each run removes the markers of the run before, which $state has. A marker that it does not have comes from another build.
refuse_other_markers() {
  other=$(safety_markers | while read -r file; do
    kept=$(find "$state" -name "$(kept_name "$file")" -exec cmp -s "$file" {} \; -print)
    [ -n "$kept" ] || printf '%s\n' "$file"
  done | head -n 1)
  [ -z "$other" ] || fail "flaky: another build has recorded a safety violation in $other. Explain it and remove the file first"
}

# kept_name <marker>: the name of its copy in $state
kept_name() { printf '%s' "${1#./}" | tr / _; }

# run_suite: run $number under $load
run_suite() {
  name=$load-$number
  log=$state/$name.log
  printf 'Run %s of %s, %s\n' "$number" "$wanted" "$load"
  written '*' | while read -r file; do rm -f "$file"; done
  safety_markers | while read -r file; do rm -f "$file"; done
  [ "$load" = alone ] || begin_load
  started=$(date +%s)
  earlier=${!:-} maven=forked
  (
    IFS='
'
    set -f
    # shellcheck disable=SC2086 # one argument a line
    exec mvn -B -Dmaven.test.failure.ignore=true $choice verify
  ) >"$log" 2>&1 </dev/null &
  maven=$!
  code=0
  wait "$maven" || code=$?
  maven=
  end_load
  seconds=$(($(date +%s) - started))
  collect >"$state/$name.failures"
  if [ -s "$state/$name.failures" ]; then
    keep_reports
  elif [ "$(reports | wc -l)" = 0 ]; then
    fail "flaky: no test ran; the log is $log"
  fi
  result=green
  if grep -qv '^passed only' "$state/$name.failures"; then
    result=red
  elif [ "$code" != 0 ]; then
    # Not a test: the build itself is broken, and would be in every run.
    grep '^\[ERROR\]' "$log" | head -n 5 >&2
    fail "flaky: the build failed, but no test did; the log is $log"
  fi
  sed 's/^/  /' "$state/$name.failures"
  printf '%s\n' "$name $result $seconds s" >>"$state/$load"
  printf '  %s in %s s, %s tests\n' "$result" "$seconds" "$(reports | count_tests)"
}

# begin_load: one busy loop for each core. They end with this script even if it is killed.
begin_load() {
  cores=$(getconf _NPROCESSORS_ONLN)
  while [ "$cores" -gt 0 ]; do
    (
      trap - EXIT
      while kill -0 $$ 2>/dev/null; do
        i=0
        while [ "$i" -lt 1000000 ]; do i=$((i + 1)); done
      done
    ) &
    loops="$loops $!"
    cores=$((cores - 1))
  done
}

# Not by TERM: a shell that was started a moment ago still has the traps of this one, and may lose the signal.
end_load() {
  for loop in $loops; do
    kill -KILL "$loop" 2>/dev/null || :
    wait "$loop" 2>/dev/null || :
  done
  loops=
}

stop_run() {
  code=$?
  trap - EXIT
  trap '' HUP INT TERM
  end_load
  how=TERM
  # If a signal came between the fork and the assignment, Maven is $!. The traps that it inherits could swallow a TERM.
  [ "$maven" != forked ] || maven=${!:-} how=KILL
  case $maven in
    '' | "$earlier") ;;
    *)
      kill "-$how" "$maven" 2>/dev/null || :
      wait "$maven" 2>/dev/null || :
      keep_violations
      ;;
  esac
  case $code in
    129 | 130 | 143) printf '\nStopped. The same command continues with run %s, %s.\n' "$number" "$load" ;;
  esac
  exit "$code"
}

# keep_violations: the violations of a run that was stopped. The summary lists them, although that run begins again.
keep_violations() {
  [ -n "$(safety_markers)" ] || return 0
  name=$name-stopped-$(date +%s)
  collect_violations >"$state/$name.failures"
  keep_markers
}

# collect: lines of kind, test and message, separated by tabs, from all reports and safety markers
collect() {
  reports | while read -r file; do failed_tests "$file"; done
  if [ -n "$(unfinished)" ]; then
    unfinished | while read -r file; do
      file=${file##*/}
      printf 'crashed\t%s\t%s\n' "${file%-output.txt}" 'the test JVM ended before this class did'
    done
  elif grep -qE 'There was a timeout in the fork|The forked VM terminated' "$log"; then
    printf 'crashed\t%s\t%s\n' 'a test JVM' "see $log"
  fi
  collect_violations
}

collect_violations() {
  safety_markers | while read -r file; do
    printf 'safety violation\t%s\t%s\n' "$file" "$(head -n 1 "$file")"
  done
}

# unfinished: the output of each class that began and has no report. Surefire creates this file when a class begins, and the
# report when it ends.
unfinished() {
  written '*-output.txt' | while read -r file; do
    class=${file##*/} class=${class%-output.txt}
    [ -f "${file%/*}/TEST-$class.xml" ] || printf '%s\n' "$file"
  done
}

# failed_tests <report>: its failed tests. What a test has printed stands in CDATA and may look like anything.
failed_tests() {
  awk '
    function attribute(text, name) {
      if (!match(text, "[ \t]" name "=\"[^\"]*\"")) return ""
      text = substr(text, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
      gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&apos;/, "\047", text)
      gsub(/&#1?[03];|[\t\n]/, " ", text); gsub(/&amp;/, "\\&", text)
      return text
    }
    function report(kind) {
      if (seen[test, kind]++) return
      printf "%s\t%s\t%s\n", kind, test, substr(attribute($0, "message"), 1, 200)
    }
    {
      line = $0
      $0 = ""
      while (line != "") {
        if (quoted) {
          end = index(line, "]]>")
          if (!end) break
          quoted = 0
          line = substr(line, end + 3)
        } else {
          start = index(line, "<![CDATA[")
          if (!start) { $0 = $0 line; break }
          $0 = $0 substr(line, 1, start - 1)
          quoted = 1
          line = substr(line, start + 9)
        }
      }
    }
    /<testcase / { test = attribute($0, "classname") "#" attribute($0, "name") }
    /<(failure|error)[ >]/ { report("failed") }
    /<(flakyFailure|flakyError)[ >]/ { report("passed only when run again") }
  ' "$1"
}

# count_tests: how many tests the reports on standard input have
count_tests() {
  while read -r file; do grep -c '<testcase ' "$file" || :; done | awk '{ sum += $1 } END { print sum + 0 }'
}

keep_reports() {
  mkdir -p "$state/$name"
  reports | while read -r file; do
    if [ -n "$(failed_tests "$file")" ]; then
      cp "$file" "$state/$name/"
    fi
  done
  { unfinished && written '*.dump*'; } | while read -r file; do cp "$file" "$state/$name/"; done
  keep_markers
}

keep_markers() {
  mkdir -p "$state/$name"
  safety_markers | while read -r file; do
    cp "$file" "$state/$name/$(kept_name "$file")"
  done
}

# summarize: each test that ever failed, with how often; ends the script
summarize() {
  printf '\nRuns: %s alone, %s with every core busy\n' "$(wc -l <"$state/alone" | tr -d ' ')" "$(wc -l <"$state/busy" | tr -d ' ')"
  for file in "$state"/*.failures; do
    load=${file##*/} load=${load%%-*}
    sed "s/^/$load	/" "$file"
  done | sort | awk -F '\t' '
    { key = $2 "\t" $3; if (!(key in count)) order[++keys] = key; count[key]++; by[key, $1]++; if ($4 != "") message[key] = $4 }
    END {
      for (i = 1; i <= keys; i++) {
        key = order[i]
        split(key, part, "\t")
        printf "%s: %s\n  %d times alone, %d times busy%s\n", part[2], part[1], by[key, "alone"], by[key, "busy"],
          message[key] == "" ? "" : ": " message[key]
      }
    }' >"$state/summary"
  if [ -s "$state/summary" ]; then
    cat "$state/summary"
    printf 'Reports and logs: %s\n' "$root/$state"
    exit 1
  fi
  echo 'No test ever failed.'
  exit 0
}

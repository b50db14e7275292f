# shellcheck shell=sh
# ./dev campaigns and ./dev campaign, sourced by ./dev: lists the campaigns of lab/campaigns, runs one, and records good runs
# in lab/campaigns.log: name, date, commit, and a hash of the contents of its folders at that commit.
# shellcheck disable=SC2154 # `root` and `script` are set by ./dev

campaigns_help() {
  cat <<'TEXT'
./dev campaigns

Lists every campaign of lab/campaigns: the date and the commit of its last good run, its commands, and what it shows. A
campaign is "not run" if the code in its folders differs from that of its last good run, uncommitted changes included.

Exit codes: 0 listed; 2 wrong usage; 3 it could not run.
TEXT
}

campaign_help() {
  cat <<'TEXT'
./dev campaign NAME

Runs the commands of a campaign; ./dev campaigns lists the names. If all of them succeed, the date and the commit are
written to lab/campaigns.log, which is committed with the change. Nothing is written if the folders of the campaign have
uncommitted changes, because then no commit stands for what was run.

Exit codes: 0 all commands succeeded; 2 wrong usage; 3 it could not run; otherwise that of the command that failed.
TEXT
}

campaigns() {
  if asks_for_help "$@"; then
    campaigns_help
    exit 0
  fi
  [ $# = 0 ] || misuse "campaigns: unknown argument '$1'; see ./dev campaigns --help"
  open_campaigns
  stale=0 total=0
  for name in $(names); do
    total=$((total + 1))
    state_of "$name"
    case $state in 'not run'*) stale=$((stale + 1)) ;; esac
    printf '%-16s %-10s  %-10s  %s\n' "$name" "${date:--}" "${commit:--}" "$state"
    printf '    %s\n' "$(field "$name" shows)"
    field "$name" run | sed 's/^/    $ /'
  done
  printf '%s of %s campaigns are not run on this code\n' "$stale" "$total"
}

campaign() {
  if asks_for_help "$@"; then
    campaign_help
    exit 0
  fi
  [ $# = 1 ] || misuse 'campaign: which one? ./dev campaigns lists them'
  name=$1
  names | grep -qxF -- "$name" || misuse "campaign: there is no campaign '$name'; ./dev campaigns lists them"
  open_campaigns
  folders_of "$name"
  [ -z "$missing" ] || fail "campaign: $name names $missing, which does not exist; correct lab/campaigns"
  before=$(git rev-parse --short=10 HEAD)
  dirty=$(uncommitted)
  [ -z "$dirty" ] || echo "This run will not be recorded: the folders of $name have uncommitted changes."
  field "$name" run >"$commands"
  while read -r line <&3; do
    printf '$ %s\n' "$line"
    run_child become "$line"
    if [ "$code" != 0 ]; then
      printf '%s: campaign: %s failed with exit code %s; nothing is recorded\n' "$script" "$name" "$code" >&2
      exit "$code"
    fi
  done 3<"$commands"
  if [ -n "$dirty" ] || [ -n "$(uncommitted)" ]; then
    echo "Good, but not recorded: the folders of $name have uncommitted changes."
  elif [ "$before" != "$(git rev-parse --short=10 HEAD)" ]; then
    echo "Good, but not recorded: HEAD has moved during the run."
  else
    record
    echo "Good. Commit lab/campaigns.log with the change."
  fi
}

# become <command line>: a signal that ends this process reaches the command itself, not a shell that waits for it
become() {
  eval "exec $1"
}

open_campaigns() {
  cd "$root" || exit
  log=lab/campaigns.log
  git rev-parse --verify -q HEAD >/dev/null 2>&1 || fail 'campaigns: this is not a clone; clone the repository with git'
  commands=$(mktemp)
  trap 'end_child; rm -f "$commands"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

names() {
  sed -n 's/^campaign  *//p' "$root/lab/campaigns"
}

# field <campaign> <word>: what stands after the word, a line for each time
field() {
  awk -v name="$1" -v word="$2" '
    $1 == "campaign" { inside = $2 == name; next }
    inside && $1 == word { sub(/^ *[a-z]+ +/, ""); print }
  ' lab/campaigns
}

# folders_of <campaign>: sets $folders, with all sets resolved, and $missing, one that does not exist
folders_of() {
  folders=$(awk -v name="$1" '
    function resolve(word,  parts, n, i) {
      if (word !~ /^@/) { print word; return }
      if (!(word in sets)) { print "the set " word; return }
      n = split(sets[word], parts, " ")
      for (i = 1; i <= n; i++) resolve(parts[i])
    }
    /^@/ { set = $1; sub(/^@[^ ]+ +/, ""); sets[set] = $0 }
    $1 == "campaign" { inside = $2 == name }
    inside && $1 == "code" { for (i = 2; i <= NF; i++) words[++count] = $i }
    END { for (i = 1; i <= count; i++) resolve(words[i]) }
  ' lab/campaigns | sort -u)
  missing=$(printf '%s\n' "$folders" | while read -r folder; do [ -e "$folder" ] || printf '%s\n' "$folder"; done | head -n 1)
}

# uncommitted: what differs from HEAD in $folders
uncommitted() {
  # shellcheck disable=SC2086 # several folders
  git status --porcelain -- $folders
}

# contents: a hash of what HEAD has in $folders
contents() {
  # shellcheck disable=SC2086 # several folders
  git ls-tree -r HEAD -- $folders | git hash-object --stdin | cut -c 1-16
}

# state_of <campaign>: sets $date and $commit of its last good run, and $state
state_of() {
  folders_of "$1"
  date='' commit='' hash=''
  if [ -f "$log" ]; then
    # shellcheck disable=SC2046 # name, date, commit, hash
    set -- "$1" $(awk -v name="$1" '$1 == name { print $2, $3, $4 }' "$log" | tail -n 1)
    date=${2:-} commit=${3:-} hash=${4:-}
  fi
  if [ -n "$missing" ]; then
    state="not run: lab/campaigns names $missing, which does not exist"
  elif [ -z "$hash" ]; then
    state='not run: no good run is recorded'
  elif [ "$hash" != "$(contents)" ]; then
    state="not run: $(since)"
  elif [ -n "$(uncommitted)" ]; then
    state='not run: uncommitted changes'
  else
    state=good
  fi
}

# since: how many commits have changed $folders since $commit
since() {
  # shellcheck disable=SC2086 # several folders
  if count=$(git rev-list --count "$commit..HEAD" -- $folders 2>/dev/null); then
    [ "$count" = 1 ] && echo "1 commit has changed its code" || echo "$count commits have changed its code"
  else
    echo "its code differs, and this clone does not have the commit"
  fi
}

# record: writes the run of $name down, in place of the last one
record() {
  {
    echo '# The last good run of each campaign: name, date, commit, hash of its code. Written by ./dev campaign.'
    {
      [ ! -f "$log" ] || grep -v -e '^#' -e "^$name " "$log" || :
      printf '%s %s %s %s\n' "$name" "$(date -u +%Y-%m-%d)" "$before" "$(contents)"
    } | sort
  } >"$commands"
  cp "$commands" "$log"
}

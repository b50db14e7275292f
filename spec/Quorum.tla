------------------------------- MODULE Quorum -------------------------------
(***************************************************************************)
(* The lock over a majority of independent masters, as QuorumStore runs    *)
(* it: acquire, settle (the token's write-back), renew, release, expiry;   *)
(* requests and replies that are lost or late; masters that restart with   *)
(* and without their memory; clients that pause at any point.              *)
(*                                                                         *)
(* Each constant of the second group is one rule. Setting it to FALSE      *)
(* gives a broken variant, and the checker must find what it breaks.       *)
(*                                                                         *)
(* What is not drawn, because it adds no behaviour: a client that pauses   *)
(* or dies takes no step; a lost request is never delivered; a restart     *)
(* with memory loses requests and nothing else; a slow reply is a decision *)
(* taken late.                                                             *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
    Masters,        \* independent servers
    Clients,        \* nodes
    Ahead,          \* the client whose clock is ahead, or None
    None,           \* no ask
    MaxAsks,        \* how often a client asks
    MaxTime,        \* ticks
    MaxRenewals,    \* of one grant
    MaxRestarts,    \* without memory, over all
    Lease,          \* ticks, on a right clock
    Drift,          \* how many ticks early a master's clock may end a lease
    Skew,           \* how many ticks the clocks of clients differ
    Tick,           \* tokens that fit into a tick: more than are handed out in one
    CounterTtl,     \* ticks that a counter outlives its time
    Tokens,         \* whether tokens are looked at; without them there are fewer states
    LostReplies,    \* whether a vote may be lost on its way back

    WriteBack,      \* a token counts once a majority keeps it; else the maximum of the votes is taken
    OwnerGuard,     \* settle and renew only touch the ask's own key
    VoteGuard,      \* settle does not count at a master whose vote for the ask came late, with a higher token
    ReleaseGuard,   \* release only deletes the ask's own key
    DriftCounted,   \* validity is shorter than the lease by the drift
    CheckedLast,    \* validity is checked when all waiting is over; else before the write-back
    AmnesiaGuard,   \* a master without memory does not vote for one lease
    ClockToken,     \* a token is at least the client's clock; else the counter plus one
    ClocksStep      \* keys may go at any moment: what is left are the tokens

VARIABLES
    now,            \* real time
    sent,           \* acquires under way, to come at any later time or never
    key,            \* of each master: the ask that has the lock there
    voted,          \* of each master: the token of that vote
    ends,           \* of each master: when the key may go, at the earliest
    counter,        \* of each master: the last token
    born,           \* of each master: when it began without memory
    restarts,       \* how often that happened
    client,         \* of each client: see Idle
    tokens,         \* all tokens of granted holds
    broken          \* what was seen to be broken at a grant

vars == <<now, sent, key, voted, ends, counter, born, restarts, client, tokens, broken>>

Majority == Cardinality(Masters) \div 2 + 1
Validity == IF DriftCounted THEN Lease - Drift ELSE Lease
Max(S) == CHOOSE x \in S : \A y \in S : y <= x
Highest == Max(tokens \cup {0})

Clock(c) == Tick * (now + IF c = Ahead THEN Skew ELSE 0)

NoVotes == [m \in Masters |-> 0]

Idle(n) == [
    state |-> "idle",
    number |-> n,           \* of the ask; new for every attempt
    started |-> 0,          \* before the first request of the ask, or of its renewal, was sent
    votes |-> NoVotes,      \* the token that each master answered, 0 for none
    token |-> 0,
    kept |-> {},            \* masters that keep the token, or that answered the renewal
    deadline |-> 0,
    returned |-> -1,        \* when the hold was returned to the caller
    renewals |-> 0,
    floor |-> 0]            \* the highest token granted before the ask began; only looked at if clocks step

Init ==
    /\ now = 0
    /\ sent = {}
    /\ key = [m \in Masters |-> None]
    /\ voted = [m \in Masters |-> 0]
    /\ ends = [m \in Masters |-> 0]
    /\ counter = [m \in Masters |-> 0]
    /\ born = [m \in Masters |-> -Lease]
    /\ restarts = 0
    /\ client = [c \in Clients |-> Idle(0)]
    /\ tokens = {}
    /\ broken = {}

Ask(c) == <<c, client[c].number>>

(***************************************************************************)
(* Clients                                                                 *)
(***************************************************************************)

(* Asks all masters at once. *)
Acquire(c) ==
    /\ client[c].state = "idle" /\ client[c].number < MaxAsks
    /\ client' = [client EXCEPT ![c] =
         [Idle(@.number + 1) EXCEPT !.state = "asking", !.started = now, !.floor = IF ClocksStep THEN Highest ELSE 0]]
    /\ sent' = sent \cup {[ask |-> <<c, client[c].number + 1>>, to |-> m, token |-> Clock(c)] : m \in Masters}
    /\ UNCHANGED <<now, key, voted, ends, counter, born, restarts, tokens, broken>>

Voted(c) == {m \in Masters : client[c].votes[m] > 0}

(* A majority has voted: the token is the highest of the votes. Masters that answered it keep it, the others are told. *)
Settle(c) ==
    /\ client[c].state = "asking"
    /\ Cardinality(Voted(c)) >= Majority
    /\ CheckedLast \/ now < client[c].started + Validity
    /\ LET token == Max({client[c].votes[m] : m \in Masters})
           kept == IF WriteBack THEN {m \in Masters : client[c].votes[m] = token} ELSE Voted(c)
       IN client' = [client EXCEPT ![c].state = "settling", ![c].token = token, ![c].kept = kept, ![c].votes = NoVotes]
    /\ UNCHANGED <<now, sent, key, voted, ends, counter, born, restarts, tokens, broken>>

(* Returns the hold to the caller. *)
Grant(c) ==
    /\ client[c].state = "settling"
    /\ Cardinality(client[c].kept) >= Majority
    /\ CheckedLast => now < client[c].started + Validity
    /\ client' = [client EXCEPT ![c].state = "held", ![c].deadline = client[c].started + Validity,
                                ![c].returned = now, ![c].kept = {}, ![c].started = 0, ![c].floor = 0]
    /\ tokens' = tokens \cup {client[c].token}
    /\ broken' = broken
         \cup (IF Tokens /\ client[c].token \in tokens THEN {"token repeated"} ELSE {})
         \cup (IF client[c].token < (IF ClocksStep THEN client[c].floor ELSE Highest) THEN {"token fell"} ELSE {})
    /\ UNCHANGED <<now, sent, key, voted, ends, counter, born, restarts>>

(* Asks all masters for the whole lease anew. *)
Renew(c) ==
    /\ client[c].state = "held" /\ client[c].renewals < MaxRenewals
    /\ now < client[c].deadline
    /\ client' = [client EXCEPT ![c].state = "renewing", ![c].started = now, ![c].kept = {}, ![c].renewals = @ + 1]
    /\ UNCHANGED <<now, sent, key, voted, ends, counter, born, restarts, tokens, broken>>

Renewed(c) ==
    /\ client[c].state = "renewing"
    /\ Cardinality(client[c].kept) >= Majority
    /\ now < client[c].deadline
    /\ client' = [client EXCEPT ![c].state = "held", ![c].deadline = client[c].started + Validity,
                                ![c].kept = {}, ![c].started = 0]
    /\ UNCHANGED <<now, sent, key, voted, ends, counter, born, restarts, tokens, broken>>

(* Ends a hold, or an ask that nobody waits for: everywhere, whatever was answered. *)
Release(c) ==
    /\ client[c].state # "idle"
    /\ client' = [client EXCEPT ![c] = Idle(@.number)]
    /\ UNCHANGED <<now, sent, key, voted, ends, counter, born, restarts, tokens, broken>>

(***************************************************************************)
(* Masters                                                                 *)
(***************************************************************************)

Votes(m) == ~AmnesiaGuard \/ now >= born[m] + Lease
Mine(m, ask) == IF OwnerGuard THEN key[m] = ask ELSE key[m] # None

(* An ask is granted at most once by each master, perhaps long after its client has given it up. *)
OnAcquire(r) ==
    /\ key[r.to] = None /\ Votes(r.to)
    /\ LET c == r.ask[1]
           token == IF ~Tokens THEN 1 ELSE IF ClockToken THEN Max({r.token, counter[r.to] + 1}) ELSE counter[r.to] + 1
       IN /\ key' = [key EXCEPT ![r.to] = r.ask]
          /\ ends' = [ends EXCEPT ![r.to] = now + Lease - Drift]
          /\ voted' = [voted EXCEPT ![r.to] = token]
          /\ counter' = [counter EXCEPT ![r.to] = token]
          /\ IF Ask(c) = r.ask /\ client[c].state = "asking"
             THEN \/ client' = [client EXCEPT ![c].votes[r.to] = token]
                  \/ LostReplies /\ UNCHANGED client
             ELSE UNCHANGED client
    /\ sent' = sent \ {r}
    /\ UNCHANGED <<now, born, restarts, tokens, broken>>

OnSettle(c, m) ==
    /\ client[c].state = "settling" /\ m \notin client[c].kept /\ Mine(m, Ask(c))
    /\ VoteGuard => voted[m] <= client[c].token
    /\ counter' = [counter EXCEPT ![m] = Max({@, client[c].token})]
    /\ client' = [client EXCEPT ![c].kept = @ \cup {m}]
    /\ UNCHANGED <<now, sent, key, voted, ends, born, restarts, tokens, broken>>

(* One that comes after its client has gone on would only keep the key longer, which no key has to be. *)
OnRenew(c, m) ==
    /\ client[c].state = "renewing" /\ m \notin client[c].kept /\ Mine(m, Ask(c))
    /\ ends' = [ends EXCEPT ![m] = now + Lease - Drift]
    /\ client' = [client EXCEPT ![c].kept = @ \cup {m}]
    /\ UNCHANGED <<now, sent, key, voted, counter, born, restarts, tokens, broken>>

Released(ask) ==
    \/ ask[2] < client[ask[1]].number
    \/ ask[2] = client[ask[1]].number /\ client[ask[1]].state = "idle"

(* The release of an ask comes at any time after it was sent, or never. *)
OnRelease(m) ==
    /\ key[m] # None
    /\ IF ReleaseGuard THEN Released(key[m]) ELSE \E c \in Clients, n \in 1 .. MaxAsks : Released(<<c, n>>)
    /\ key' = [key EXCEPT ![m] = None]
    /\ voted' = [voted EXCEPT ![m] = 0]
    /\ ends' = [ends EXCEPT ![m] = 0]
    /\ UNCHANGED <<now, sent, counter, born, restarts, client, tokens, broken>>

Expire(m) ==
    /\ key[m] # None
    /\ ClocksStep \/ now >= ends[m]
    /\ key' = [key EXCEPT ![m] = None]
    /\ voted' = [voted EXCEPT ![m] = 0]
    /\ ends' = [ends EXCEPT ![m] = 0]
    /\ UNCHANGED <<now, sent, counter, born, restarts, client, tokens, broken>>

LoseCounter(m) ==
    /\ counter[m] > 0 /\ counter[m] <= Tick * (now - CounterTtl)
    /\ counter' = [counter EXCEPT ![m] = 0]
    /\ UNCHANGED <<now, sent, key, voted, ends, born, restarts, client, tokens, broken>>

Restart(m) ==
    /\ restarts < MaxRestarts
    /\ restarts' = restarts + 1
    /\ key' = [key EXCEPT ![m] = None]
    /\ voted' = [voted EXCEPT ![m] = 0]
    /\ ends' = [ends EXCEPT ![m] = 0]
    /\ counter' = [counter EXCEPT ![m] = 0]
    /\ born' = [born EXCEPT ![m] = now]
    /\ UNCHANGED <<now, sent, client, tokens, broken>>

Pass ==
    /\ now < MaxTime
    /\ now' = now + 1
    /\ UNCHANGED <<sent, key, voted, ends, counter, born, restarts, client, tokens, broken>>

Next ==
    \/ \E c \in Clients : Acquire(c) \/ Settle(c) \/ Grant(c) \/ Renew(c) \/ Renewed(c) \/ Release(c)
    \/ \E r \in sent : OnAcquire(r)
    \/ \E c \in Clients, m \in Masters : OnSettle(c, m) \/ OnRenew(c, m)
    \/ \E m \in Masters : OnRelease(m) \/ Expire(m) \/ LoseCounter(m) \/ Restart(m)
    \/ Pass

Spec == Init /\ [][Next]_vars

(***************************************************************************)
(* What must hold                                                          *)
(***************************************************************************)

(* Whoever was just returned a hold works under it, even if it looks at its deadline from then on. *)
Believes(c) ==
    /\ client[c].state \in {"held", "renewing"}
    /\ now < client[c].deadline \/ now = client[c].returned

Exclusion == \A c, d \in Clients : c # d => ~(Believes(c) /\ Believes(d))

(* Unique, and growing: with the time of the grant, or, if clocks step, with every ask that began after it. *)
TokensGrow == broken = {}

Symmetry == Permutations(Masters) \cup Permutations(Clients \ {Ahead})
=============================================================================

------------------------------ MODULE Freshness ------------------------------
(* Read your writes in search: a write epoch per owner, bumped before the       *)
(* answer; a search reads the epoch first and refreshes when it does not know a *)
(* refresh that began after that. Two replicas of the service, two indices, one *)
(* alias swap. What the head protocol guarantees (Documents.tla) is assumed:    *)
(* the swap happens with both indices blocked and equal.                        *)
EXTENDS Naturals, FiniteSets

CONSTANTS Writers, Replicas,
          MaxLoss,      \* how often the counter store loses its contents
          MaxBumpFail,  \* how often a writer cannot reach it
          WithCache,    \* result pages are cached under (owner, epoch, query), each for the time T
          MaxTime, T,
          Broken
Rule(r) == Broken # r
Index == {"old", "new"}
NoRefresh == [on |-> FALSE, i |-> "old", snap |-> {}, incarnation |-> 0, epoch |-> 0]

VARIABLES
  live,     \* index -> writes applied
  visible,  \* index -> writes that a search sees
  blocked, alias,
  incarnation, epoch,    \* the owner's epoch in the counter store; a lost store starts a new incarnation
  wpc, wi,       \* writers
  acked,
  covered,       \* replica -> the epoch that its last finished refresh covers
  ref,           \* replica -> the refresh in flight
  spc, sIncarnation, sEpoch, must,    \* the search of a replica; must: what it has to show
  sAt, got,      \* when it read its epoch; what it found
  page,          \* replica -> cached page [has, incarnation, epoch, at, result]
  now, wAt,      \* the time; since when a writer whose bump failed has been waiting
  bad,           \* history: a search missed an acknowledged write
  losses, fails, rpc
vars == <<live, visible, blocked, alias, incarnation, epoch, wpc, wi, acked, covered, ref, spc,
          sIncarnation, sEpoch, must, sAt, got, page, now, wAt, bad, losses, fails, rpc>>

Targets == CASE alias = "old" -> {"old"} [] alias = "mixed" -> Index [] alias = "new" -> {"new"}
NoPage == [has |-> FALSE, incarnation |-> 0, epoch |-> 0, at |-> 0, result |-> {}]

Init ==
  /\ live = [i \in Index |-> {}] /\ visible = [i \in Index |-> {}]
  /\ blocked = [i \in Index |-> i = "new"] /\ alias = "old"
  /\ incarnation = 1 /\ epoch = 1
  /\ wpc = [w \in Writers |-> "write"] /\ wi = [w \in Writers |-> "old"]
  /\ acked = {}
  /\ covered = [r \in Replicas |-> [incarnation |-> 0, epoch |-> 0]]
  /\ ref = [r \in Replicas |-> NoRefresh]
  /\ spc = [r \in Replicas |-> "idle"]
  /\ sIncarnation = [r \in Replicas |-> 0] /\ sEpoch = [r \in Replicas |-> 0]
  /\ must = [r \in Replicas |-> {}]
  /\ sAt = [r \in Replicas |-> 0] /\ got = [r \in Replicas |-> {}]
  /\ page = [r \in Replicas |-> NoPage]
  /\ now = 0 /\ wAt = [w \in Writers |-> 0]
  /\ bad = FALSE /\ losses = 0 /\ fails = 0 /\ rpc = "copy"

S == <<covered, ref, spc, sIncarnation, sEpoch, must, sAt, got, page, bad>>
Clock == <<now, wAt>>

Write(w) ==
  /\ wpc[w] = "write"
  /\ \E i \in Targets : ~blocked[i] /\ live' = [live EXCEPT ![i] = @ \cup {w}]
  /\ wpc' = [wpc EXCEPT ![w] = IF Rule("bumpBeforeAck") THEN "bump" ELSE "ack"]
  /\ UNCHANGED <<visible, blocked, alias, incarnation, epoch, wi, acked, S, Clock, losses, fails, rpc>>
Bump(w) ==
  /\ wpc[w] = "bump"
  /\ epoch' = epoch + 1
  /\ wpc' = [wpc EXCEPT ![w] = IF Rule("bumpBeforeAck") THEN "ack" ELSE "end"]
  /\ UNCHANGED <<live, visible, blocked, alias, incarnation, wi, acked, S, Clock, losses, fails, rpc>>
\* The counter store does not answer this writer: it refreshes by itself, and waits until no page is left that could have
\* been made before.
BumpFails(w) ==
  /\ wpc[w] = "bump" /\ fails < MaxBumpFail /\ fails' = fails + 1
  /\ wpc' = [wpc EXCEPT ![w] = "refresh"] /\ wAt' = [wAt EXCEPT ![w] = now]
  /\ UNCHANGED <<live, visible, blocked, alias, incarnation, epoch, wi, acked, S, now, losses, rpc>>
OwnRefresh(w) ==
  /\ wpc[w] = "refresh"
  /\ IF Rule("refreshWhenBumpFails")
     THEN \E i \in Targets : visible' = [visible EXCEPT ![i] = live[i]]
     ELSE UNCHANGED visible
  /\ wAt' = [wAt EXCEPT ![w] = IF Rule("waitAfterRefresh") THEN now ELSE @]
  /\ wpc' = [wpc EXCEPT ![w] = IF WithCache /\ Rule("waitWhenBumpFails") THEN "wait" ELSE "ack"]
  /\ UNCHANGED <<live, blocked, alias, incarnation, epoch, wi, acked, S, now, losses, fails, rpc>>
Wait(w) ==
  /\ wpc[w] = "wait" /\ now >= wAt[w] + T
  /\ wpc' = [wpc EXCEPT ![w] = "ack"]
  /\ UNCHANGED <<live, visible, blocked, alias, incarnation, epoch, wi, acked, S, Clock, losses, fails, rpc>>
Tick == /\ now < MaxTime /\ now' = now + 1
        /\ UNCHANGED <<live, visible, blocked, alias, incarnation, epoch, wpc, wi, acked, S, wAt, losses, fails, rpc>>
Ack(w) ==
  /\ wpc[w] = "ack"
  /\ acked' = acked \cup {w}
  /\ wpc' = [wpc EXCEPT ![w] = IF Rule("bumpBeforeAck") THEN "end" ELSE "bump"]
  /\ UNCHANGED <<live, visible, blocked, alias, incarnation, epoch, wi, S, Clock, losses, fails, rpc>>

\* The counter store loses its contents: the epoch counts from 1 again. By the rule every
\* epoch carries an incarnation (a random value made with the key), and only equal incarnations compare.
Lose ==
  /\ losses < MaxLoss /\ losses' = losses + 1
  /\ epoch' = 1 /\ incarnation' = IF Rule("incarnationInEpoch") THEN incarnation + 1 ELSE incarnation
  /\ UNCHANGED <<live, visible, blocked, alias, wpc, wi, acked, S, Clock, fails, rpc>>

\* A search: epoch first.
SearchBegin(r) ==
  /\ spc[r] = "idle"
  /\ must' = [must EXCEPT ![r] = acked]
  /\ sIncarnation' = [sIncarnation EXCEPT ![r] = incarnation] /\ sEpoch' = [sEpoch EXCEPT ![r] = epoch]
  /\ spc' = [spc EXCEPT ![r] = "judge"] /\ sAt' = [sAt EXCEPT ![r] = now]
  /\ UNCHANGED <<live, visible, blocked, alias, incarnation, epoch, wpc, wi, acked, covered, ref, got,
                 page, Clock, bad, losses, fails, rpc>>
Fresh(r) == covered[r].incarnation = sIncarnation[r] /\ covered[r].epoch >= sEpoch[r]
Hit(r) == page[r].has /\ page[r].incarnation = sIncarnation[r] /\ page[r].epoch = sEpoch[r] /\ WithCache
          /\ now < page[r].at + T
Judge(r) ==
  /\ spc[r] = "judge"
  /\ IF Hit(r)
     THEN /\ bad' = (bad \/ ~(must[r] \subseteq page[r].result))
          /\ spc' = [spc EXCEPT ![r] = "idle"] /\ UNCHANGED ref
     ELSE /\ UNCHANGED bad
          /\ IF Fresh(r) THEN spc' = [spc EXCEPT ![r] = "query"] /\ UNCHANGED ref
             ELSE IF ref[r].on
             THEN /\ ~Rule("joinNextRefresh")          \* by the rule: wait for it to end
                  /\ spc' = [spc EXCEPT ![r] = "wait"] /\ UNCHANGED ref
             ELSE /\ \E i \in Targets :
                       ref' = [ref EXCEPT ![r] = [on |-> TRUE, i |-> i, snap |-> live[i],
                                                  incarnation |-> sIncarnation[r], epoch |-> sEpoch[r]]]
                  /\ spc' = [spc EXCEPT ![r] = "wait"]
  /\ UNCHANGED <<live, visible, blocked, alias, incarnation, epoch, wpc, wi, acked, covered, sIncarnation,
                 sEpoch, must, sAt, got, page, Clock, losses, fails, rpc>>
\* A refresh that other searches of this replica have begun.
RefreshBegin(r) ==
  /\ spc[r] = "idle" /\ ~ref[r].on
  /\ \E i \in Targets : ref' = [ref EXCEPT ![r] = [on |-> TRUE, i |-> i, snap |-> live[i],
                                                   incarnation |-> incarnation, epoch |-> epoch]]
  /\ UNCHANGED <<live, visible, blocked, alias, incarnation, epoch, wpc, wi, acked, covered, spc,
                 sIncarnation, sEpoch, must, sAt, got, page, Clock, bad, losses, fails, rpc>>
RefreshEnd(r) ==
  /\ ref[r].on
  /\ visible' = [visible EXCEPT ![ref[r].i] = @ \cup ref[r].snap]
  /\ covered' = [covered EXCEPT ![r] = [incarnation |-> ref[r].incarnation, epoch |->
        IF Rule("epochBeforeRefresh") THEN ref[r].epoch ELSE epoch]]
  /\ ref' = [ref EXCEPT ![r] = NoRefresh]
  /\ spc' = [spc EXCEPT ![r] = IF @ = "wait" THEN "query" ELSE @]
  /\ UNCHANGED <<live, blocked, alias, incarnation, epoch, wpc, wi, acked, sIncarnation, sEpoch, must, sAt, got, page,
                 Clock, bad, losses, fails, rpc>>
Query(r) ==
  /\ spc[r] = "query"
  /\ \E i \in Targets : /\ bad' = (bad \/ ~(must[r] \subseteq visible[i]))
                        /\ got' = [got EXCEPT ![r] = visible[i]]
  /\ spc' = [spc EXCEPT ![r] = IF WithCache THEN "keep" ELSE "idle"]
  /\ UNCHANGED <<live, visible, blocked, alias, incarnation, epoch, wpc, wi, acked, covered, ref, sIncarnation,
                 sEpoch, must, sAt, page, Clock, losses, fails, rpc>>
\* The page's time begins when its epoch was read.
Keep(r) ==
  /\ spc[r] = "keep"
  /\ page' = [page EXCEPT ![r] = [has |-> TRUE, incarnation |-> sIncarnation[r], result |-> got[r],
        epoch |-> IF Rule("pageUnderFirstEpoch") THEN sEpoch[r] ELSE epoch,
        at |-> IF Rule("ageFromEpoch") THEN sAt[r] ELSE now]]
  /\ spc' = [spc EXCEPT ![r] = "idle"]
  /\ UNCHANGED <<live, visible, blocked, alias, incarnation, epoch, wpc, wi, acked, covered, ref, sIncarnation,
                 sEpoch, must, sAt, got, Clock, bad, losses, fails, rpc>>

\* The reindexer's last steps.
RBlock == /\ rpc = "copy" /\ blocked' = [blocked EXCEPT !["old"] = TRUE] /\ rpc' = "catch"
          /\ UNCHANGED <<live, visible, alias>>
RCatch == /\ rpc = "catch" /\ live' = [live EXCEPT !["new"] = live["old"]]
          /\ rpc' = "refresh" /\ UNCHANGED <<visible, blocked, alias>>
RFresh == /\ rpc = "refresh"
          /\ visible' = [visible EXCEPT
               !["new"] = IF Rule("refreshNewBeforeSwap") THEN live["new"] ELSE @,
               !["old"] = IF Rule("refreshOldAfterBlock") THEN live["old"] ELSE @]
          /\ rpc' = "swap" /\ UNCHANGED <<live, blocked, alias>>
RSwap == /\ rpc = "swap" /\ alias' = "mixed" /\ rpc' = "acked"
         /\ blocked' = [blocked EXCEPT !["new"] = Rule("newBlockedUntilAcked")]
         /\ UNCHANGED <<live, visible>>
RAcked == /\ rpc = "acked" /\ alias' = "new" /\ rpc' = "end"
          /\ blocked' = [blocked EXCEPT !["new"] = FALSE] /\ UNCHANGED <<live, visible>>
Reindexer == /\ (RBlock \/ RCatch \/ RFresh \/ RSwap \/ RAcked)
             /\ UNCHANGED <<incarnation, epoch, wpc, wi, acked, S, Clock, losses, fails>>

Next == \/ \E w \in Writers : Write(w) \/ Bump(w) \/ BumpFails(w) \/ OwnRefresh(w) \/ Wait(w) \/ Ack(w)
        \/ \E r \in Replicas : SearchBegin(r) \/ Judge(r) \/ RefreshBegin(r) \/ RefreshEnd(r) \/ Query(r) \/ Keep(r)
        \/ Tick \/ Lose \/ Reindexer
Spec == Init /\ [][Next]_vars
ReadYourWrites == ~bad
=============================================================================

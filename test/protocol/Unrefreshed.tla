---------------------------- MODULE Unrefreshed -----------------------------
(* A search that does not wait for a refresh: with the epoch it is told which   *)
(* documents were written since the last refresh that its replica knows of,     *)
(* leaves them out of its query, reads them by id, and merges them into what    *)
(* the query finds. What Freshness.tla shows (incarnations, refreshes, the      *)
(* swap) is taken as given where it is not needed here.                         *)
EXTENDS Naturals, FiniteSets

CONSTANTS Writers,
          DocOf,        \* writer -> document
          MaxLoss,      \* how often the counter store loses its contents
          MaxDrop,      \* how often it drops what it knows of changes
          MaxBumpFail,  \* how often a writer cannot reach it
          MaxTime, T,
          WithPages,    \* what a search finds is a page that may be shown again under the same epoch, for the time T
          WithSwap,     \* a rebuild ends meanwhile
          Broken
Rule(r) == Broken # r
Same == [w \in Writers |-> "d"]
Apart == [w \in Writers |-> w]
Doc == {DocOf[w] : w \in Writers}
Index == {"old", "new"}
NoRefresh == [on |-> FALSE, i |-> "old", snap |-> {}, incarnation |-> 0, epoch |-> 0]
NoPage == [has |-> FALSE, incarnation |-> 0, epoch |-> 0, at |-> 0, is |-> {}]
NoReading == [incarnation |-> 0, epoch |-> 0, at |-> 0, told |-> FALSE, docs |-> {}, left |-> {}]

VARIABLES
  live,     \* index -> writes applied; the head of a document is all of its writes in there
  visible,  \* index -> writes that a query sees
  blocked, alias,
  incarnation, epoch,
  step,     \* writer -> the step of the epoch that was its own, by the store's list; 0: none that is known
  first,    \* steps up to this one are not in the list any more
  wpc, acked, wAt,
  left,     \* writer -> the head as it was when it wrote
  covered,  \* the epoch that the last finished refresh of the replica covers
  ref,      \* the refresh in flight
  spc, must, \* the search; what it has to show
  reading,  \* when it asked and what it was told: [at, incarnation, epoch, told, docs, left: what the writers left]
  heads,    \* document -> its head as the search has it
  page,     \* [has, incarnation, epoch, at, is]
  now, losses, drops, fails, rpc,
  bad       \* history: a search missed an acknowledged write
vars == <<live, visible, blocked, alias, incarnation, epoch, step, first, wpc, acked, wAt, left, covered, ref, spc, must,
          reading, heads, page, now, losses, drops, fails, rpc, bad>>
Search == <<spc, must, reading, heads, page, bad>>
Store == <<incarnation, epoch, step, first, losses, drops>>
Indices == <<live, visible, blocked, alias, rpc>>
Writing == <<wpc, acked, wAt, left, fails>>
Fresh == <<covered, ref>>

Targets == CASE alias = "old" -> {"old"} [] alias = "mixed" -> Index [] alias = "new" -> {"new"}
Of(d, set) == {w \in set : DocOf[w] = d}

Init ==
  /\ live = [i \in Index |-> {}] /\ visible = [i \in Index |-> {}]
  /\ blocked = [i \in Index |-> i = "new"] /\ alias = "old" /\ rpc = IF WithSwap THEN "copy" ELSE "end"
  /\ incarnation = 1 /\ epoch = 0 /\ step = [w \in Writers |-> 0] /\ first = 0 /\ losses = 0 /\ drops = 0
  /\ wpc = [w \in Writers |-> "write"] /\ acked = {} /\ wAt = [w \in Writers |-> 0] /\ fails = 0
  /\ left = [w \in Writers |-> {}]
  /\ covered = [incarnation |-> 0, epoch |-> 0] /\ ref = NoRefresh
  /\ spc = "idle" /\ must = {} /\ reading = NoReading /\ heads = [d \in Doc |-> {}]
  /\ page = NoPage /\ now = 0 /\ bad = FALSE

Write(w) ==
  /\ wpc[w] = "write"
  /\ \E i \in Targets : /\ ~blocked[i] /\ live' = [live EXCEPT ![i] = @ \cup {w}]
                        /\ left' = [left EXCEPT ![w] = Of(DocOf[w], live[i]) \cup {w}]
  /\ wpc' = [wpc EXCEPT ![w] = "bump"]
  /\ UNCHANGED <<visible, blocked, alias, rpc, Store, acked, wAt, fails, Fresh, Search, now>>
\* One step of the epoch and one more at the end of the list, at once.
Bump(w) ==
  /\ wpc[w] = "bump"
  /\ epoch' = epoch + 1 /\ step' = [step EXCEPT ![w] = epoch + 1]
  /\ wpc' = [wpc EXCEPT ![w] = "ack"]
  /\ UNCHANGED <<Indices, incarnation, first, losses, drops, acked, wAt, left, fails, Fresh, Search, now>>
BumpFails(w) ==
  /\ wpc[w] = "bump" /\ fails < MaxBumpFail /\ fails' = fails + 1
  /\ \E i \in Targets : visible' = [visible EXCEPT ![i] = live[i]]
  /\ wpc' = [wpc EXCEPT ![w] = "wait"] /\ wAt' = [wAt EXCEPT ![w] = now]
  /\ UNCHANGED <<live, blocked, alias, rpc, Store, acked, left, Fresh, Search, now>>
\* Until no page is left that was made before.
Wait(w) ==
  /\ wpc[w] = "wait" /\ (now >= wAt[w] + T \/ ~Rule("waitWhenBumpFails"))
  /\ wpc' = [wpc EXCEPT ![w] = "ack"]
  /\ UNCHANGED <<Indices, Store, acked, wAt, left, fails, Fresh, Search, now>>
Ack(w) ==
  /\ wpc[w] = "ack"
  /\ acked' = acked \cup {w} /\ wpc' = [wpc EXCEPT ![w] = "end"]
  /\ UNCHANGED <<Indices, Store, wAt, left, fails, Fresh, Search, now>>
Tick == /\ now < MaxTime /\ now' = now + 1
        /\ UNCHANGED <<Indices, Store, Writing, Fresh, Search>>

\* A new incarnation begins without changes.
Lose ==
  /\ losses < MaxLoss /\ losses' = losses + 1
  /\ incarnation' = incarnation + 1 /\ epoch' = 0 /\ first' = 0
  /\ step' = [w \in Writers |-> 0]
  /\ UNCHANGED <<Indices, drops, Writing, Fresh, Search, now>>
\* Its list is bounded, and may be lost alone.
Drop ==
  /\ drops < MaxDrop /\ drops' = drops + 1
  /\ first' = epoch
  /\ UNCHANGED <<Indices, incarnation, epoch, step, losses, Writing, Fresh, Search, now>>

\* The epoch first, and what came after the one that this replica knows to be covered.
Told == covered.incarnation = incarnation /\ (covered.epoch >= first \/ ~Rule("nothingDropped"))
Since == {w \in Writers : step[w] > covered.epoch /\ step[w] > first}
Begin ==
  /\ spc = "idle"
  /\ must' = acked
  /\ reading' = [incarnation |-> incarnation, epoch |-> epoch, at |-> now, told |-> Told,
                 docs |-> IF Told THEN {DocOf[w] : w \in Since} ELSE {},
                 left |-> UNION {left[w] : w \in Since}]
  /\ spc' = "judge"
  /\ UNCHANGED <<Indices, Store, Writing, Fresh, heads, page, now, bad>>
IsCovered == covered.incarnation = reading.incarnation /\ covered.epoch >= reading.epoch
Hit == page.has /\ page.incarnation = reading.incarnation /\ page.epoch = reading.epoch /\ now < page.at + T
Judge ==
  /\ spc = "judge" /\ ~Hit
  /\ IF IsCovered THEN spc' = "query" /\ reading' = [reading EXCEPT !.docs = {}] /\ UNCHANGED ref
     ELSE IF reading.told THEN spc' = "heads" /\ UNCHANGED <<reading, ref>>
     ELSE /\ ~ref.on /\ spc' = "wait" /\ UNCHANGED reading
          /\ \E i \in Targets : ref' = [on |-> TRUE, i |-> i, snap |-> live[i],
                                      incarnation |-> reading.incarnation, epoch |-> reading.epoch]
  /\ UNCHANGED <<Indices, Store, Writing, covered, must, heads, page, now, bad>>
Show ==
  /\ spc = "judge" /\ Hit
  /\ bad' = (bad \/ ~(must \subseteq page.is))
  /\ spc' = "idle" /\ reading' = NoReading
  /\ UNCHANGED <<Indices, Store, Writing, Fresh, must, heads, page, now>>
\* A refresh that nobody waits for.
RefreshBegin ==
  /\ ~ref.on /\ spc \in {"idle", "heads", "query"}
  /\ \E i \in Targets : ref' = [on |-> TRUE, i |-> i, snap |-> live[i], incarnation |-> incarnation, epoch |-> epoch]
  /\ UNCHANGED <<Indices, Store, Writing, covered, Search, now>>
RefreshEnd ==
  /\ ref.on
  /\ visible' = [visible EXCEPT ![ref.i] = @ \cup ref.snap]
  /\ covered' = IF ref.incarnation # covered.incarnation \/ ref.epoch > covered.epoch
                THEN [incarnation |-> ref.incarnation, epoch |-> ref.epoch] ELSE covered
  /\ ref' = NoRefresh /\ spc' = IF spc = "wait" THEN "query" ELSE spc
  /\ UNCHANGED <<live, blocked, alias, rpc, Store, Writing, must, reading, heads, page, now, bad>>
\* The documents by id.
Heads ==
  /\ spc = "heads"
  /\ \E i \in Targets :
       LET asked(d) == IF Rule("askForUnrefreshed") THEN Of(d, live[i]) ELSE Of(d, reading.left)
       IN heads' = [d \in Doc |-> IF d \in reading.docs THEN asked(d) ELSE {}]
  /\ spc' = "query"
  /\ UNCHANGED <<Indices, Store, Writing, Fresh, must, reading, page, now, bad>>
Query ==
  /\ spc = "query"
  /\ \E i \in Targets :
       LET rest == {w \in visible[i] : DocOf[w] \notin reading.docs}
           read == UNION {heads[d] : d \in reading.docs}
       IN /\ bad' = (bad \/ ~(must \subseteq rest \cup read))
          /\ page' = IF WithPages THEN [has |-> TRUE, incarnation |-> reading.incarnation, epoch |-> reading.epoch,
                                        at |-> reading.at, is |-> rest \cup read]
                     ELSE NoPage
  /\ spc' = "idle" /\ reading' = NoReading /\ heads' = [d \in Doc |-> {}]
  /\ UNCHANGED <<Indices, Store, Writing, Fresh, must, now>>

RBlock == rpc = "copy" /\ blocked' = [blocked EXCEPT !["old"] = TRUE] /\ rpc' = "catch" /\ UNCHANGED <<live, visible, alias>>
RCatch == rpc = "catch" /\ live' = [live EXCEPT !["new"] = live["old"]] /\ rpc' = "refresh" /\ UNCHANGED <<visible, blocked, alias>>
RFresh == rpc = "refresh" /\ visible' = live /\ rpc' = "swap" /\ UNCHANGED <<live, blocked, alias>>
RSwap == rpc = "swap" /\ alias' = "mixed" /\ rpc' = "acked" /\ UNCHANGED <<live, visible, blocked>>
RAcked == rpc = "acked" /\ alias' = "new" /\ rpc' = "end" /\ blocked' = [blocked EXCEPT !["new"] = FALSE] /\ UNCHANGED <<live, visible>>
Reindexer == (RBlock \/ RCatch \/ RFresh \/ RSwap \/ RAcked) /\ UNCHANGED <<Store, Writing, Fresh, Search, now>>

Next == \/ \E w \in Writers : Write(w) \/ Bump(w) \/ BumpFails(w) \/ Wait(w) \/ Ack(w)
        \/ Begin \/ Judge \/ Show \/ RefreshBegin \/ RefreshEnd \/ Heads \/ Query
        \/ Tick \/ Lose \/ Drop \/ Reindexer
Spec == Init /\ [][Next]_vars
ReadYourWrites == ~bad
=============================================================================

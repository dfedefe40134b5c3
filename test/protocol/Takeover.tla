------------------------------ MODULE Takeover -------------------------------
(* Reindexers that follow one another, while one that was thought dead is only  *)
(* slow. Each looks at its lease before a step that could harm, and may be slow *)
(* between the look and the step; the answer of every request may be lost, and  *)
(* the request land at any later moment, or never.                              *)
(*                                                                              *)
(* One document, one writer. Index 0 is the first one, reindexer r makes index  *)
(* r. A block and the end of a block name the token of the index, and do        *)
(* nothing where another token has taken its place.                             *)
EXTENDS Naturals, FiniteSets

CONSTANTS Reindexers,   \* 1, 2, ...: the number of the lease that each of them claims
          MaxSlot, InitV,
          MaxLost,      \* how many answers may be lost
          MaxLoss,      \* how often the index in use is lost: emptied, or gone
          WithResume,   \* one that takes over may go on with the index of the one before
          WithAbandon,  \* one may only give up the one before; or open the old index again, instead of swapping
          LateNotes,    \* how often the lease is written again, late, with what it said before
          Tidy,         \* whose index is removed at a take-over: "noted" in the lease, or "all"
          Broken
Rule(r) == Broken # r
None  == 99
Names == {0} \cup Reindexers

VARIABLES
  log, acked,                        \* slots claimed; the highest version acknowledged
  head, alive, blocked, full, token,  \* by index; full: it carries its generation
  alias, lag,                        \* where the alias leads; where lagging nodes believe that it does
  rec,                               \* the record of generations: [n, ok]
  wpc, wi, wv, wn,                   \* the writer: index and version that it read, its own slot
  holder,                            \* of the lease
  pc, from, usable, others, new, own, ownNew, nth, resume,    \* reindexers
  note,                              \* by lease: the index under way
  source,                            \* by index: the one it is made from, as noted in the lease
  believed,                          \* an index that was right a moment ago may still be taken for it
  late, lost, losses, notes
ixVars == <<head, alive, blocked, full, token, alias, lag, rec>>
wVars  == <<log, acked, wpc, wi, wv, wn>>
rVars  == <<holder, pc, from, usable, others, new, own, ownNew, nth, resume, note, source>>
vars   == <<ixVars, wVars, rVars, believed, late, lost, losses, notes>>

Max(S) == CHOOSE x \in S : \A y \in S : y <= x

Init ==
  /\ log = InitV /\ acked = InitV
  /\ head = [i \in Names |-> IF i = 0 THEN InitV ELSE 0]
  /\ alive = [i \in Names |-> i = 0] /\ full = [i \in Names |-> i = 0]
  /\ blocked = [i \in Names |-> FALSE] /\ token = [i \in Names |-> 0]
  /\ alias = {0} /\ lag = {} /\ rec = [n |-> 0, ok |-> {0}]
  /\ wpc = "read" /\ wi = 0 /\ wv = 0 /\ wn = 0
  /\ holder = 0
  /\ pc = [r \in Reindexers |-> "idle"]
  /\ from = [r \in Reindexers |-> None] /\ usable = [r \in Reindexers |-> FALSE]
  /\ others = [r \in Reindexers |-> {}] /\ new = [r \in Reindexers |-> r]
  /\ own = [r \in Reindexers |-> 0] /\ ownNew = [r \in Reindexers |-> 0] /\ nth = [r \in Reindexers |-> 0]
  /\ note = [r \in Reindexers |-> None] /\ notes = 0
  /\ resume = [r \in Reindexers |-> FALSE]
  /\ source = [i \in Names |-> 50]                                \* none, or one of earlier times
  /\ believed = TRUE /\ late = {} /\ lost = 0 /\ losses = 0

\* What a node takes the alias for. Reads fail where it leads to more than one index.
Targets == lag \cup (IF Cardinality(alias) = 1 THEN alias ELSE {})
Current == IF alias = {} THEN None ELSE CHOOSE i \in alias : TRUE
Acceptable(i) == full[i] /\ i \in rec.ok
\* Absent is said by an index that is confirmed at that moment, present by one that was a second ago.
Answers(i) == alive[i] /\ (Acceptable(i) \/ (head[i] > 0 /\ believed))

------------------------------------------------------------------------------
(* The writer.                                                                  *)
WRead == /\ wpc = "read"
         /\ \E i \in Targets : /\ Answers(i) /\ (head[i] = 0 => InitV = 0) /\ head[i] < MaxSlot
                               /\ wi' = i /\ wv' = head[i]
         /\ wpc' = "claim" /\ UNCHANGED <<log, acked, wn>>
WClaim == /\ wpc = "claim"
          /\ wn' = wv + 1
          /\ IF log >= wv + 1 THEN wpc' = "help" /\ UNCHANGED log
             ELSE log' = wv + 1 /\ wpc' = IF wv = 0 THEN "confirm" ELSE "write"
          /\ UNCHANGED <<acked, wi, wv>>
\* Before a first head goes to whatever the alias leads to, the index is confirmed.
WConfirm == /\ wpc = "confirm" /\ \E i \in Targets : Acceptable(i)
            /\ wpc' = "write" /\ UNCHANGED <<log, acked, wi, wv, wn>>
WTarget == IF wv = 0 THEN {i \in Targets : alive[i]} ELSE {i \in {wi} : alive[i]}
WWrite == /\ wpc \in {"write", "help"}
          /\ \/ \E i \in WTarget :
                  /\ ~blocked[i] /\ head[i] = wv
                  /\ head' = [head EXCEPT ![i] = wn]
                  /\ acked' = IF wpc = "write" /\ wn > acked THEN wn ELSE acked
                  /\ wpc' = "read"
             \/ /\ \A i \in WTarget : blocked[i] \/ head[i] # wv
                /\ wpc' = IF wpc = "help" THEN "read" ELSE "check"
                /\ UNCHANGED <<head, acked>>
          /\ UNCHANGED <<log, wi, wv, wn>>
WCheck == /\ wpc = "check"
          /\ \E i \in Targets :
               /\ Answers(i)
               /\ IF head[i] >= wn
                  THEN /\ acked' = IF wn > acked THEN wn ELSE acked
                       /\ wpc' = "read" /\ UNCHANGED <<wi, wv>>
                  ELSE /\ wi' = i /\ wv' = head[i] /\ wpc' = (IF head[i] = 0 THEN "confirm" ELSE "write")
                       /\ UNCHANGED acked
          /\ UNCHANGED <<log, wn>>
Writer == /\ \/ (WRead \/ WClaim \/ WConfirm \/ WCheck) /\ UNCHANGED head
             \/ WWrite
          /\ UNCHANGED <<alive, blocked, full, token, alias, lag, rec, rVars, believed, late, lost, losses, notes>>

------------------------------------------------------------------------------
(* Requests of reindexers, as the parts carry them out.                         *)
Obeyed(i, h) == Rule("token") => token[i] = h
Ok(q) ==
  CASE q.t = "token"   -> alive[q.i] /\ token[q.i] = q.h
    [] q.t \in {"block", "unblock"} -> alive[q.i] /\ Obeyed(q.i, q.h)
    [] q.t = "create" -> ~alive[q.i]
    [] q.t = "seal"   -> alive[q.i] /\ (Rule("generationNamesToken") => token[q.i] = q.h)
    [] q.t = "delete" -> alive[q.i] /\ q.i \notin alias /\ (q.g = None \/ q.g \in alias)
    [] q.t = "swap"   -> /\ alive[q.i] /\ (q.g # None => q.g \in alias)
                         /\ Rule("swapNamesToken") => token[q.i] = q.h
    [] q.t = "record" -> Rule("rankedRecord") => q.n > rec.n
Apply(q) ==
  CASE q.t = "token" -> token' = [token EXCEPT ![q.i] = q.fresh]
                       /\ UNCHANGED <<head, alive, blocked, full, alias, lag, rec>>
    [] q.t \in {"block", "unblock"} -> blocked' = [blocked EXCEPT ![q.i] = q.t = "block"]
                       /\ UNCHANGED <<head, alive, full, token, alias, lag, rec>>
    [] q.t = "create" -> /\ alive' = [alive EXCEPT ![q.i] = TRUE]
                         /\ token' = [token EXCEPT ![q.i] = 0]
                         /\ UNCHANGED <<head, blocked, full, alias, lag, rec>>
    [] q.t = "seal" -> full' = [full EXCEPT ![q.i] = TRUE]
                       /\ UNCHANGED <<head, alive, blocked, token, alias, lag, rec>>
    [] q.t = "delete" -> /\ alive' = [alive EXCEPT ![q.i] = FALSE]
                         /\ full' = [full EXCEPT ![q.i] = FALSE]
                         /\ head' = [head EXCEPT ![q.i] = 0]
                         /\ blocked' = [blocked EXCEPT ![q.i] = FALSE]
                         /\ UNCHANGED <<token, alias, lag, rec>>
    [] q.t = "swap" -> /\ alias' = (alias \ {q.g}) \cup {q.i}
                       /\ lag' = lag \cup (alias \cap {q.g})
                       /\ UNCHANGED <<head, alive, blocked, full, token, rec>>
    [] q.t = "record" -> rec' = [n |-> q.n, ok |-> q.ok]
                         /\ UNCHANGED <<head, alive, blocked, full, token, alias, lag>>

\* yes: done; no: refused; again: no answer, with the request done or still under way.
Send(r, q, yes, no, again) ==
  \/ Ok(q) /\ Apply(q) /\ pc' = [pc EXCEPT ![r] = yes] /\ UNCHANGED <<late, lost>>
  \/ ~Ok(q) /\ pc' = [pc EXCEPT ![r] = no] /\ UNCHANGED <<ixVars, late, lost>>
  \/ /\ lost < MaxLost /\ lost' = lost + 1 /\ pc' = [pc EXCEPT ![r] = again]
     /\ \/ Ok(q) /\ Apply(q) /\ UNCHANGED late
        \/ late' = late \cup {q} /\ UNCHANGED ixVars
Go(r, next) == pc' = [pc EXCEPT ![r] = next] /\ UNCHANGED <<late, lost>>

LandLate == \E q \in late : /\ late' = late \ {q}
                            /\ IF Ok(q) THEN Apply(q) ELSE UNCHANGED ixVars
                            /\ UNCHANGED <<wVars, rVars, believed, lost, losses, notes>>
NodesFollow == lag # {} /\ lag' = {}
               /\ UNCHANGED <<head, alive, blocked, full, token, alias, rec, wVars, rVars, believed, late, lost, losses, notes>>

------------------------------------------------------------------------------
(* A reindexer. Anybody may take the one before for dead, at any moment. What   *)
(* that one has noted is read after the claim.                                  *)
TakeLease(r) ==
  \/ /\ pc[r] = "idle" /\ \A s \in Reindexers : s < r => pc[s] \notin {"idle", "claim"}
     /\ note' = [note EXCEPT ![r] = IF holder = 0 THEN None ELSE note[holder]]
     /\ UNCHANGED holder /\ Go(r, "claim")
     /\ UNCHANGED <<ixVars, from, usable, others, new, own, ownNew, nth, resume, source>>
  \/ /\ pc[r] = "claim" /\ holder' = r /\ Go(r, IF holder = 0 \/ ~Rule("noteAfterClaim") THEN "look" ELSE "former")
     /\ UNCHANGED <<ixVars, from, usable, others, new, own, ownNew, nth, resume, note, source>>
  \/ /\ pc[r] = "former" /\ note' = [note EXCEPT ![r] = note[r - 1]] /\ Go(r, "look")
     /\ UNCHANGED <<ixVars, holder, from, usable, others, new, own, ownNew, nth, resume, source>>
\* A sign of life carries what was noted then.
LateNote == /\ notes < LateNotes /\ notes' = notes + 1
            /\ \E r \in Reindexers : note' = [note EXCEPT ![r] = None] /\ pc[r] \notin {"idle", "claim", "former", "look"}
            /\ UNCHANGED <<ixVars, wVars, holder, pc, from, usable, others, new, own, ownNew, nth, resume, source,
                           believed, late, lost, losses>>

\* The lease is looked at before these steps.
Checks == [x \in {"delete?", "open?", "judge?", "create?", "name?", "prepare?", "swap?", "remove?"} |->
             CASE x = "delete?" -> "delete" [] x = "open?" -> "token" [] x = "judge?" -> "judge" [] x = "create?" -> "create"
               [] x = "name?" -> "name" [] x = "prepare?" -> "tokenNew" [] x = "swap?" -> "swap" [] OTHER -> "remove"]
Check(r) ==
  /\ pc[r] \in DOMAIN Checks
  /\ Go(r, IF holder = r THEN Checks[pc[r]] ELSE "stopped")
  /\ UNCHANGED <<ixVars, holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>

\* What a holder of the lease names is below everything that a later one names.
Number(r, step) == 10 * r + step
\* A lost index that is still there takes no writes from before the log is listed.
Begin(good, i) == IF good \/ i = None \/ ~Rule("blockLost") THEN "load" ELSE "tokenLost"
\* The former index is finished where requests go to it already. It is gone on with where it was made from the current
\* one, carries its generation, and that was never named: then no swap to it is under way. Otherwise it is given up.
MayResume(f) == /\ alive[f] /\ source[f] = Current
                /\ Rule("resumeComplete") => full[f]
                /\ Rule("resumeUnnamed") => f \notin rec.ok
Judged(r) == /\ from' = [from EXCEPT ![r] = Current]
             /\ usable' = [usable EXCEPT ![r] = Current # None /\ Acceptable(Current)]
Look(r) ==
  LET f == note[r]
      all == {j \in Names : alive[j] /\ j \notin alias} IN
  /\ pc[r] = "look" /\ Cardinality(alias) <= 1
  /\ \/ /\ f # None /\ f \in alias /\ Go(r, IF Rule("finishWaits") THEN "wait" ELSE "openNew")
        /\ new' = [new EXCEPT ![r] = f] /\ from' = [from EXCEPT ![r] = source[f]] /\ UNCHANGED <<usable, others, resume>>
     \/ /\ f # None /\ f \notin alias /\ MayResume(f) /\ WithResume /\ (Tidy = "all" => lag = {})
        /\ new' = [new EXCEPT ![r] = f] /\ resume' = [resume EXCEPT ![r] = TRUE]
        /\ others' = [others EXCEPT ![r] = IF Tidy = "all" THEN all \ {f} ELSE {}]
        /\ Judged(r) /\ Go(r, IF Tidy = "all" THEN "delete?" ELSE Begin(usable'[r], Current))
     \/ /\ f \notin alias /\ (Tidy = "all" => lag = {})
        /\ others' = [others EXCEPT ![r] = IF Tidy = "all" THEN all ELSE IF f = None THEN {} ELSE {f}]
        /\ Judged(r) /\ UNCHANGED <<new, resume>>
        /\ Go(r, IF others'[r] = {} THEN "judge?" ELSE IF Rule("deleteNewBeforeUnblock") THEN "delete?" ELSE "open?")
  /\ UNCHANGED <<ixVars, holder, own, ownNew, nth, note, source>>

\* Giving up: the index goes first; then the token of the current one is taken and a block lifted; then the record says so.
Delete(r) ==
  /\ pc[r] = "delete"
  /\ LET left == {j \in others[r] : alive[j]} IN
     IF left # {} THEN \E j \in left : Send(r, [t |-> "delete", i |-> j, g |-> Current], "delete?", "look", "look")
     ELSE UNCHANGED ixVars /\ Go(r, IF Rule("deleteNewBeforeUnblock") /\ Current # None THEN "open?" ELSE "givenUp")
  /\ from' = [from EXCEPT ![r] = Current]
  /\ UNCHANGED <<holder, usable, others, new, own, ownNew, nth, resume, note, source>>
GivenUp(r) ==
  /\ pc[r] = "givenUp"
  /\ IF others[r] \cap rec.ok # {} /\ from[r] \in rec.ok
     THEN Send(r, [t |-> "record", n |-> Number(r, 0), ok |-> {from[r]}], "unnoted", "unnoted", "givenUp")
     ELSE Go(r, "unnoted") /\ UNCHANGED ixVars
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>
Unnoted(r) ==
  /\ pc[r] = "unnoted" /\ note' = [note EXCEPT ![r] = IF resume[r] THEN @ ELSE None]
  /\ \E next \in (IF resume[r] THEN {Begin(usable[r], from[r])} ELSE IF new[r] \in others[r] THEN {"abandoned"}
                   ELSE IF WithAbandon THEN {"abandoned", "judge?"} ELSE {"judge?"}) : Go(r, next)
  /\ UNCHANGED <<ixVars, holder, from, usable, others, new, own, ownNew, nth, resume, source>>
\* What there is to start from. The new index is noted before there is one.
Judge(r) ==
  /\ pc[r] = "judge" /\ Cardinality(alias) <= 1 /\ Judged(r)
  /\ note' = [note EXCEPT ![r] = new[r]] /\ Go(r, "create?")
  /\ UNCHANGED <<ixVars, holder, others, new, own, ownNew, nth, resume, source>>

\* A token takes the place of the one before, unless that is of a higher rank. Then the block is lifted, whether there is
\* one or not.
Fresh(r) == 100 * r + nth[r] + 1
TakeToken(r, i, yes, again) ==
  IF ~alive[i] \/ (Rule("rankedTokens") /\ token[i] > 100 * (r + 1)) THEN Go(r, "stopped") /\ UNCHANGED <<ixVars, nth>>
  ELSE IF ~Rule("newTokenEachTime") /\ token[i] > 100 * r THEN Go(r, yes) /\ UNCHANGED <<ixVars, nth>>
  ELSE nth' = [nth EXCEPT ![r] = @ + 1] /\ Send(r, [t |-> "token", i |-> i, h |-> token[i], fresh |-> Fresh(r)], yes, again, again)
Token(r) ==
  /\ pc[r] \in {"token", "loadToken", "tokenFrom", "tokenLost", "reopen"}
  /\ LET next == CASE pc[r] = "token" -> "lift" [] pc[r] = "loadToken" -> "loadLift" [] pc[r] = "reopen" -> "reopenLift"
                   [] pc[r] = "tokenLost" -> "blockLost" [] OTHER -> "block"
     IN IF pc[r] = "token" /\ ~Rule("tokenAlways") /\ ~blocked[from[r]]
        THEN Go(r, IF Rule("deleteNewBeforeUnblock") THEN "givenUp" ELSE "delete?") /\ UNCHANGED <<ixVars, nth, own>>
        ELSE TakeToken(r, from[r], next, pc[r]) /\ own' = [own EXCEPT ![r] = token'[from[r]]]
  /\ UNCHANGED <<holder, from, usable, others, new, ownNew, resume, note, source>>
Lift(r) ==
  /\ pc[r] \in {"lift", "loadLift", "reopenLift"}
  /\ LET next == CASE pc[r] = "loadLift" -> "load" [] pc[r] = "reopenLift" -> "abandoned"
                   [] OTHER -> IF Rule("deleteNewBeforeUnblock") THEN "givenUp" ELSE "delete?"
     IN Send(r, [t |-> "unblock", i |-> from[r], h |-> own[r]], next, next, pc[r])
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>

Create(r) ==
  /\ pc[r] = "create"
  /\ Send(r, [t |-> "create", i |-> new[r]], "seal", "seal", "create")
  /\ source' = [source EXCEPT ![new[r]] = from[r]]
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, note>>
Seal(r) ==
  /\ pc[r] = "seal"
  /\ Send(r, [t |-> "seal", i |-> new[r], h |-> 0], Begin(usable[r], from[r]), "stopped", "seal")
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>
\* The head in the old index is brought forward first. A block that somebody has left there is lifted.
Load(r) ==
  /\ pc[r] = "load"
  /\ IF ~alive[new[r]] THEN Go(r, "stopped") /\ UNCHANGED head
     ELSE IF usable[r] /\ alive[from[r]] /\ blocked[from[r]] THEN Go(r, "loadToken") /\ UNCHANGED head
     ELSE IF usable[r] /\ alive[from[r]] /\ head[from[r]] < log
     THEN head' = [head EXCEPT ![from[r]] = log] /\ UNCHANGED <<pc, late, lost>>
     ELSE /\ head' = [head EXCEPT ![new[r]] = IF log > @ THEN log ELSE @]
          /\ Go(r, "name?")
  /\ UNCHANGED <<alive, blocked, full, token, alias, lag, rec, holder, from, usable, others, new, own, ownNew, nth, resume, note,
                 source>>

\* Before the swap the record names both generations, after it only the new one.
Name(r) ==
  /\ pc[r] = "name"
  /\ LET both == ({from[r]} \cap rec.ok) \cup (IF Rule("nameBoth") THEN {new[r]} ELSE {})
         next == IF usable[r] THEN "prepare?" ELSE "doubt"
     IN Send(r, [t |-> "record", n |-> Number(r, 1), ok |-> both], next, next, "name?")
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>
NameOnly(r) ==
  /\ pc[r] = "only"
  /\ Send(r, [t |-> "record", n |-> Number(r, 2), ok |-> {new[r]}], "remove?", "remove?", "only")
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>

Block(r) ==
  /\ pc[r] \in {"block", "blockLost"}
  /\ Send(r, [t |-> "block", i |-> from[r], h |-> own[r]], IF pc[r] = "block" THEN "catch" ELSE "load", "stopped",
          IF pc[r] = "block" THEN "tokenFrom" ELSE "tokenLost")
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>
\* The old index must still be a right one after the last catch-up: what it had lost before was not taken over.
Catch(r) ==
  /\ pc[r] = "catch"
  /\ head' = IF alive[new[r]] /\ head[from[r]] > head[new[r]] THEN [head EXCEPT ![new[r]] = head[from[r]]] ELSE head
  /\ IF ~full[from[r]] /\ Rule("sourceStillRight") THEN Go(r, "stopped")
     ELSE \E next \in (IF WithAbandon THEN {"blockNew", "reopen", "reopenLift"} ELSE {"blockNew"}) : Go(r, next)
  /\ UNCHANGED <<alive, blocked, full, token, alias, lag, rec, holder, from, usable, others, new, own, ownNew, nth, resume, note,
                 source>>
\* Where the old index is a lost one, nobody may believe it any more when the new one takes its place.
DoubtFirst(r) ==
  /\ pc[r] = "doubt" /\ (Rule("doubtBeforeSwap") => losses = 0 \/ ~believed)
  /\ Go(r, "prepare?")
  /\ UNCHANGED <<ixVars, holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>
TokenNew(r) ==
  /\ pc[r] \in {"tokenNew", "openNew"}
  /\ TakeToken(r, new[r], IF pc[r] = "openNew" THEN "liftNew" ELSE IF usable[r] THEN "tokenFrom" ELSE "blockNew", pc[r])
  /\ ownNew' = [ownNew EXCEPT ![r] = token'[new[r]]]
  /\ UNCHANGED <<holder, from, usable, others, new, own, resume, note, source>>
BlockNew(r) ==
  /\ pc[r] = "blockNew"
  /\ Send(r, [t |-> "block", i |-> new[r], h |-> ownNew[r]], "swap?", "stopped", "prepare?")
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>
Swap(r) ==
  /\ pc[r] = "swap"
  /\ Send(r, [t |-> "swap", i |-> new[r], g |-> from[r], h |-> ownNew[r]], "acked", "swapped", "swapped")
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>
\* No answer, or refused: where does the alias lead? If not to the new index, it is given up.
Swapped(r) ==
  /\ pc[r] = "swapped"
  /\ IF alias = {new[r]} THEN Go(r, "wait") /\ UNCHANGED others
     ELSE \/ Go(r, "swap") /\ UNCHANGED others
          \/ Go(r, "delete?") /\ others' = [others EXCEPT ![r] = {new[r]}]
  /\ UNCHANGED <<ixVars, holder, from, usable, new, own, ownNew, nth, resume, note, source>>
\* Whose swap was answered lifts the block under the token of that swap; anybody else takes a new one.
Wait(r) ==
  /\ pc[r] \in {"wait", "acked"} /\ lag = {} /\ Go(r, IF pc[r] = "acked" THEN "liftNew" ELSE "openNew")
  /\ UNCHANGED <<ixVars, holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>
LiftNew(r) ==
  /\ pc[r] = "liftNew"
  /\ Send(r, [t |-> "unblock", i |-> new[r], h |-> ownNew[r]], "only", "only", "openNew")
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, note, source>>
Remove(r) ==
  /\ pc[r] = "remove"
  /\ IF from[r] = None THEN Go(r, "end") /\ UNCHANGED ixVars
     ELSE Send(r, [t |-> "delete", i |-> from[r], g |-> new[r]], "end", "end", "remove?")
  /\ note' = [note EXCEPT ![r] = IF pc'[r] = "end" THEN None ELSE @]
  /\ UNCHANGED <<holder, from, usable, others, new, own, ownNew, nth, resume, source>>

Reindexer(r) ==
  /\ \/ TakeLease(r) \/ Check(r) \/ Look(r) \/ Delete(r) \/ GivenUp(r) \/ Unnoted(r) \/ Judge(r) \/ Token(r) \/ Lift(r) \/ Create(r) \/ Seal(r) \/ Load(r)
     \/ Name(r) \/ NameOnly(r) \/ Block(r) \/ Catch(r) \/ DoubtFirst(r) \/ TokenNew(r) \/ BlockNew(r) \/ Swap(r) \/ Swapped(r)
     \/ Wait(r) \/ LiftNew(r) \/ Remove(r)
  /\ UNCHANGED <<wVars, believed, losses, notes>>

------------------------------------------------------------------------------
\* Somebody empties the index in use, or removes it.
Lose ==
  /\ losses < MaxLoss /\ losses' = losses + 1
  /\ \E i \in alias :
       /\ head' = [head EXCEPT ![i] = 0] /\ full' = [full EXCEPT ![i] = FALSE]
       /\ \/ UNCHANGED <<alive, alias, blocked, lag>>
          \/ /\ alive' = [alive EXCEPT ![i] = FALSE] /\ blocked' = [blocked EXCEPT ![i] = FALSE]
             /\ alias' = alias \ {i} /\ lag' = lag \ {i}
  /\ UNCHANGED <<token, rec, wVars, rVars, believed, late, lost, notes>>
Doubt == losses > 0 /\ believed /\ believed' = FALSE
         /\ UNCHANGED <<ixVars, wVars, rVars, late, lost, losses, notes>>

Next == Writer \/ LandLate \/ LateNote \/ NodesFollow \/ Lose \/ Doubt \/ \E r \in Reindexers : Reindexer(r)
Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------
Over(r) == pc[r] \in {"stopped", "end", "abandoned"}
Readable == {i \in Targets : Answers(i)}
\* What any node may answer has everything that was acknowledged; absent is said by no lost index.
AckedIsVisible == \A i \in Readable : head[i] >= acked
Monotonic ==
  [][ \A i \in Readable, j \in Readable' : head[i] > 0 /\ head'[j] > 0 => head'[j] >= head[i] ]_<<head, alive, full, alias, lag, believed, rec>>
\* Requests are answered all the time (writes may have to wait for the end of a block).
AlwaysServed == losses = 0 => Cardinality(alias) = 1 /\ \A i \in Targets : alive[i] /\ Acceptable(i)
\* A run that has ended in peace leaves a service that writes, whatever lands late.
UsableAtEnd ==
  losses = 0 /\ holder # 0 /\ pc[holder] \in {"end", "abandoned"}
    => Cardinality(alias) = 1 /\ \A i \in alias : alive[i] /\ Acceptable(i) /\ ~blocked[i]
NeverTwo == Cardinality(alias) <= 1
\* The holder of the lease can always go on, and comes to an end where nothing is lost.
Ends == LET r == holder IN
  r # 0 /\ lag = {} /\ ~(believed /\ losses > 0) =>
    /\ pc[r] = "stopped" => lost > 0 \/ losses > 0 \/ notes > 0
    /\ ~Over(r) => ENABLED Reindexer(r)

\* Two states that differ only in what no reindexer will use again, or in late requests that can do nothing any more,
\* are one: a token never comes back.
Dead(q) == Rule("token") /\ q.t \in {"token", "block", "unblock"} /\ token[q.i] # q.h /\ token[q.i] # 0
View == <<ixVars, source, believed, wVars, holder, pc, note, lost, losses, notes, {q \in late : ~Dead(q)},
          [r \in Reindexers |-> IF Over(r) THEN 0
             ELSE <<from[r], usable[r], others[r], new[r], own[r], ownNew[r], nth[r], resume[r]>>]>>
=============================================================================

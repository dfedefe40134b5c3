------------------------------- MODULE Assets -------------------------------
(* One asset of one owner: its bytes by life, its log of entries, the uses of  *)
(* one document. An upload, two writers of documents, and gc, each of which    *)
(* may stop for ever at any step. Time passes in halves of a day: an entry is  *)
(* fresh in its first one. A process that is alive does nothing longer than    *)
(* that after it has looked.                                                   *)
EXTENDS Integers, FiniteSets

CONSTANTS MaxEntry, MaxTime, Writers,
          Broken        \* the rule that is left out, or "none"

VARIABLES entries,      \* number -> [kind, life, at]
          bytes,        \* lives of which there are bytes
          uses,         \* pairs of a life and a writer's document
          named,        \* documents with a slot that names the asset, and the life that its writer relied on
          time,
          up,           \* the upload: [step, n, at]
          wr,           \* each writer: [step, life, at, n]
          gc            \* [step, start, n, life]

vars == <<entries, bytes, uses, named, time, up, wr, gc>>

Rule(name) == Broken # name
Numbers == DOMAIN entries
Highest == IF Numbers = {} THEN 0 ELSE CHOOSE n \in Numbers : \A m \in Numbers : m <= n
Newest == IF Highest = 0 THEN [kind |-> "none", life |-> 0, at |-> 0] ELSE entries[Highest]
With(n, e) == [m \in Numbers \cup {n} |-> IF m = n THEN e ELSE entries[m]]
Fresh(at) == time - at < 1
\* A process that has looked acts within half a day, or never.
Alive(at) == time - at <= 1

Init ==
  /\ entries = [n \in {} |-> [kind |-> "none", life |-> 0, at |-> 0]]
  /\ bytes = {} /\ uses = {} /\ named = {} /\ time = 0
  /\ up = [step |-> "idle", n |-> 0, at |-> 0]
  /\ wr = [w \in Writers |-> [step |-> "idle", life |-> 0, at |-> 0, n |-> 0]]
  /\ gc = [step |-> "idle", start |-> 0, n |-> 0, life |-> 0]

Tick == time < MaxTime /\ time' = time + 1 /\ UNCHANGED <<entries, bytes, uses, named, up, wr, gc>>

---------------------------------------------------------------------------
\* The upload: bytes, then the entry that names their life (rule bytesBeforeEntry).
Look ==
  /\ up.step = "idle" /\ Highest < MaxEntry
  /\ Newest.kind # "kept"
  /\ up' = [step |-> "looked", n |-> Highest + 1, at |-> time]
  /\ UNCHANGED <<entries, bytes, uses, named, time, wr, gc>>
PutBytes ==
  /\ up.step = (IF Rule("bytesBeforeEntry") THEN "looked" ELSE "claimed") /\ Alive(up.at)
  /\ bytes' = bytes \cup {up.n}
  /\ up' = [up EXCEPT !.step = IF Rule("bytesBeforeEntry") THEN "put" ELSE "idle"]
  /\ UNCHANGED <<entries, uses, named, time, wr, gc>>
ClaimUpload ==
  /\ up.step = (IF Rule("bytesBeforeEntry") THEN "put" ELSE "looked") /\ Alive(up.at)
  /\ IF up.n \in Numbers
       THEN entries' = entries /\ up' = [up EXCEPT !.step = "idle"]
       ELSE /\ entries' = With(up.n, [kind |-> "kept", life |-> up.n, at |-> up.at])
            /\ up' = [up EXCEPT !.step = IF Rule("bytesBeforeEntry") THEN "idle" ELSE "claimed"]
  /\ UNCHANGED <<bytes, uses, named, time, wr, gc>>

---------------------------------------------------------------------------
\* A writer: a fresh entry, the use, the slot.
See(w) ==
  /\ wr[w].step = "idle" /\ Newest.kind = "kept"
  /\ IF Fresh(Newest.at) \/ ~Rule("freshBeforeUse")
       THEN wr' = [wr EXCEPT ![w] = [step |-> "fresh", life |-> Newest.life, at |-> time, n |-> 0]]
       ELSE /\ Highest < MaxEntry
            /\ wr' = [wr EXCEPT ![w] = [step |-> "old", life |-> Newest.life, at |-> time, n |-> Highest + 1]]
  /\ UNCHANGED <<entries, bytes, uses, named, time, up, gc>>
Renew(w) ==
  /\ wr[w].step = "old" /\ Alive(wr[w].at)
  /\ IF wr[w].n \in Numbers
       THEN entries' = entries /\ wr' = [wr EXCEPT ![w].step = "idle"]
       ELSE /\ entries' = With(wr[w].n, [kind |-> "kept", life |-> wr[w].life, at |-> wr[w].at])
            /\ wr' = [wr EXCEPT ![w].step = "renewed"]
  /\ UNCHANGED <<bytes, uses, named, time, up, gc>>
\* Numbers below the highest are freed: one of these renews nothing (rule claimIsHighest).
Confirm(w) ==
  /\ wr[w].step = "renewed"
  /\ wr' = [wr EXCEPT ![w].step = IF Highest = wr[w].n \/ ~Rule("claimIsHighest") THEN "fresh" ELSE "idle"]
  /\ UNCHANGED <<entries, bytes, uses, named, time, up, gc>>
Use(w) ==
  /\ wr[w].step = (IF Rule("useBeforeClaim") THEN "fresh" ELSE "claimed") /\ Alive(wr[w].at)
  /\ uses' = uses \cup {<<wr[w].life, w>>}
  /\ wr' = [wr EXCEPT ![w].step = IF Rule("useBeforeClaim") THEN "used" ELSE "done"]
  /\ UNCHANGED <<entries, bytes, named, time, up, gc>>
ClaimSlot(w) ==
  /\ wr[w].step = (IF Rule("useBeforeClaim") THEN "used" ELSE "fresh") /\ Alive(wr[w].at)
  /\ named' = named \cup {<<wr[w].life, w>>}
  /\ wr' = [wr EXCEPT ![w].step = IF Rule("useBeforeClaim") THEN "done" ELSE "claimed"]
  /\ UNCHANGED <<entries, bytes, uses, time, up, gc>>
\* The writer dies, or its attempt fails: another attempt for the same document begins anew.
Fail(w) ==
  /\ wr[w].step \in {"fresh", "old", "used"}
  /\ wr' = [wr EXCEPT ![w].step = "idle"]
  /\ UNCHANGED <<entries, bytes, uses, named, time, up, gc>>

---------------------------------------------------------------------------
\* gc: it may take as long as it likes.
Begin ==
  /\ gc.step = "idle"
  /\ gc' = [gc EXCEPT !.step = "begun", !.start = time]
  /\ UNCHANGED <<entries, bytes, uses, named, time, up, wr>>
List ==
  /\ gc.step = "begun" /\ Highest > 0 /\ Highest < MaxEntry
  /\ Newest.kind = "kept"
  /\ gc.start - Newest.at > 1
  /\ gc' = [gc EXCEPT !.step = "listed", !.n = Highest, !.life = Newest.life]
  /\ UNCHANGED <<entries, bytes, uses, named, time, up, wr>>
\* Only uses of documents that have a slot count.
Counts(life, w) == <<life, w>> \in named
CheckUses ==
  /\ gc.step = "listed"
  /\ gc' = [gc EXCEPT !.step = IF \E w \in Writers : <<gc.life, w>> \in uses /\ Counts(gc.life, w)
                                 THEN "idle" ELSE "unused"]
  /\ UNCHANGED <<entries, bytes, uses, named, time, up, wr>>
\* Bytes above the newest entry are of a killed upload.
Orphan ==
  /\ gc.step = "begun" /\ Highest < MaxEntry /\ Newest.kind # "kept" /\ (Highest + 1) \in bytes
  /\ gc' = [gc EXCEPT !.step = "unused", !.n = Highest, !.life = Highest + 1]
  /\ UNCHANGED <<entries, bytes, uses, named, time, up, wr>>
End ==
  /\ gc.step = "unused"
  /\ IF (gc.n + 1) \in Numbers /\ Rule("endBeforeRemoval")
       THEN entries' = entries /\ gc' = [gc EXCEPT !.step = "idle"]
       ELSE /\ entries' = IF Rule("endBeforeRemoval")
                            THEN With(gc.n + 1, [kind |-> "ended", life |-> 0, at |-> time]) ELSE entries
            /\ gc' = [gc EXCEPT !.step = IF Rule("endBeforeRemoval") THEN "claimed" ELSE "ended"]
  /\ UNCHANGED <<bytes, uses, named, time, up, wr>>
ConfirmEnd ==
  /\ gc.step = "claimed"
  /\ gc' = [gc EXCEPT !.step = IF Highest = gc.n + 1 \/ ~Rule("claimIsHighest") THEN "ended" ELSE "idle"]
  /\ UNCHANGED <<entries, bytes, uses, named, time, up, wr>>
\* The uses of that life go too; those of a life to come are others (rule usesOfALife).
Remove ==
  /\ gc.step = "ended"
  /\ bytes' = bytes \ {gc.life}
  /\ uses' = {u \in uses : Rule("usesOfALife") /\ u[1] # gc.life}
  /\ gc' = [gc EXCEPT !.step = "idle"]
  /\ UNCHANGED <<entries, named, time, up, wr>>
\* Superseded entries go, never the newest.
RemoveLower ==
  /\ \E n \in Numbers : n < Highest /\ entries' = [m \in Numbers \ {n} |-> entries[m]]
  /\ UNCHANGED <<bytes, uses, named, time, up, wr, gc>>

Next ==
  \/ Tick \/ Look \/ PutBytes \/ ClaimUpload
  \/ \E w \in Writers : See(w) \/ Renew(w) \/ Confirm(w) \/ Use(w) \/ ClaimSlot(w) \/ Fail(w)
  \/ Begin \/ List \/ CheckUses \/ Orphan \/ End \/ ConfirmEnd \/ Remove \/ RemoveLower

Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------------
\* What exists has bytes.
KeptHasBytes == Newest.kind = "kept" => Newest.life \in bytes
\* What a document names exists, in the life that its writer relied on.
NamedIsKept == \A u \in named : u[1] \in bytes /\ Newest.kind = "kept" /\ Newest.life = u[1]
\* What a document names is in use once its writer is at rest: no later gc ends it.
NamedIsUsed == \A u \in named : u \in uses \/ wr[u[2]].step = "claimed"
=============================================================================

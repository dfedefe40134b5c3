------------------------------- MODULE Quota -------------------------------
(* The count of one month of one owner, in a counter store that may lose what *)
(* it has, and may be away while documents are made. Creates take a unit,     *)
(* make a document, and tell the store. They may stop for ever at any step.   *)
EXTENDS Integers, FiniteSets

CONSTANTS Creates,
          Twins,        \* of the creates, those with one key: they are for one document. The others have one each.
          MaxLoss,      \* how often the store loses everything
          MaxAway,      \* how often it is away
          Broken        \* the rule that is left out, or "none"

VARIABLES state,        \* of each create: idle, taken, made, told, failed, dead
          docs,         \* documents in the index, as every count sees them
          used,         \* the month's count; None: it is to be counted
          taken,        \* units that the store knows to be under way
          carried,      \* those of them that a count since they were taken stands for their documents
          again,        \* whether the count is to be made once more
          early,        \* creates that were under way when a count began that is to be made again
          adjusted,     \* what came to the count, or went, while it was not known
          round,        \* the count under way: [no, units, adjusted, count]; count: None before the index is asked
          rounds,       \* the round that the store asks for
          away, losses, aways

vars == <<state, docs, used, taken, carried, again, early, adjusted, round, rounds, away, losses, aways>>

None == 1000
NoRound == [no |-> 0, units |-> {}, adjusted |-> 0, count |-> None]
Rule(name) == Broken # name
Doc(c) == IF c \in Twins THEN "shared" ELSE c
UnderWay == {c \in Creates : state[c] \in {"taken", "made"}}

Init == /\ state = [c \in Creates |-> "idle"] /\ docs = {} /\ used = None /\ taken = {} /\ carried = {}
        /\ again = TRUE /\ early = {} /\ adjusted = 0 /\ round = NoRound /\ rounds = 1
        /\ away = FALSE /\ losses = 0 /\ aways = 0

Change(by) == IF used = None THEN adjusted' = adjusted + by /\ UNCHANGED used
                             ELSE used' = used + by /\ UNCHANGED adjusted

(* The store is asked for a unit. Without it the process goes by what it knows. *)
Take(c) ==
  /\ state[c] = "idle"
  /\ \/ /\ ~away /\ used # None
        /\ used' = used + 1 /\ taken' = taken \cup {c}
     \/ away /\ UNCHANGED <<used, taken>>
  /\ state' = [state EXCEPT ![c] = "taken"]
  /\ UNCHANGED <<docs, carried, again, early, adjusted, round, rounds, away, losses, aways>>

(* Of twins one makes the document. The other finds it, gives its unit back, and answers with it. *)
Make(c) ==
  /\ state[c] = "taken" /\ Doc(c) \notin docs
  /\ state' = [state EXCEPT ![c] = "made"] /\ docs' = docs \cup {Doc(c)}
  /\ UNCHANGED <<used, taken, carried, again, early, adjusted, round, rounds, away, losses, aways>>

(* The create is answered only after this. A unit that the store does not know is added. *)
Tell(c) ==
  /\ state[c] = "made"
  /\ state' = [state EXCEPT ![c] = "told"]
  /\ IF away THEN UNCHANGED <<used, taken, carried, again, early, adjusted>>
     ELSE IF c \in taken THEN taken' = taken \ {c} /\ carried' = carried \ {c} /\ UNCHANGED <<used, again, early, adjusted>>
     ELSE /\ IF Rule("addUnknown") /\ (used # None \/ Rule("adjust")) THEN Change(1) ELSE UNCHANGED <<used, adjusted>>
          /\ again' = TRUE /\ early' = early \cup UnderWay
          /\ UNCHANGED <<taken, carried>>
  /\ UNCHANGED <<docs, round, rounds, away, losses, aways>>

(* It certainly failed, or was a repeat. A carried unit stands for a document that its twin may have made. *)
Fail(c) ==
  /\ state[c] = "taken"
  /\ state' = [state EXCEPT ![c] = "failed"]
  /\ IF ~away /\ c \in taken
     THEN /\ taken' = taken \ {c} /\ carried' = carried \ {c}
          /\ IF c \in carried /\ Rule("carriedDoubts")
             THEN again' = TRUE /\ early' = early \cup UnderWay /\ UNCHANGED <<used, adjusted>>
             ELSE Change(-1) /\ UNCHANGED <<again, early>>
     ELSE UNCHANGED <<used, taken, carried, adjusted, again, early>>
  /\ UNCHANGED <<docs, round, rounds, away, losses, aways>>

(* Nobody tells of it; its process starts again, or is missed after an outage: all is counted anew. *)
Die(c) ==
  /\ c \in UnderWay
  /\ state' = [state EXCEPT ![c] = "dead"]
  /\ used' = None /\ again' = TRUE /\ early' = UnderWay /\ rounds' = rounds + 1 /\ carried' = taken
  /\ UNCHANGED <<docs, taken, adjusted, round, away, losses, aways>>

(* A round begins with what the store knows to be under way. *)
Begin ==
  /\ ~away /\ used = None /\ round.no # rounds
  /\ round' = [no |-> rounds, units |-> taken, adjusted |-> adjusted, count |-> None]
  /\ UNCHANGED <<state, docs, used, taken, carried, again, early, adjusted, rounds, away, losses, aways>>

Count ==
  /\ round.no # 0 /\ round.count = None
  /\ round' = [round EXCEPT !.count =
       Cardinality(IF Rule("leaveOutTaken") THEN docs \ {Doc(c) : c \in round.units} ELSE docs)]
  /\ UNCHANGED <<state, docs, used, taken, carried, again, early, adjusted, rounds, away, losses, aways>>

Seed ==
  /\ ~away /\ round.count # None
  /\ IF used = None /\ round.no = rounds
     THEN used' = round.count + (IF Rule("addTaken") THEN Cardinality(round.units) ELSE 0) + adjusted - round.adjusted
     ELSE UNCHANGED used
  /\ round' = NoRound
  /\ UNCHANGED <<state, docs, taken, carried, again, early, adjusted, rounds, away, losses, aways>>

(* A write deadline later: every create that was under way at the first count has ended. What is left of those is dead. *)
Again ==
  /\ ~away /\ used # None /\ again
  /\ Rule("secondCount")
  /\ early \cap UnderWay = {}
  /\ used' = None /\ again' = FALSE /\ rounds' = rounds + 1
  /\ taken' = {c \in taken : c \in UnderWay} /\ carried' = taken'
  /\ UNCHANGED <<state, docs, early, adjusted, round, away, losses, aways>>

NeverAgain ==
  /\ ~Rule("secondCount") /\ again /\ used # None
  /\ again' = FALSE
  /\ UNCHANGED <<state, docs, used, taken, carried, early, adjusted, round, rounds, away, losses, aways>>

Lose ==
  /\ losses < MaxLoss /\ losses' = losses + 1
  /\ used' = None /\ taken' = {} /\ carried' = {} /\ again' = TRUE /\ early' = UnderWay /\ rounds' = rounds + 1
  /\ UNCHANGED <<state, docs, adjusted, round, away, aways>>

Leave ==
  /\ ~away /\ aways < MaxAway /\ aways' = aways + 1 /\ away' = TRUE
  /\ UNCHANGED <<state, docs, used, taken, carried, again, early, adjusted, round, rounds, losses>>

(* What this process has under way is told with it; of other processes' units the store may not know. *)
Return ==
  /\ away /\ away' = FALSE
  /\ IF Rule("countAnew")
     THEN /\ used' = None /\ again' = TRUE /\ early' = UnderWay /\ rounds' = rounds + 1
          /\ \E some \in SUBSET UnderWay : taken' = taken \cup some
          /\ carried' = taken'
     ELSE UNCHANGED <<used, taken, carried, again, early, rounds>>
  /\ UNCHANGED <<state, docs, adjusted, round, losses, aways>>

Next == \/ \E c \in Creates : Take(c) \/ Make(c) \/ Tell(c) \/ Fail(c) \/ Die(c)
        \/ Begin \/ Count \/ Seed \/ Again \/ NeverAgain \/ Lose \/ Leave \/ Return

Spec == Init /\ [][Next]_vars

(* What somebody was answered for is counted, whenever the store is asked. *)
NeverBelow == (~away /\ used # None) => used >= Cardinality({Doc(c) : c \in {told \in Creates : state[told] = "told"}})
(* When every create has ended, and the second count was made. *)
Exact == (~away /\ used # None /\ ~again /\ UnderWay = {}) => used = Cardinality(docs)
=============================================================================

------------------------------- MODULE Quota -------------------------------
(* The count of one month of one owner, in a counter store that may lose what *)
(* it has, and may be away while documents are made. Creates take the unit of *)
(* their document, claim its slot, make its head, and end the unit. They may  *)
(* stop for ever at any step. Creates with one key share a unit. One of them  *)
(* may make the head of the other's slot; then it ends the unit.              *)
EXTENDS Integers, FiniteSets

CONSTANTS Creates,
          Twins,        \* of the creates, those with one key: they are for one document. The others have one each.
          MaxLoss,      \* how often the store loses everything
          MaxAway,      \* how often it is away
          Broken        \* the rule that is left out, or "none"

VARIABLES state,        \* of each create: idle, taken, claimed, made, helping, helped, told, failed, dead
          slot,         \* of each document: the create that has claimed its slot, or "nobody"
          docs,         \* documents in the index, as every count sees them
          used,         \* units taken, right if it is counted
          counted,
          units,        \* documents whose creates the store knows to be in flight
          sole,         \* creates that alone have taken the unit of their document, and may release it
          lost,         \* whether units may be lost, and a second count is due
          early,        \* documents of creates that were in flight then, and of those that ended unknown since
          flying,       \* creates that were in flight then
          round,        \* the count under way: [no, ended, units, count]; count: None before the index is asked
          rounds,       \* the round that the store asks for
          away, losses, aways

vars == <<state, slot, docs, used, counted, units, sole, lost, early, flying, round, rounds, away, losses, aways>>
index == <<slot, docs>>
month == <<used, counted, units, sole, lost, early, flying, rounds>>
outages == <<away, losses, aways>>

None == 1000
NoRound == [no |-> 0, ended |-> 0, units |-> {}, count |-> None]
Rule(name) == Broken # name
Doc(c) == IF c \in Twins THEN "shared" ELSE c
InFlight == {c \in Creates : state[c] \in {"taken", "claimed", "made", "helping", "helped"}}
DocsInFlight == {Doc(c) : c \in InFlight}
Others(d) == {c \in sole : Doc(c) # d}
Become(c, next) == state' = [state EXCEPT ![c] = next]

Init == /\ state = [c \in Creates |-> "idle"] /\ slot = [d \in {Doc(c) : c \in Creates} |-> "nobody"]
        /\ docs = {} /\ used = 0 /\ counted = FALSE /\ units = {} /\ sole = {} /\ lost = TRUE /\ early = {} /\ flying = {}
        /\ round = NoRound /\ rounds = 1 /\ away = FALSE /\ losses = 0 /\ aways = 0

Recount == counted' = FALSE /\ rounds' = rounds + 1
Keep == UNCHANGED <<counted, rounds>>
Lost == lost' = TRUE /\ early' = DocsInFlight /\ flying' = InFlight /\ Recount

(* Without the store the process goes by what it knows. *)
Take(c) ==
  /\ state[c] = "idle"
  /\ \/ /\ ~away /\ counted /\ units' = units \cup {Doc(c)}
        /\ IF Doc(c) \in units THEN sole' = (IF Rule("sharedStays") THEN Others(Doc(c)) ELSE sole) /\ UNCHANGED used
                               ELSE used' = used + 1 /\ sole' = sole \cup {c}
     \/ away /\ UNCHANGED <<used, units, sole>>
  /\ Become(c, "taken")
  /\ UNCHANGED <<index, counted, lost, early, flying, round, rounds, outages>>

Claim(c) ==
  /\ state[c] = "taken" /\ slot[Doc(c)] = "nobody"
  /\ slot' = [slot EXCEPT ![Doc(c)] = c]
  /\ Become(c, "claimed")
  /\ UNCHANGED <<docs, month, round, outages>>

(* Others may have made its head. *)
Make(c) ==
  /\ state[c] = "claimed"
  /\ docs' = docs \cup {Doc(c)}
  /\ Become(c, "made")
  /\ UNCHANGED <<slot, month, round, outages>>

Release(c) ==
  IF ~away /\ c \in sole
  THEN /\ units' = units \ {Doc(c)} /\ sole' = Others(Doc(c))
       /\ IF Rule("releasedAnew") THEN UNCHANGED used /\ Recount ELSE used' = used - 1 /\ Keep
       /\ UNCHANGED <<lost, early, flying>>
  ELSE UNCHANGED month

(* It certainly failed. *)
Fail(c) ==
  /\ state[c] = "taken"
  /\ Become(c, "failed") /\ Release(c)
  /\ UNCHANGED <<index, round, outages>>

(* The slot is its twin's. Its unit stays meanwhile: it may die after it made the head. *)
Help(c) ==
  /\ state[c] = "taken" /\ slot[Doc(c)] # "nobody"
  /\ Become(c, "helping")
  /\ IF Rule("unitOfHelper") THEN UNCHANGED month ELSE Release(c)
  /\ UNCHANGED <<index, round, outages>>

HelpMake(c) ==
  /\ state[c] = "helping"
  /\ docs' = docs \cup {Doc(c)}
  /\ IF Doc(c) \in docs THEN Become(c, "told") /\ Release(c) ELSE Become(c, "helped") /\ UNCHANGED month
  /\ UNCHANGED <<slot, round, outages>>

(* The create is answered only after this. Its unit stays counted. A unit that is not known changes nothing. *)
Tell(c) ==
  /\ state[c] \in {"made", "helped"}
  /\ Become(c, "told")
  /\ IF away THEN UNCHANGED month
     ELSE /\ units' = units \ {Doc(c)} /\ sole' = Others(Doc(c))
          /\ early' = IF lost /\ Doc(c) \notin units THEN early \cup {Doc(c)} ELSE early
          /\ UNCHANGED <<used, counted, lost, flying, rounds>>
  /\ UNCHANGED <<index, round, outages>>

Die(c) ==
  /\ c \in InFlight
  /\ Become(c, "dead")
  /\ UNCHANGED <<index, month, round, outages>>

(* A write deadline after its unit was last taken a create has ended. While a second count is due, that sees to it. *)
Old ==
  /\ ~away /\ ~lost /\ Rule("oldAnew")
  /\ \E old \in (SUBSET (units \ DocsInFlight)) \ {{}} : units' = units \ old /\ sole' = {c \in sole : Doc(c) \notin old}
  /\ Recount
  /\ UNCHANGED <<state, index, used, lost, early, flying, round, outages>>

(* A round begins with what the store knows to be in flight. *)
Begin ==
  /\ ~away /\ ~counted
  /\ round' = [no |-> rounds, ended |-> used - Cardinality(units), units |-> units, count |-> None]
  /\ round' # round
  /\ UNCHANGED <<state, index, month, outages>>

Count ==
  /\ round.no # 0 /\ round.count = None
  /\ round' = [round EXCEPT !.count = Cardinality(IF Rule("leaveOutTaken") THEN docs \ round.units ELSE docs)]
  /\ UNCHANGED <<state, index, month, outages>>

Seed ==
  /\ ~away /\ round.count # None
  /\ IF ~counted /\ round.no = rounds
     THEN /\ counted' = TRUE
          /\ used' = (IF Rule("shiftByDifference") THEN used + round.count - round.ended
                                                   ELSE round.count + Cardinality(units))
                     - (IF Rule("addTaken") THEN 0 ELSE Cardinality(units))
     ELSE UNCHANGED <<used, counted>>
  /\ round' = NoRound
  /\ UNCHANGED <<state, index, units, sole, lost, early, flying, rounds, outages>>

(* A write deadline after a loss: every create that was in flight has ended. *)
Again ==
  /\ ~away /\ lost /\ flying \cap InFlight = {}
  /\ lost' = FALSE
  /\ units' = units \cap DocsInFlight /\ sole' = sole \cap InFlight
  /\ IF Rule("secondCount") THEN Recount ELSE Keep
  /\ UNCHANGED <<state, index, used, early, flying, round, outages>>

Lose ==
  /\ losses < MaxLoss /\ losses' = losses + 1
  /\ used' = 0 /\ units' = {} /\ sole' = {} /\ Lost
  /\ UNCHANGED <<state, index, round, away, aways>>

Leave ==
  /\ ~away /\ aways < MaxAway /\ aways' = aways + 1 /\ away' = TRUE
  /\ UNCHANGED <<state, index, month, round, losses>>

Return ==
  /\ away /\ away' = FALSE
  /\ IF Rule("countAnew") THEN Lost /\ UNCHANGED <<used, units, sole>> ELSE UNCHANGED month
  /\ UNCHANGED <<state, index, round, losses, aways>>

Next == \/ \E c \in Creates : \/ Take(c) \/ Claim(c) \/ Make(c) \/ Fail(c) \/ Help(c) \/ HelpMake(c) \/ Tell(c) \/ Die(c)
        \/ Old \/ Begin \/ Count \/ Seed \/ Again \/ Lose \/ Leave \/ Return

Spec == Init /\ [][Next]_vars

IsKnown == ~away /\ counted
Told == {Doc(c) : c \in {told \in Creates : state[told] = "told"}}

(* Whenever the store is asked, but for the deadline after a loss: at least what somebody was answered for. *)
NeverBelow == (IsKnown /\ ~lost) => used >= Cardinality(Told \ DocsInFlight)
(* Nor more than there is, and what is in flight or was so a write deadline ago. *)
NeverAbove == (IsKnown /\ ~lost) => used <= Cardinality(docs) + Cardinality(units)
(* When every create has ended, for a write deadline. *)
Exact == (IsKnown /\ ~lost /\ InFlight = {} /\ ~ENABLED Old) => used = Cardinality(docs)
(* In that deadline it is off by the creates that were in flight, at most. *)
OffByEarly == IsKnown => /\ used >= Cardinality((Told \ DocsInFlight) \ early)
                         /\ used <= Cardinality(docs) + Cardinality(units) + Cardinality(early)
=============================================================================

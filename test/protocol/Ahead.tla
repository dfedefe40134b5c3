-------------------------------- MODULE Ahead --------------------------------
(* Claims that run ahead of the head. A process has a queue of writes to one    *)
(* document: it claims slot after slot for them, each as soon as the one before *)
(* is known to be its own, and then one write brings the head forward over all  *)
(* of them. Other processes do the same, or one write alone. What Documents.tla *)
(* shows (write ids, concrete indices, rebuilds, gc) is taken as given.         *)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS Queues,     \* process -> sequence of [kind, key, match]; key 0, match 0: none
          MaxSlot,
          MaxAhead,   \* how many claims may be ahead of the head; 1: none
          MaxLost,
          Broken
Rule(r) == Broken # r

Proc == DOMAIN Queues
Slot == 1..MaxSlot
Free == [p |-> 0, k |-> 0, dead |-> FALSE, key |-> 0, late |-> FALSE]
Waits == [slot |-> 0, own |-> FALSE, behind |-> FALSE, said |-> "", told |-> 0]
Op(p, k) == Queues[p][k]

VARIABLES
  log,      \* slot -> whose it is: [p, k]
  head,     \* [v, dead, seq]
  pc, h, top, k,     \* by process: the head as read; the highest slot that it knows to be taken; the write in turn
  does,     \* process -> write -> [slot, own, behind, said, told]: what it has claimed (behind a
            \* tombstone?), and what its client was told
  zomb, lost,
  tombed    \* history: the document has ended
vars == <<log, head, pc, h, top, k, does, zomb, lost, tombed>>

Taken(s) == log[s].p # 0
Init ==
  /\ log = [s \in Slot |-> IF s = 1 THEN [Free EXCEPT !.p = 99] ELSE Free]
  /\ head = [v |-> 1, dead |-> FALSE, seq |-> 1]
  /\ pc = [p \in Proc |-> "read"] /\ h = [p \in Proc |-> head] /\ top = [p \in Proc |-> 0]
  /\ k = [p \in Proc |-> 1]
  /\ does = [p \in Proc |-> [i \in DOMAIN Queues[p] |-> Waits]]
  /\ zomb = {} /\ lost = 0 /\ tombed = FALSE

Last(p) == k[p] > Len(Queues[p])
\* Claimed, or found to be a repeat of one that is, and not yet answered.
Pending(p) == {i \in DOMAIN Queues[p] : does[p][i].slot # 0 /\ does[p][i].said = ""}
Say(d, answers) == [i \in DOMAIN d |-> IF i \in DOMAIN answers THEN [d[i] EXCEPT !.said = answers[i][1], !.told = answers[i][2]]
                                       ELSE d[i]]

\* The head is read, and decides on everything that is claimed.
Read(p) ==
  /\ pc[p] = "read"
  /\ h' = [h EXCEPT ![p] = head]
  /\ LET all == {i \in DOMAIN Queues[p] : does[p][i].said = ""}
         reached == {i \in Pending(p) : does[p][i].slot <= head.v}
         mine == {i \in reached : Op(p, i).kind = "delete" /\ does[p][i].slot = head.v}
         answers == IF head.dead /\ Rule("tombstoneNoAck")
                    THEN [i \in all |-> IF i \in mine THEN <<"ok", head.v>> ELSE <<"gone", 0>>]
                    ELSE [i \in reached |-> <<"ok", does[p][i].slot>>]
         left == {i \in Pending(p) : i \notin DOMAIN answers}
     IN /\ does' = [does EXCEPT ![p] = Say(@, answers)]
        /\ k' = IF head.dead THEN [k EXCEPT ![p] = Len(Queues[p]) + 1] ELSE k
        /\ top' = [top EXCEPT ![p] = IF left = {} THEN head.v ELSE @]
        /\ pc' = [pc EXCEPT ![p] = IF head.dead THEN "end" ELSE IF left # {} THEN "head"
                                   ELSE IF Last(p) THEN "end" ELSE "claim"]
  /\ UNCHANGED <<log, head, zomb, lost, tombed>>

\* The next write of the queue: is it a repeat, does its If-Match hold, and then its slot. What it meets above the head is
\* answered like everything else: when the head is there.
Earlier(p) == {s \in 1..top[p] : /\ Taken(s) /\ log[s].key # 0 /\ log[s].key = Op(p, k[p]).key
                                 /\ (s > h[p].v => Rule("inspectQueue"))}
Against(p) == IF Rule("matchLastClaim") THEN top[p] ELSE h[p].v
Turn(p) ==
  /\ pc[p] = "claim" /\ ~Last(p)
  /\ LET i == k[p] IN
     IF Earlier(p) # {}
     THEN \E s \in Earlier(p) :
            IF s > h[p].v /\ Rule("answerAfterHead")
            THEN does' = [does EXCEPT ![p][i].slot = s, ![p][i].behind = log[s].late] /\ pc' = [pc EXCEPT ![p] = "head"] /\ k' = [k EXCEPT ![p] = @ + 1]
            ELSE does' = [does EXCEPT ![p][i] = [slot |-> s, own |-> FALSE, behind |-> s > h[p].v /\ log[s].late,
                                                     said |-> "ok", told |-> s]]
                 /\ k' = [k EXCEPT ![p] = @ + 1] /\ UNCHANGED pc
     ELSE IF Op(p, i).match # 0 /\ Op(p, i).match # Against(p)
     THEN IF top[p] > h[p].v /\ Rule("answerAfterHead")
          THEN pc' = [pc EXCEPT ![p] = "head"] /\ UNCHANGED <<does, k>>
          ELSE /\ does' = [does EXCEPT ![p][i].said = "412", ![p][i].told = Against(p)]
               /\ k' = [k EXCEPT ![p] = @ + 1] /\ UNCHANGED pc
     ELSE pc' = [pc EXCEPT ![p] = "put"] /\ UNCHANGED <<does, k>>
  /\ UNCHANGED <<log, head, h, top, zomb, lost, tombed>>

Object(p, i) == [p |-> p, k |-> i, dead |-> Op(p, i).kind = "delete", key |-> Op(p, i).key, late |-> tombed]
\* After a claim: another one, or the head. Nothing is claimed behind one's own tombstone.
Further(p, i) == IF top[p] + 1 - h[p].v < MaxAhead /\ i < Len(Queues[p])
                    /\ (Op(p, i).kind = "push" \/ ~Rule("nothingAfterDelete"))
                 THEN {"claim", "head"} ELSE {"head"}
Own(p, i) == /\ does' = [does EXCEPT ![p][i].slot = top[p] + 1, ![p][i].own = TRUE,
                                     ![p][i].behind = log'[top[p] + 1].late]
             /\ top' = [top EXCEPT ![p] = @ + 1] /\ k' = [k EXCEPT ![p] = @ + 1]
             /\ \E next \in Further(p, i) : pc' = [pc EXCEPT ![p] = next]
\* No answer: only the slot tells, and nothing more is claimed before.
Unsure(p, i) == IF Rule("claimWhenConfirmed") THEN pc' = [pc EXCEPT ![p] = "slot?"] /\ UNCHANGED <<does, top, k>>
                ELSE Own(p, i)
Put(p) ==
  /\ pc[p] = "put" /\ top[p] < MaxSlot
  /\ LET s == top[p] + 1
         i == k[p] IN
     \/ /\ ~Taken(s)
        /\ log' = [log EXCEPT ![s] = Object(p, i)]
        /\ tombed' = (tombed \/ Object(p, i).dead)
        /\ UNCHANGED zomb
        /\ \/ Own(p, i) /\ UNCHANGED lost
           \/ lost < MaxLost /\ lost' = lost + 1 /\ Unsure(p, i)
     \/ /\ Taken(s) /\ pc' = [pc EXCEPT ![p] = "slot"]
        /\ UNCHANGED <<log, zomb, lost, tombed, does, top, k>>
     \/ /\ lost < MaxLost /\ lost' = lost + 1                 \* lands later, or never
        /\ zomb' = zomb \cup {[t |-> "put", s |-> s, o |-> Object(p, i)]}
        /\ UNCHANGED <<log, tombed>> /\ Unsure(p, i)
  /\ UNCHANGED <<head, h>>
ReadSlot(p) ==
  /\ pc[p] \in {"slot", "slot?"}
  /\ UNCHANGED log
  /\ LET x == log[top[p] + 1] IN
     IF x.p = p /\ x.k = k[p] THEN Own(p, k[p])
     ELSE /\ UNCHANGED <<does, top, k>>
          /\ pc' = [pc EXCEPT ![p] = IF x.p # 0 THEN "help" ELSE IF @ = "slot" THEN "read" ELSE "put"]
  /\ UNCHANGED <<head, h, zomb, lost, tombed>>

\* No further claim: the queue is empty, or ends with a tombstone of one's own.
Stops(p) == Last(p) \/ (Rule("nothingAfterDelete") /\ \E i \in Pending(p) : does[p][i].own /\ Op(p, i).kind = "delete")
\* One conditional write brings the head over one's own claims, all of them or the first ones: claims go on while it is
\* under way. Helping, over the other's slot behind them too.
Targets(p) == IF pc[p] = "help" THEN {top[p] + 1} ELSE (h[p].v + 1)..top[p]
Target(p, s) == [v |-> s, dead |-> log[s].dead, seq |-> h[p].seq]
Move(w) == head' = [v |-> w.v, dead |-> w.dead, seq |-> w.seq + 1]
HeadWrite(p) ==
  /\ pc[p] \in {"head", "help"}
  /\ \E s \in Targets(p) :
     LET w == Target(p, s)
         reached == {i \in Pending(p) : does[p][i].slot <= w.v}
         left == Pending(p) \ reached
         ends == pc[p] = "head" /\ \E i \in Pending(p) : does[p][i].own /\ does[p][i].slot = w.v /\ Op(p, i).kind = "delete"
         x == [w EXCEPT !.dead = IF pc[p] = "help" THEN @ ELSE ends] IN
     \/ /\ head.seq = w.seq /\ Taken(w.v) /\ Move(x) /\ UNCHANGED <<lost, zomb>>
        /\ IF pc[p] = "help" THEN pc' = [pc EXCEPT ![p] = "read"] /\ UNCHANGED <<does, h>>
           ELSE /\ does' = [does EXCEPT ![p] = Say(@, [i \in reached |-> <<"ok", does[p][i].slot>>])]
                /\ h' = [h EXCEPT ![p] = head']
                /\ pc' = [pc EXCEPT ![p] = IF ends THEN "clean" ELSE IF left # {} THEN (IF Stops(p) THEN "head" ELSE "claim")
                                           ELSE IF Last(p) THEN "end" ELSE "claim"]
     \/ /\ head.seq # w.seq \/ ~Taken(w.v)        \* removed: the head is a tombstone by now
        /\ pc' = [pc EXCEPT ![p] = "read"] /\ UNCHANGED <<head, does, h, lost, zomb>>
     \/ /\ lost < MaxLost /\ lost' = lost + 1 /\ pc' = [pc EXCEPT ![p] = "read"] /\ UNCHANGED <<does, h>>
        /\ \/ head.seq = w.seq /\ Taken(w.v) /\ Move(x) /\ UNCHANGED zomb
           \/ zomb' = zomb \cup {[t |-> "head", w |-> x]} /\ UNCHANGED head
  /\ UNCHANGED <<log, top, k, tombed>>
\* A delete removes what lies below its tombstone, when the head is a tombstone.
Clean(p) ==
  /\ pc[p] = "clean" /\ log' = [s \in Slot |-> IF s < head.v THEN Free ELSE log[s]]
  /\ pc' = [pc EXCEPT ![p] = "read"]
  /\ UNCHANGED <<head, h, top, k, does, zomb, lost, tombed>>
Late == \E z \in zomb :
  /\ zomb' = zomb \ {z}
  /\ \/ /\ z.t = "put" /\ UNCHANGED head
        /\ IF Taken(z.s) THEN UNCHANGED <<log, tombed>>
           ELSE log' = [log EXCEPT ![z.s] = [z.o EXCEPT !.late = tombed]] /\ tombed' = (tombed \/ z.o.dead)
     \/ /\ z.t = "head" /\ UNCHANGED <<log, tombed>>
        /\ IF head.seq = z.w.seq THEN Move(z.w) ELSE UNCHANGED head
  /\ UNCHANGED <<pc, h, top, k, does, lost>>

Next == Late \/ \E p \in Proc : Read(p) \/ Turn(p) \/ Put(p) \/ ReadSlot(p) \/ HeadWrite(p) \/ Clean(p)
Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------
All == {<<p, i>> \in Proc \X (1..4) : i \in DOMAIN Queues[p]}
D(a) == does[a[1]][a[2]]
O(a) == Queues[a[1]][a[2]]
Acked == {a \in All : D(a).said = "ok"}
AckedIsVisible == \A a \in Acked : head.dead \/ head.v >= D(a).slot
AckedIsInLog == \A a \in Acked : tombed \/ ~D(a).own \/ (log[D(a).slot].p = a[1] /\ log[D(a).slot].k = a[2])
NoAckBehindTombstone == \A a \in Acked : O(a).kind = "push" => ~D(a).behind
OncePerKey == /\ \A a, b \in Acked : O(a).key # 0 /\ O(a).key = O(b).key => D(a).slot = D(b).slot
              /\ ~tombed => \A s, t \in Slot : s # t /\ log[s].key # 0 => log[s].key # log[t].key
NoSharedNumber == \A a, b \in Acked : a # b /\ D(a).slot = D(b).slot => O(a).key # 0 /\ O(a).key = O(b).key
GapFree == ~tombed => \A s \in Slot : Taken(s) => \A t \in 1..s : Taken(t)
DeletedStaysDeleted == (\E a \in Acked : O(a).kind = "delete") => head.dead
MatchHolds == \A a \in Acked : O(a).match # 0 /\ D(a).own => D(a).slot = O(a).match + 1
\* Nobody is told of a version that a reader would not find.
ToldStays == \A a \in All : head.dead \/ head.v >= D(a).told
Monotonic == [][head'.v >= head.v /\ (head.dead => head'.dead)]_head

------------------------------------------------------------------------------
(* Who sends what.                                                              *)
Push == [kind |-> "push", key |-> 0, match |-> 0]
Delete == [Push EXCEPT !.kind = "delete"]
Keyed == [Push EXCEPT !.key = 7]
If(m) == [Push EXCEPT !.match = m]
Pushes          == << <<Push, Push>>, <<Push, Push>> >>
PushesAndDelete == << <<Push, Push, Push>>, <<Delete>> >>
DeleteInQueue   == << <<Push, Delete, Push>>, <<Push>> >>
TwoDeletes      == << <<Push, Delete>>, <<Push, Delete>> >>
Repeats         == << <<Keyed, Keyed>>, <<Keyed>> >>
RepeatsAndDelete == << <<Keyed, Keyed>>, <<Delete>> >>
Matches         == << <<Push, If(2)>>, <<Push>> >>
StaleMatch      == << <<Push, If(1)>>, <<Push>> >>
=============================================================================

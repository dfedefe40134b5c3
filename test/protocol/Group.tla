-------------------------------- MODULE Group --------------------------------
(* Head writes of several documents that travel in one bulk request. Each item  *)
(* is applied alone, in any order, or refused alone (409, 403, 429); the answer *)
(* of the whole may be lost while some of them are still to come, or never do.  *)
(* So each document sees nothing but what Documents.tla has: a conditional      *)
(* write that is answered, or whose answer is lost. What is left to show is     *)
(* that no item is judged by another one.                                       *)
EXTENDS Naturals
CONSTANTS Docs, MaxOther, Broken
Rule(r) == Broken # r
VARIABLES
  seq,      \* doc -> sequence number of its head
  written,  \* doc -> how often this write of it was applied
  seen,     \* doc -> the number that the write names
  items,    \* those of the request that are still to be carried out
  result,   \* doc -> of its item
  answer,   \* "", "given", "lost"
  pc, others
vars == <<seq, written, seen, items, result, answer, pc, others>>

Init == /\ seq = [d \in Docs |-> 1] /\ seen = seq /\ written = [d \in Docs |-> 0]
        /\ items = Docs /\ result = [d \in Docs |-> ""] /\ answer = "" /\ others = 0
        /\ pc = [d \in Docs |-> "sent"]

Write(d, n) == IF seq[d] = n
               THEN seq' = [seq EXCEPT ![d] = @ + 1] /\ written' = [written EXCEPT ![d] = @ + 1]
               ELSE UNCHANGED <<seq, written>>
Apply(d) == /\ d \in items /\ items' = items \ {d} /\ Write(d, 1)
            /\ result' = [result EXCEPT ![d] = IF seq[d] = 1 THEN "written" ELSE "conflict"]
            /\ UNCHANGED <<seen, answer, pc, others>>
Refuse(d) == /\ d \in items /\ items' = items \ {d} /\ result' = [result EXCEPT ![d] = "refused"]
             /\ UNCHANGED <<seq, written, seen, answer, pc, others>>
Answer == answer = "" /\ items = {} /\ answer' = "given" /\ UNCHANGED <<seq, written, seen, items, result, pc, others>>
Lose == answer = "" /\ answer' = "lost" /\ UNCHANGED <<seq, written, seen, items, result, pc, others>>
Other(d) == /\ others < MaxOther /\ others' = others + 1 /\ seq' = [seq EXCEPT ![d] = @ + 1]
            /\ UNCHANGED <<written, seen, items, result, answer, pc>>

\* The request was answered with 200: that says nothing of an item. Without an answer each head is read.
Judge(d) ==
  /\ pc[d] = "sent" /\ answer # ""
  /\ LET ok == IF answer = "given" THEN result[d] = "written" \/ ~Rule("itemsAlone")
               ELSE ~Rule("readEach") /\ \E e \in Docs : written[e] > 0
     IN pc' = [pc EXCEPT ![d] = IF ok THEN "acked" ELSE "read"]
  /\ UNCHANGED <<seq, written, seen, items, result, answer, others>>
Read(d) == /\ pc[d] = "read" /\ seen' = [seen EXCEPT ![d] = seq[d]]
           /\ pc' = [pc EXCEPT ![d] = IF written[d] > 0 THEN "acked" ELSE "again"]
           /\ UNCHANGED <<seq, written, items, result, answer, others>>
Again(d) == /\ pc[d] = "again" /\ Write(d, IF Rule("newCondition") THEN seen[d] ELSE seq[d])
            /\ pc' = [pc EXCEPT ![d] = "read"]
            /\ UNCHANGED <<seen, items, result, answer, others>>
Next == Answer \/ Lose \/ \E d \in Docs : Apply(d) \/ Refuse(d) \/ Other(d) \/ Judge(d) \/ Read(d) \/ Again(d)
Spec == Init /\ [][Next]_vars
AckedIsWritten == \A d \in Docs : pc[d] = "acked" => written[d] > 0
OnceOnly == \A d \in Docs : written[d] <= 1
=============================================================================

-------------------------------- MODULE ByKey --------------------------------
(* One key of a client's own. Its log is a list of lives. A life names the      *)
(* identifier of a document; the highest life holds. The index has an entry of  *)
(* the key (its newest life) and a head of each document. Requests put, get and *)
(* delete by the key; gc, doctor, a rebuild beside the service, and one after   *)
(* the index was lost.                                                          *)
(*                                                                              *)
(* What Documents.tla shows of one document (write ids, concrete indices, the   *)
(* guard, the drain, following) is taken as given: one step each.               *)
EXTENDS Naturals, FiniteSets

CONSTANTS Requests,   \* sequence of [kind, key, c, none]. key: its Idempotency-Key, 0: none; c: the content;
                      \* none: If-None-Match: *
          Exists,     \* at first the key leads to a document with one version
          MaxLife, MaxSlot, MaxLost,
          WithReindex, WithLoss, WithGc, WithDoctor,
          Broken
Rule(r) == Broken # r

Proc  == DOMAIN Requests
Kind(p) == Requests[p].kind       \* "put" "get" "delete"
Life  == 1..MaxLife
Slot  == 1..MaxSlot
Doc   == 1..(MaxLife + 1)         \* random identifiers, in the order in which lives name them
Index == {"old", "new"}
First == 99                       \* the write that made what exists at first
Dead(op) == op \in Proc /\ Kind(op) = "delete"
KeyOf(op) == IF op \in Proc THEN Requests[op].key ELSE 0
ContentOf(op) == IF op \in Proc THEN Requests[op].c ELSE 0

Free    == [op |-> 0, by |-> 0, marks |-> {}]     \* by: the write that made slot 1; marks: of Idempotency-Keys
NoHead  == [v |-> 0, op |-> 0, by |-> 0]
NoLife  == [id |-> 0, marks |-> {}]
NoEntry == [n |-> 0, id |-> 0]

VARIABLES
  lives,    \* life -> [id, marks]
  named,    \* how many identifiers lives have named
  log,      \* document -> slot -> object
  entry,    \* index -> [n, id]
  head,     \* index -> document -> head
  blocked, alias,   \* as in Documents; "none": the index is lost, every request waits
  r,        \* request -> [pc, e, rem, h, s, may]: the entry that it goes by, and whether it only remembers it; the head
            \* as read, in index h.i; its slot, and whether a claim without an answer may have been its own. An answer
            \* is the last pc, about document e.id, version s
  zomb, lost,
  rpc, todo, dirty,   \* the rebuild: what it has still to load (0: the key), what the old index was written meanwhile
  gpc, gn,            \* gc, and the life that it removes
  shown,    \* history: <<document, write>> that readers were shown
  past,     \* history: entries that readers were shown
  holds     \* history: during the request, what its answer may say was once true
logVars == <<lives, named, log>>
idxVars == <<entry, head, dirty, shown, past>>
placeVars == <<blocked, alias>>
lateVars == <<zomb, lost>>
rVars == <<rpc, todo>>
gVars == <<gpc, gn>>
vars == <<logVars, idxVars, placeVars, r, lateVars, rVars, gVars, holds>>

Targets == CASE alias = "mixed" -> {"old", "new"} [] alias = "none" -> {} [] OTHER -> {alias}
Living(x) == x.v > 0 /\ ~Dead(x.op)
Ended(d) == \E p \in Proc : Dead(p) /\ <<d, p>> \in shown
Max(s) == CHOOSE x \in s : \A y \in s : y <= x
TopLife == Max({0} \cup {n \in Life : lives[n].id # 0})
HeadOf(d, s) == IF s = 0 THEN NoHead ELSE [v |-> s, op |-> log[d][s].op, by |-> log[d][s].by]
\* What the log says of a document. Without slot 1 it is none, unless it has ended.
InLog(d) == LET top == Max({0} \cup {s \in Slot : log[d][s].op # 0})
            IN IF top > 0 /\ (Dead(log[d][top].op) \/ log[d][1].op # 0) THEN HeadOf(d, top) ELSE NoHead

Init ==
  /\ lives = [n \in Life |-> IF Exists /\ n = 1 THEN [NoLife EXCEPT !.id = 1] ELSE NoLife]
  /\ named = (IF Exists THEN 1 ELSE 0)
  /\ log = [d \in Doc |-> [s \in Slot |-> IF Exists /\ d = 1 /\ s = 1 THEN [Free EXCEPT !.op = First, !.by = First]
                                          ELSE Free]]
  /\ entry = [i \in Index |-> IF Exists /\ i = "old" THEN [n |-> 1, id |-> 1] ELSE NoEntry]
  /\ head = [i \in Index |-> [d \in Doc |-> IF Exists /\ i = "old" /\ d = 1 THEN HeadOf(1, 1) ELSE NoHead]]
  /\ blocked = [i \in Index |-> FALSE] /\ alias = "old"
  /\ r = [p \in Proc |-> [pc |-> "start", e |-> NoEntry, rem |-> FALSE, h |-> [i |-> "old", x |-> NoHead], s |-> 0,
                         may |-> FALSE]]
  /\ zomb = {} /\ lost = 0
  /\ rpc = (IF WithReindex THEN "note" ELSE IF WithLoss THEN "lose" ELSE "off")
  /\ todo = {0} \cup Doc /\ dirty = {}
  /\ gpc = (IF WithGc THEN "idle" ELSE "off") /\ gn = 0
  /\ shown = {} /\ past = {entry["old"]} \ {NoEntry}
  /\ holds = [p \in Proc |-> FALSE]

Shown(d, x) == {<<d, x.op>>} \cup (IF Dead(x.op) THEN {} ELSE {<<d, log[d][s].op>> : s \in 1..x.v})
PutHead(i, d, x) ==
  /\ head' = [head EXCEPT ![i][d] = x]
  /\ shown' = IF i \in Targets THEN shown \cup Shown(d, x) ELSE shown
  /\ dirty' = IF i = "old" /\ rpc # "note" THEN dirty \cup {d} ELSE dirty
  /\ UNCHANGED <<entry, past>>
PutEntry(i, e) ==
  /\ entry' = [entry EXCEPT ![i] = e]
  /\ past' = IF i \in Targets THEN past \cup {e} ELSE past
  /\ dirty' = IF i = "old" /\ rpc # "note" THEN dirty \cup {0} ELSE dirty
  /\ UNCHANGED <<head, shown>>

------------------------------------------------------------------------------
(* Requests.                                                                    *)
Goes(p, pc) == r' = [r EXCEPT ![p].pc = pc]
Answers == {"created", "updated", "unchanged", "repeat", "found", "deleted", "404", "409", "412", "503", "dead"}
Over(p) == r[p].pc \in Answers

\* 1. Read the entry in real time, through the alias.
ReadEntry(p) ==
  /\ r[p].pc \in {"start", "entry"}
  /\ \E i \in Targets :
       r' = [r EXCEPT ![p].e = entry[i], ![p].rem = FALSE,
                      ![p].pc = IF entry[i].n > 0 THEN "head" ELSE IF Kind(p) = "put" THEN "life" ELSE "404"]
  /\ UNCHANGED <<logVars, idxVars, placeVars, lateVars, rVars, gVars>>

\* 2. Read the head of the document that the entry names. A living one confirms the entry, because the next life is
\* claimed only when this one has ended. So an entry that a process remembers, however old, serves while the head lives.
\* A request by identifier does the same as one with a remembered entry.
MarksOf(d, v) == {KeyOf(log[d][s].op) : s \in 1..v} \ {0}
Former(n) == IF n > 0 THEN lives[n].marks ELSE {}          \* of the documents of earlier lives
Tombstone(e) == IF e.n > 0 /\ Dead(InLog(e.id).op) THEN log[e.id][InLog(e.id).v].marks ELSE {}
Looks(p, e, x) ==
  LET put == Kind(p) = "put"
      used(marks) == KeyOf(p) # 0 /\ KeyOf(p) \in marks
      rem == r[p].pc = "start"
  IN CASE Living(x) /\ Kind(p) = "get" -> "found"
       [] Living(x) /\ put /\ used(MarksOf(e.id, x.v)) -> "repeat"
       [] Living(x) /\ put /\ used(Former(e.n)) -> "409"
       [] Living(x) /\ put /\ Requests[p].none -> "412"
       [] Living(x) /\ put /\ ContentOf(x.op) = ContentOf(p) -> "unchanged"
       [] Living(x) -> "slot"
       [] put /\ x.v > 0 /\ r[p].may /\ Rule("endedIsUnsure") -> "503"
       [] (rem \/ r[p].rem) /\ (x.v > 0 \/ Rule("livingConfirms")) -> "entry"
       [] ~put -> "404"
       [] x.v > 0 /\ used(Former(e.n) \cup Tombstone(e)) -> "409"
       [] x.v = 0 /\ used(Former(e.n)) -> "409"
       [] x.v > 0 \/ ~Rule("nextAfterEnd") -> "life"
       [] OTHER -> "slot"                 \* its claimer is slow or dead: slot 1 is free for everybody
ReadHead(p) ==
  /\ \E i \in Targets, e \in (IF r[p].pc = "start" THEN past ELSE IF r[p].pc = "head" THEN {r[p].e} ELSE {}) :
       LET x == head[i][e.id]
           next == Looks(p, e, x)
       IN r' = [r EXCEPT ![p].e = e, ![p].rem = @ \/ r[p].pc = "start", ![p].h = [i |-> i, x |-> x],
                         ![p].may = @ /\ ~Living(x), ![p].pc = next, ![p].s = IF next = "slot" THEN x.v + 1 ELSE x.v]
  /\ UNCHANGED <<logVars, idxVars, placeVars, lateVars, rVars, gVars>>
\* Without the rule "headOfThisTurn": unchanged by a head that the process remembers.
Remembers(p) ==
  /\ ~Rule("headOfThisTurn") /\ r[p].pc = "start" /\ Kind(p) = "put"
  /\ \E <<d, op>> \in shown : ~Dead(op) /\ ContentOf(op) = ContentOf(p) /\ Goes(p, "unchanged")
  /\ UNCHANGED <<logVars, idxVars, placeVars, lateVars, rVars, gVars>>

\* 3. Claim the next life by create-if-absent. Whoever made it: the life there says the identifier.
NewLife(p) == [id |-> named + 1,
               marks |-> IF Rule("marksInNextLife") THEN Former(r[p].e.n) \cup Tombstone(r[p].e) ELSE {}]
AddLife(k, life) == lives' = [lives EXCEPT ![k] = life] /\ named' = named + 1 /\ UNCHANGED log
Takes(p, k, own) == r' = [r EXCEPT ![p].e = [n |-> k, id |-> lives'[k].id], ![p].rem = FALSE,
                                   ![p].h.x = NoHead, ![p].s = 1, ![p].pc = IF own THEN "own" ELSE "other"]
ClaimLife(p) ==
  LET k == r[p].e.n + 1 IN
  /\ r[p].pc = "life" /\ k \in Life
  /\ \/ /\ lives[k].id = 0 /\ AddLife(k, NewLife(p))
        /\ \/ Takes(p, k, TRUE) /\ UNCHANGED lateVars
           \/ lost < MaxLost /\ lost' = lost + 1 /\ Goes(p, "life?") /\ UNCHANGED zomb
     \/ /\ lives[k].id # 0 /\ UNCHANGED <<logVars, lateVars>> /\ Takes(p, k, FALSE)       \* 412, then a GET
     \/ /\ lost < MaxLost /\ lost' = lost + 1 /\ UNCHANGED logVars
        /\ zomb' = zomb \cup {[t |-> "life", k |-> k, marks |-> NewLife(p).marks]} /\ Goes(p, "life?")
  /\ UNCHANGED <<idxVars, placeVars, rVars, gVars>>
ReadLife(p) ==
  /\ r[p].pc = "life?" /\ UNCHANGED logVars
  /\ LET k == r[p].e.n + 1 IN IF lives[k].id # 0 THEN Takes(p, k, FALSE) ELSE Goes(p, "life")
  /\ UNCHANGED <<idxVars, placeVars, lateVars, rVars, gVars>>

\* 4. Bring the entry forward, before slot 1 is claimed: whoever finds slot 1 need not think of the entry. One's own
\* identifier is new, so its head is not read first.
Forward(i, e) == IF e.n > entry[i].n THEN ~blocked[i] /\ PutEntry(i, e) ELSE UNCHANGED idxVars
WriteEntry(p) ==
  /\ r[p].pc \in {"own", "other"}
  /\ \E i \in Targets :
       IF Rule("entryBeforeSlot")
       THEN /\ Forward(i, r[p].e)
            /\ r' = [r EXCEPT ![p].e = entry'[i],
                              ![p].pc = IF @ = "own" /\ entry'[i].n = r[p].e.n THEN "slot" ELSE "head"]
       ELSE Goes(p, IF r[p].pc = "own" THEN "slot" ELSE "head") /\ UNCHANGED idxVars
  /\ UNCHANGED <<logVars, placeVars, lateVars, rVars, gVars>>

\* 5. Claim the slot. A tombstone keeps the Idempotency-Keys of the versions that it ends.
Object(p) == [op |-> p, by |-> IF r[p].s = 1 THEN p ELSE r[p].h.x.by,
              marks |-> IF Dead(p) /\ Rule("marksInTombstone") THEN MarksOf(r[p].e.id, r[p].h.x.v) ELSE {}]
PutSlot(d, s, o) == log' = [log EXCEPT ![d][s] = o] /\ UNCHANGED <<lives, named>>
Own == IF Rule("entryBeforeSlot") THEN "publish" ELSE "entry?"
Unanswered(p) == r' = [r EXCEPT ![p].pc = "slot?", ![p].may = TRUE]
ClaimSlot(p) ==
  LET d == r[p].e.id
      s == r[p].s IN
  /\ r[p].pc = "slot" /\ s \in Slot
  /\ \/ /\ log[d][s].op = 0 /\ PutSlot(d, s, Object(p))
        /\ \/ Goes(p, Own) /\ UNCHANGED lateVars
           \/ lost < MaxLost /\ lost' = lost + 1 /\ Unanswered(p) /\ UNCHANGED zomb
     \/ /\ log[d][s].op # 0 /\ Goes(p, IF log[d][s].op = p THEN Own ELSE "help")
        /\ UNCHANGED <<logVars, lateVars>>
     \/ /\ lost < MaxLost /\ lost' = lost + 1 /\ UNCHANGED logVars
        /\ zomb' = zomb \cup {[t |-> "slot", d |-> d, s |-> s, o |-> Object(p)]} /\ Unanswered(p)
  /\ UNCHANGED <<idxVars, placeVars, rVars, gVars>>
ReadSlot(p) ==
  /\ r[p].pc = "slot?"
  /\ LET o == log[r[p].e.id][r[p].s] IN
     Goes(p, IF o.op = p THEN Own ELSE IF o.op # 0 THEN "help" ELSE "slot")
  /\ UNCHANGED <<logVars, idxVars, placeVars, lateVars, rVars, gVars>>

LateEntry(p) ==       \* only without the rule "entryBeforeSlot": the entry before one's own head
  /\ r[p].pc = "entry?" /\ Goes(p, "publish")
  /\ \E i \in Targets : Forward(i, r[p].e)
  /\ UNCHANGED <<logVars, placeVars, lateVars, rVars, gVars>>

\* 6. Bring the head forward on condition of the head as read, for another ("help") or for oneself.
HeadIn(p) == IF r[p].h.x.v = 0 THEN Targets ELSE {r[p].h.i}
Success(p) == IF Dead(p) THEN "clean" ELSE IF r[p].s = 1 THEN "created" ELSE "updated"
Mine(p) == [v |-> r[p].s, op |-> p, by |-> Object(p).by]
Applies(w) == ~blocked[w.i] /\ head[w.i][w.d] = w.from
Write(w) == IF Applies(w) THEN PutHead(w.i, w.d, w.to) ELSE UNCHANGED idxVars
Help(p) ==
  /\ r[p].pc = "help" /\ Goes(p, "head")
  /\ \E i \in HeadIn(p) :
       LET d == r[p].e.id IN
       IF log[d][r[p].s].op = 0 THEN UNCHANGED idxVars
       ELSE Write([t |-> "head", i |-> i, d |-> d, from |-> r[p].h.x, to |-> HeadOf(d, r[p].s)])
  /\ UNCHANGED <<logVars, placeVars, lateVars, rVars, gVars>>
Publish(p) ==
  /\ r[p].pc = "publish"
  /\ \E i \in HeadIn(p) :
       LET w == [t |-> "head", i |-> i, d |-> r[p].e.id, from |-> r[p].h.x, to |-> Mine(p)] IN
       \/ Write(w) /\ Goes(p, IF Applies(w) THEN Success(p) ELSE "check") /\ UNCHANGED lateVars
       \/ /\ lost < MaxLost /\ lost' = lost + 1 /\ Goes(p, "check")
          /\ \/ Applies(w) /\ Write(w) /\ UNCHANGED zomb
             \/ UNCHANGED idxVars /\ zomb' = zomb \cup {w}
  /\ UNCHANGED <<logVars, placeVars, rVars, gVars>>
\* Where the document has ended, nobody saw a write behind the tombstone, or one in a second slot 1: the PUT goes on
\* with the next life. Any other may have been read before the end, as may one whose claim had no answer: 503, unknown.
Unseen(p, x) == r[p].s > x.v \/ (r[p].s = 1 /\ x.by # p) \/ ~Rule("endedIsUnsure")
Check(p) ==
  /\ r[p].pc = "check"
  /\ \E i \in Targets :
       LET x == head[i][r[p].e.id]
           next == CASE x.op = p -> Success(p)
                     [] Dead(x.op) /\ ~Rule("tombstoneNoAck") -> Success(p)
                     [] Dead(x.op) -> IF Kind(p) = "delete" THEN "404" ELSE IF Unseen(p, x) THEN "entry" ELSE "503"
                     [] x.v = 0 /\ r[p].s > 1 -> "503"
                     [] x.v >= r[p].s -> Success(p)
                     [] OTHER -> "publish"
       IN r' = [r EXCEPT ![p].pc = next, ![p].h = IF next = "publish" THEN [i |-> i, x |-> x] ELSE @]
  /\ UNCHANGED <<logVars, idxVars, placeVars, lateVars, rVars, gVars>>
\* 7. A delete is answered; then it removes the versions.
Clean(p) ==
  /\ r[p].pc = "clean" /\ Goes(p, "deleted")
  /\ log' = [log EXCEPT ![r[p].e.id] = [s \in Slot |-> IF s < r[p].s THEN Free ELSE @[s]]]
  /\ UNCHANGED <<lives, named, idxVars, placeVars, lateVars, rVars, gVars>>
Die(p) ==             \* its process: gc need not wait for it
  /\ WithGc /\ ~Over(p) /\ r[p].pc # "start"
  /\ Goes(p, IF r[p].pc = "clean" THEN "deleted" ELSE "dead")
  /\ UNCHANGED <<logVars, idxVars, placeVars, lateVars, rVars, gVars>>
Request(p) == ReadEntry(p) \/ ReadHead(p) \/ Remembers(p) \/ ClaimLife(p) \/ ReadLife(p) \/ WriteEntry(p)
              \/ ClaimSlot(p) \/ ReadSlot(p) \/ Help(p) \/ Publish(p) \/ Check(p)
              \/ LateEntry(p) \/ Clean(p) \/ Die(p)
Late == \E z \in zomb :
  /\ zomb' = zomb \ {z}
  /\ CASE z.t = "life" -> (IF lives[z.k].id = 0 THEN AddLife(z.k, [id |-> named + 1, marks |-> z.marks])
                           ELSE UNCHANGED logVars) /\ UNCHANGED idxVars
       [] z.t = "slot" -> (IF log[z.d][z.s].op = 0 THEN PutSlot(z.d, z.s, z.o) ELSE UNCHANGED logVars)
                          /\ UNCHANGED idxVars
       [] z.t = "head" -> Write(z) /\ UNCHANGED logVars
  /\ UNCHANGED <<placeVars, r, lost, rVars, gVars>>

------------------------------------------------------------------------------
(* The rebuild. Of the key it reads the highest life, of a document the highest *)
(* slot. Beside a service it follows what the old index is written meanwhile.   *)
Requester == UNCHANGED <<logVars, r, lateVars, gVars>>
RNote == /\ rpc = "note" /\ gpc \in {"off", "idle"} /\ rpc' = "load" /\ UNCHANGED <<todo, idxVars, placeVars>>
RLose == /\ rpc = "lose" /\ gpc \in {"off", "idle"} /\ alias' = "none" /\ rpc' = "load"
         /\ blocked' = [blocked EXCEPT !["old"] = TRUE] /\ UNCHANGED <<todo, idxVars>>
IsBehind(i, d) == InLog(d).v > head[i][d].v
RLoad == /\ rpc = "load" /\ UNCHANGED placeVars
         /\ \E x \in todo :
              IF x # 0 /\ alias = "old" /\ IsBehind("old", x)       \* helpOldFirst
              THEN PutHead("old", x, InLog(x)) /\ UNCHANGED rVars
              ELSE /\ todo' = todo \ {x}
                   /\ rpc' = IF todo' # {} THEN rpc ELSE IF alias = "none" THEN "swap" ELSE "follow"
                   /\ CASE x = 0 /\ TopLife > entry["new"].n /\ Rule("loadLives") ->
                             PutEntry("new", [n |-> TopLife, id |-> lives[TopLife].id])
                        [] x # 0 /\ IsBehind("new", x) -> PutHead("new", x, InLog(x))
                        [] OTHER -> UNCHANGED idxVars
RFollow == /\ rpc \in {"follow", "again"} /\ rpc' = (IF rpc = "follow" THEN "block" ELSE "swap")
           /\ head' = [head EXCEPT !["new"] = [d \in Doc |-> IF d \in dirty THEN head["old"][d] ELSE @[d]]]
           /\ entry' = [entry EXCEPT !["new"] = IF 0 \in dirty /\ entry["old"].n > @.n /\ Rule("followEntries")
                                                THEN entry["old"] ELSE @]
           /\ dirty' = {} /\ UNCHANGED <<todo, shown, past, placeVars>>
RBlock == /\ rpc = "block" /\ rpc' = "again" /\ blocked' = [blocked EXCEPT !["old"] = TRUE]
          /\ UNCHANGED <<todo, idxVars, alias>>
RSwap == /\ rpc = "swap" /\ rpc' = "acked" /\ alias' = (IF alias = "old" THEN "mixed" ELSE "new")
         /\ blocked' = [blocked EXCEPT !["new"] = TRUE]
         /\ shown' = shown \cup UNION {Shown(d, head["new"][d]) : d \in {x \in Doc : head["new"][x].v > 0}}
         /\ past' = past \cup ({entry["new"]} \ {NoEntry})
         /\ UNCHANGED <<todo, entry, head, dirty>>
RAcked == /\ rpc = "acked" /\ rpc' = "end" /\ alias' = "new" /\ blocked' = [blocked EXCEPT !["new"] = FALSE]
          /\ UNCHANGED <<todo, idxVars>>
Reindexer == (RNote \/ RLose \/ RLoad \/ RFollow \/ RBlock \/ RSwap \/ RAcked) /\ Requester

\* doctor brings entry and heads forward to what the log has. A life without slot 1 is no damage.
Doctor == /\ WithDoctor /\ UNCHANGED <<logVars, placeVars, r, lateVars, rVars, gVars>>
          /\ \E i \in Targets :
               /\ ~blocked[i]
               /\ \/ TopLife > entry[i].n /\ PutEntry(i, [n |-> TopLife, id |-> lives[TopLife].id])
                  \/ \E d \in Doc : IsBehind(i, d) /\ PutHead(i, d, InLog(d))

------------------------------------------------------------------------------
(* gc. Of every deleted document it removes the slots but the tombstone: that   *)
(* and its head stay, as those of a document made with an Idempotency-Key. Of a *)
(* lower life it removes tombstone, head and life. The highest life stays.      *)
RequestsOver == zomb = {} /\ \A p \in Proc : r[p].pc = "start" \/ Over(p)
GcMayBegin == gpc = "idle" /\ rpc \in {"off", "note", "lose", "end"} /\ (Rule("retention") => RequestsOver)
GcSlots ==
  /\ GcMayBegin /\ UNCHANGED <<lives, named, idxVars, gVars>>
  /\ \E i \in Targets, d \in Doc :
       /\ Dead(head[i][d].op) /\ Dead(log[d][head[i][d].v].op)
       /\ log' = [log EXCEPT ![d] = [s \in Slot |-> IF s = head[i][d].v THEN @[s] ELSE Free]] /\ log' # log
\* A later life has had a document for a retention. For as long the entry has led no request to the lower one.
IsLower(i, n) == \E m \in Life : m > n /\ lives[m].id # 0 /\ (head[i][lives[m].id].v > 0 \/ ~Rule("nextWasMade"))
GcLower ==
  /\ GcMayBegin /\ UNCHANGED <<logVars, idxVars>>
  /\ \E i \in Targets, n \in Life :
       /\ lives[n].id # 0 /\ ~Living(head[i][lives[n].id])
       /\ IsLower(i, n) \/ (~Rule("newestStays") /\ Ended(lives[n].id))
       /\ gn' = n /\ gpc' = "tombstone"
GcStep ==
  /\ \/ /\ gpc = "tombstone" /\ gpc' = "head" /\ UNCHANGED <<lives, named, idxVars>>
        /\ log' = [log EXCEPT ![lives[gn].id] = [s \in Slot |-> Free]]
     \/ /\ gpc = "head" /\ gpc' = "life" /\ UNCHANGED <<logVars, entry, dirty, shown, past>>
        /\ \E i \in Targets : head' = [head EXCEPT ![i][lives[gn].id] = IF Dead(@.op) THEN NoHead ELSE @]
     \/ /\ gpc = "life" /\ gpc' = "idle" /\ UNCHANGED <<named, log, idxVars>>
        /\ lives' = [lives EXCEPT ![gn] = NoLife]
     \/ gpc \in {"tombstone", "head", "life"} /\ gpc' = "idle" /\ UNCHANGED <<logVars, idxVars>>        \* killed
  /\ UNCHANGED gn
Gc == (GcSlots \/ (GcLower \/ GcStep)) /\ UNCHANGED <<placeVars, r, lateVars, rVars>>

------------------------------------------------------------------------------
\* What the answer says, in some index that can be read: nothing lives (404); something lives (412); this content.
True(p) == \E i \in Targets :
             IF Kind(p) # "put" THEN \A d \in Doc : ~Living(head[i][d])
             ELSE \E d \in Doc : Living(head[i][d]) /\ (Requests[p].none \/ ContentOf(head[i][d].op) = ContentOf(p))
Witness == holds' = [p \in Proc |-> CASE r'[p].pc = "start" -> FALSE [] Over(p) -> holds[p]
                                      [] OTHER -> holds[p] \/ True(p) \/ True(p)']
Next == ((\E p \in Proc : Request(p)) \/ Late \/ Reindexer \/ Doctor \/ Gc) /\ Witness
Spec == Init /\ [][Next]_vars
\* Of a request that is over, only the answer counts.
Kept(x) == IF x.pc \in Answers THEN <<x.pc, x.e.id, x.s>> ELSE x
View == <<logVars, idxVars, placeVars, [p \in Proc |-> Kept(r[p])], lateVars, rVars, gVars, holds>>

------------------------------------------------------------------------------
(* Properties.                                                                  *)
Wrote(p) == r[p].pc \in {"created", "updated"}
Told(p) == r[p].e.id
HasEnded(d) == Ended(d) \/ Dead(InLog(d).op)
\* One key, one living document: for every reader, and for a rebuild from the log alone. The key leads to it.
LivingDocs == {d \in Doc : \E i \in Targets : Living(head[i][d])}
NeverTwo == Cardinality(LivingDocs) <= 1 /\ Cardinality({d \in Doc : Living(InLog(d))}) <= 1
KeyFindsLiving == \A i \in Targets, d \in Doc : Living(head[i][d]) => entry[i].id = d
LogFindsLiving == \A d \in Doc : Living(InLog(d)) => TopLife > 0 /\ lives[TopLife].id = d
AckedIsVisible == \A p \in Proc : Wrote(p) => \A i \in Targets : head[i][Told(p)].v >= r[p].s \/ Ended(Told(p))
AckedIsInLog == \A p \in Proc : Wrote(p) => HasEnded(Told(p)) \/ log[Told(p)][r[p].s].op = p
AckedWasShown == \A p \in Proc : Wrote(p) => <<Told(p), p>> \in shown
NoSharedNumber == \A p, q \in Proc : p # q /\ Wrote(p) /\ Wrote(q) /\ Told(p) = Told(q) => r[p].s # r[q].s
DeletedStaysDeleted == \A d \in Doc : Ended(d) => ~Living(InLog(d)) /\ \A i \in Targets : ~Living(head[i][d])
\* One content for one PUT, and for all repeats with one Idempotency-Key.
Same(p, q) == p = q \/ (KeyOf(p) # 0 /\ KeyOf(p) = KeyOf(q))
OncePerPut == \A x, y \in shown : x[2] \in Proc /\ y[2] \in Proc /\ ~Dead(x[2]) /\ Same(x[2], y[2]) => x = y
AnswersAreTrue == \A p \in Proc : r[p].pc \in {"404", "412", "unchanged"} => holds[p]

------------------------------------------------------------------------------
(* Who sends what.                                                              *)
Put(c) == [kind |-> "put", key |-> 0, c |-> c, none |-> FALSE]
Keyed == [Put(1) EXCEPT !.key = 7]
IfNone(c) == [Put(c) EXCEPT !.none = TRUE]
Get == [Put(0) EXCEPT !.kind = "get"]
Delete == [Put(0) EXCEPT !.kind = "delete"]
Puts           == <<Put(1), Put(2)>>
ThreePuts      == <<Put(1), Put(2), Put(3)>>
EqualPuts      == <<Put(1), Put(1)>>
PutsAndDelete  == <<Put(1), Put(2), Delete>>
PutAndDelete   == <<Put(1), Delete>>
PutsAndDeletes == <<Put(1), Put(2), Delete, Delete>>
PutsDeletePut  == <<Put(1), Put(2), Delete, Put(3)>>
PutGetDelete   == <<Put(1), Get, Delete>>
BackAndForth   == <<Put(1), Put(2), Put(1)>>
OnlyIfNone     == <<IfNone(1), IfNone(2), Delete>>
Repeats        == <<Keyed, Keyed, Delete>>
RepeatsAndPut  == <<Keyed, Keyed, Delete, Put(2)>>
=============================================================================

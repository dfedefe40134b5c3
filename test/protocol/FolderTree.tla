------------------------------ MODULE FolderTree ------------------------------
(* The folders of one owner. Their log is a list of numbered entries: create,   *)
(* move (a rename is alike), close, keep, delete, drop (a delete with all that  *)
(* is below) and snapshot. An entry is claimed by create-if-absent, right after *)
(* the entry that the claimer's tree ends with. The index keeps the newest      *)
(* revision that was raised, in real time. Processes remember trees. Documents  *)
(* have a head each, which names a folder; the versions behind it are           *)
(* Documents.tla's. Old processes make folders as objects of their own.         *)
EXTENDS Naturals, FiniteSets

CONSTANTS Requests,   \* sequence of [kind, f, to, d, at]: a folder, its new parent, a document, the process
          MaxN, MaxLost,
          MaxLie,     \* how often the counter store goes back to an earlier revision
          WithGc, WithSweep,
          WithOld,    \* there is no log at first, and processes of the release before make folders
          WithLoss,   \* the index is lost, and rebuilt from the log
          Broken
Rule(r) == Broken # r

Req == DOMAIN Requests
Kind(p) == Requests[p].kind     \* "create" "move" "delete" "drop" "compact" "put" "get" "list"
Process == {Requests[p].at : p \in Req}
Folder == {"a", "b", "c"}
Doc == {"d", "e"}               \* at first e is in b; d is nowhere
Number == 1..MaxN
First == 99                     \* who made what exists at first
Old == 98                       \* a process of the release before
Sweeper == 97

\* A folder: no, live, closing (by the delete `by`), empty (was deleted so), all (was deleted with all below).
Unknown == [s |-> "no", p |-> "root", by |-> 0]
Live(parent) == [Unknown EXCEPT !.s = "live", !.p = parent]
NoTree == [f \in Folder |-> Unknown]
Free == [kind |-> "free", f |-> "root", to |-> "root", by |-> 0, t |-> NoTree]

VARIABLES
  log,      \* number -> entry
  old,      \* folder -> parent in the object of an old process, or "no"
  rev,      \* the newest revision, as the index has it
  cs,       \* and as the counter store has it
  head,     \* document -> [f, by]: its folder ("none": nowhere yet, "dead"), and the write that put it there
  cache,    \* process -> [n, t]
  r,        \* request -> where it is; see Begun
  zomb, lost, lies, losses,
  trees, end,   \* history: the tree after each entry that took effect, and the number of the last one
  made,     \* history: <<request, kind>> of these entries
  told,     \* history: the newest revision that an answer depended on
  shown,    \* history: writes that readers were shown
  bad,      \* history: a request went by a tree older than an answer before it
  holds     \* history: of 404 and 409, what was once true during the request
logVars == <<log, trees, end, made>>
vars == <<logVars, old, rev, cs, head, cache, r, zomb, lost, lies, losses, told, shown, bad, holds>>

Max(s) == CHOOSE x \in s : \A y \in s : y <= x
Min(s) == CHOOSE x \in s : \A y \in s : x <= y
Higher(x, y) == IF x > y THEN x ELSE y

------------------------------------------------------------------------------
(* Trees.                                                                       *)
RECURSIVE Climb(_, _, _)
\* Where a document of folder f is: f itself, the nearest folder above that was not deleted as empty, or "hidden".
Climb(t, f, steps) ==
  CASE f = "root" -> "root"
    [] steps = 0 \/ t[f].s \in {"no", "all"} -> "hidden"
    [] OTHER -> LET up == Climb(t, t[f].p, steps - 1) IN
                IF up = "hidden" \/ t[f].s = "empty" THEN up ELSE f
PlaceOf(t, f) == Climb(t, f, Cardinality(Folder))
Exists(t, f) == PlaceOf(t, f) = f
RECURSIVE Reaches(_, _, _, _)
Reaches(t, f, above, steps) ==
  f = above \/ (f # "root" /\ steps > 0 /\ Reaches(t, t[f].p, above, steps - 1))
IsBelow(t, f, above) == Reaches(t, f, above, Cardinality(Folder))
HasFolders(t, f) == \E g \in Folder : t[g].s \in {"live", "closing"} /\ t[g].p = f
IsTree(t) == \A f \in Folder : t[f].s # "no" => IsBelow(t, f, "root")

\* What is put below a folder that is closing keeps it.
Keep(t, f) == IF f # "root" /\ t[f].s = "closing" THEN [t EXCEPT ![f] = Live(@.p)] ELSE t
Apply(t, e) ==
  CASE e.kind = "create" -> [Keep(t, e.to) EXCEPT ![e.f] = Live(e.to)]
    [] e.kind = "move"   -> [Keep(t, e.to) EXCEPT ![e.f].p = e.to]
    [] e.kind = "close"  -> [t EXCEPT ![e.f].s = "closing", ![e.f].by = e.by]
    [] e.kind = "keep"   -> Keep(t, e.f)
    [] e.kind = "delete" -> [t EXCEPT ![e.f].s = "empty", ![e.f].by = 0]
    [] e.kind = "drop"   -> [t EXCEPT ![e.f].s = "all", ![e.f].by = 0]
    [] e.kind = "snapshot" -> e.t
    [] OTHER -> t
RECURSIVE Fold(_, _)
Fold(t, numbers) == IF numbers = {} THEN t
                    ELSE LET k == Min(numbers) IN Fold(Apply(t, log[k]), numbers \ {k})

\* The tree after the entries with these numbers, read after what was remembered.
Base(c, numbers) ==
  LET snapshots == {k \in numbers : log[k].kind = "snapshot"} IN
  IF snapshots = {} \/ ~Rule("snapshotWins") THEN c ELSE [n |-> Max(snapshots), t |-> log[Max(snapshots)].t]
Above(c, numbers) == {k \in numbers : k > Base(c, numbers).n}
IsWhole(c, numbers, to) == Above(c, numbers) = (Base(c, numbers).n + 1)..to
Built(c, numbers, to) == [n |-> to, t |-> Fold(Base(c, numbers).t, Above(c, numbers))]
Used == {k \in Number : log[k].kind # "free"}

OldTree == [f \in Folder |-> IF old[f] = "no" THEN Unknown ELSE Live(old[f])]
IsOld(f) == f # "root" /\ old[f] # "no"

------------------------------------------------------------------------------
Begun == [pc |-> "start", must |-> 0, v |-> 0, end |-> FALSE, keys |-> {}, n |-> 0, t |-> NoTree,
          want |-> "none",      \* what it does next with a tree
          h |-> [f |-> "none", by |-> 0], f |-> "root", undone |-> FALSE,
          by |-> 0]             \* a delete: the close that it goes by
Answers == {"done", "404", "409", "503"}
Over(p) == r[p].pc \in Answers
Begins == {"put", "get", "list"}        \* these go by the revision in the index; the others by the end of the log

StartTree == [f \in Folder |-> IF f = "c" THEN Unknown ELSE Live("root")]
Init ==
  /\ log = [n \in Number |-> IF n = 1 /\ ~WithOld THEN [Free EXCEPT !.kind = "snapshot", !.t = StartTree, !.by = First]
                             ELSE Free]
  /\ old = [f \in Folder |-> IF WithOld /\ f # "c" THEN "root" ELSE "no"]
  /\ rev = (IF WithOld THEN 0 ELSE 1) /\ cs = rev /\ end = rev
  /\ trees = [n \in {0} \cup Number |-> IF n = 1 /\ ~WithOld THEN StartTree ELSE NoTree]
  /\ head = [x \in Doc |-> IF x = "e" THEN [f |-> "b", by |-> First] ELSE [f |-> "none", by |-> 0]]
  /\ cache = [q \in Process |-> [n |-> 0, t |-> NoTree]]
  /\ r = [p \in Req |-> Begun]
  /\ zomb = {} /\ lost = 0 /\ lies = 0 /\ losses = 0
  /\ made = {} /\ told = 0 /\ shown = {} /\ bad = FALSE /\ holds = [p \in Req |-> {}]

Remembers(q, n, t) == cache' = [cache EXCEPT ![q] = IF n > @.n THEN [n |-> n, t |-> t] ELSE @]
Set(p, x) == r' = [r EXCEPT ![p] = x]
\* An answer, by the tree that x has.
Answer(p, x, pc) ==
  /\ Set(p, [x EXCEPT !.pc = pc])
  /\ told' = Higher(told, x.n) /\ bad' = (bad \/ x.n < x.must)
NoAnswer == UNCHANGED <<told, bad>>

Start(p) ==
  /\ r[p].pc = "start"
  /\ Set(p, [r[p] EXCEPT !.pc = IF Kind(p) \in Begins THEN "ask" ELSE "list", !.end = Kind(p) \notin Begins,
                         !.must = told, !.f = Requests[p].f,
                         !.want = IF Kind(p) = "delete" THEN (IF Rule("closeFirst") THEN "close" ELSE "look")
                                  ELSE IF Kind(p) = "put" THEN "before"
                                  ELSE IF Kind(p) = "compact" THEN "snapshot" ELSE Kind(p),
                         !.h = IF Kind(p) = "get" THEN head[Requests[p].d] ELSE @])
  /\ NoAnswer /\ UNCHANGED <<logVars, rev, cs, head, cache, zomb, lost, shown>>

\* The index, in real time. What the process remembers serves if it is as new. Where the index has no
\* revision, the log is asked.
Ask(p) ==
  /\ r[p].pc = "ask"
  /\ LET v == IF Rule("askIndex") THEN rev ELSE cs
         c == cache[Requests[p].at] IN
     Set(p, IF v > 0 /\ c.n >= v THEN [r[p] EXCEPT !.pc = "decide", !.end = FALSE, !.n = c.n, !.t = c.t]
            ELSE IF v = 0 /\ ~Rule("askLog") THEN [r[p] EXCEPT !.pc = "decide", !.n = 0, !.t = NoTree]
            ELSE [r[p] EXCEPT !.pc = "list", !.v = v, !.end = v = 0])
  /\ NoAnswer /\ UNCHANGED <<logVars, rev, cs, head, cache, zomb, lost, shown>>

\* All that is in the log beyond what the process remembers, however far. A number that is free may have been used.
List(p) ==
  /\ r[p].pc = "list"
  /\ LET c == cache[Requests[p].at]
         beyond == {k \in Used : k > c.n /\ (r[p].end \/ k <= r[p].v \/ ~Rule("upToRevision"))}
         next == {k \in beyond : \A j \in (c.n + 1)..k : j \in beyond}
     IN Set(p, [r[p] EXCEPT !.pc = "read", !.keys = IF Rule("listBeyond") THEN beyond ELSE next])
  /\ NoAnswer /\ UNCHANGED <<logVars, rev, cs, head, cache, zomb, lost, shown>>
\* Who goes on from the end of the log raises the revision first: the last claimer may have died.
Read(p) ==
  /\ r[p].pc = "read"
  /\ LET q == Requests[p].at
         c == cache[q]
         keys == r[p].keys \cap Used
         to == IF r[p].end \/ ~Rule("upToRevision") THEN Max(r[p].keys \cup {c.n}) ELSE r[p].v
         b == Built(c, keys, to)
     IN IF ~IsWhole(c, keys, to) /\ Rule("snapshotWins")
        THEN /\ Set(p, [r[p] EXCEPT !.pc = IF r[p].end THEN "list" ELSE "ask", !.keys = {}])
             /\ UNCHANGED <<rev, cache>>
        ELSE /\ Set(p, [r[p] EXCEPT !.pc = IF to = 0 /\ WithOld THEN "claim" ELSE "decide", !.n = b.n, !.keys = {},
                                    !.t = IF to = 0 /\ WithOld THEN OldTree ELSE b.t])
             /\ rev' = IF r[p].end /\ Rule("raiseFirst") THEN Higher(rev, to) ELSE rev
             /\ Remembers(q, b.n, b.t)
  /\ NoAnswer /\ UNCHANGED <<logVars, cs, head, zomb, lost, shown>>

------------------------------------------------------------------------------
(* With a tree.                                                                 *)
ToEnd(x, want) == [x EXCEPT !.pc = "list", !.end = TRUE, !.want = want]
Claims(x, want) == [x EXCEPT !.pc = "claim", !.want = want]
MayMove(t, f, to) == ~IsBelow(t, to, f)
\* A delete joins the close that it finds: so two of them do not stop each other.
IsClosed(x, t, f) == t[f].s = "closing" /\ (t[f].by = x.by \/ ~Rule("sameClose"))
DecideFolder(p) ==
  LET x == r[p]
      f == x.f
      to == Requests[p].to
      t == x.t
      no(pc) == Answer(p, x, pc)
      yes(want) == Set(p, Claims(x, want)) /\ NoAnswer
  IN /\ CASE x.want = "create" -> (IF ~Exists(t, to) THEN no("404") ELSE yes("create"))
          [] x.want = "move" -> (IF ~Exists(t, f) \/ ~Exists(t, to) THEN no("404")
                                 ELSE IF ~MayMove(t, f, to) THEN no("409") ELSE yes("move"))
          [] x.want = "drop" -> (IF ~Exists(t, f) THEN no("404") ELSE yes("drop"))
          [] x.want = "snapshot" -> yes("snapshot")
          [] x.want \in {"close", "look"} ->
               (IF ~Exists(t, f) THEN no("404") ELSE IF HasFolders(t, f) THEN no("409")
                ELSE IF x.want = "close" /\ t[f].s = "live" THEN yes("close")
                ELSE Set(p, [x EXCEPT !.pc = "search", !.by = t[f].by]) /\ NoAnswer)
          [] x.want = "full" -> (IF ~Exists(t, f) THEN no("404") ELSE no("409"))
          [] x.want = "delete" ->
               (IF ~Exists(t, f) THEN no("404")
                ELSE IF HasFolders(t, f) \/ (~IsClosed(x, t, f) /\ Rule("closeFirst")) THEN no("409")
                ELSE yes("delete"))
     /\ UNCHANGED shown

\* Documents that a search finds in the folder, after a refresh. If the folder is gone already, one of them may be of a
\* write that is about to be undone.
Search(p) ==
  /\ r[p].pc = "search"
  /\ IF \E x \in Doc : head[x].f \in Folder /\ PlaceOf(r[p].t, head[x].f) = r[p].f
     THEN IF Rule("stillThere") THEN Set(p, ToEnd(r[p], "full")) /\ NoAnswer ELSE Answer(p, r[p], "409")
     ELSE /\ NoAnswer
          /\ Set(p, IF r[p].want = "close" /\ ~Rule("searchAfterRaise") THEN [r[p] EXCEPT !.pc = "raise"]
                    ELSE ToEnd(r[p], "delete"))
  /\ UNCHANGED <<logVars, rev, cs, head, cache, zomb, lost, shown>>

\* A write of a document: before it is published, and after. A closing folder is kept by an entry. Where the folder is
\* gone, the document goes back to where it was, or is deleted if it was nowhere.
MayAdopt(t, f) == IsOld(f) /\ ~Exists(t, f) /\ (t[f].s = "no" \/ ~Rule("deletedStays"))
DecidePut(p) ==
  LET x == r[p]
      f == x.f
      t == x.t
      isThere == Exists(t, f)
      outcome == IF x.undone THEN "503" ELSE "done"
  IN /\ CASE x.want = "before" /\ isThere -> Set(p, [x EXCEPT !.pc = "publish"]) /\ NoAnswer
          [] x.want = "before" /\ MayAdopt(t, f) /\ Rule("adopt") -> Set(p, ToEnd(x, "adopt")) /\ NoAnswer
          [] x.want = "before" -> Answer(p, x, "404")
          [] x.want = "adopt" /\ MayAdopt(t, f) -> Set(p, Claims(x, "adopt")) /\ NoAnswer
          [] x.want = "adopt" -> Set(p, [x EXCEPT !.pc = "ask", !.want = "before"]) /\ NoAnswer
          [] x.want \in {"after", "keep"} /\ isThere /\ f # "root" /\ t[f].s = "closing" /\ Rule("keepClosing") ->
               (IF x.want = "after" THEN Set(p, ToEnd(x, "keep")) ELSE Set(p, Claims(x, "keep"))) /\ NoAnswer
          [] x.want \in {"after", "keep"} /\ (isThere \/ ~Rule("checkAfter")) -> Answer(p, x, outcome)
          [] OTHER -> Set(p, [x EXCEPT !.pc = "undo"]) /\ NoAnswer
     /\ UNCHANGED shown

\* From here on others may read it.
Publish(p) ==
  /\ r[p].pc = "publish"
  /\ LET d == Requests[p].d IN
     /\ head' = [head EXCEPT ![d] = [f |-> r[p].f, by |-> p]]
     /\ Set(p, [r[p] EXCEPT !.h = head[d], !.want = "after", !.pc = "ask"])
  /\ NoAnswer /\ UNCHANGED <<logVars, rev, cs, cache, zomb, lost, shown>>
\* The document goes back, by a write of its own, which is checked afterwards as any other.
Undo(p) ==
  /\ r[p].pc = "undo"
  /\ LET d == Requests[p].d
         was == IF r[p].h.f \in {"none", "dead"} THEN "hidden" ELSE PlaceOf(r[p].t, r[p].h.f)
         isOwn == head[d].by = p
         pc == IF Rule("undoneIsUnsure") THEN "503" ELSE "404"
     IN IF ~isOwn \/ was = "hidden"
        THEN /\ head' = IF isOwn THEN [head EXCEPT ![d].f = "dead"] ELSE head
             /\ Answer(p, r[p], pc)
        ELSE /\ head' = [head EXCEPT ![d].f = was]
             /\ IF Rule("checkUndone")
                THEN Set(p, [r[p] EXCEPT !.f = was, !.undone = TRUE, !.want = "after", !.pc = "ask"]) /\ NoAnswer
                ELSE Answer(p, r[p], pc)
  /\ UNCHANGED <<logVars, rev, cs, cache, zomb, lost, shown>>

\* Readers. A folder of an old process that no entry names is where its object says.
IsSeen(t, h) == /\ h.f \notin {"none", "dead"}
                /\ PlaceOf(t, h.f) # "hidden" \/ (h.f # "root" /\ t[h.f].s = "no" /\ IsOld(h.f))
IsUnknown(t, h) == h.f \in Folder /\ t[h.f].s = "no"
Found(p, x, h) == Answer(p, x, "done") /\ shown' = shown \cup {h.by}
NotFound(p, x) == Answer(p, x, "404") /\ UNCHANGED shown
Again(p, h) == Set(p, [r[p] EXCEPT !.pc = "ask", !.h = h]) /\ NoAnswer /\ UNCHANGED shown
\* By identifier: the head was read before the tree. It may have moved out of a folder that was deleted then.
DecideGet(p) ==
  LET x == r[p]
      now == head[Requests[p].d]
  IN IF IsSeen(x.t, x.h) THEN Found(p, x, x.h)
     ELSE IF now # x.h /\ Rule("lookAgain") THEN Again(p, now)
     ELSE NotFound(p, x)
\* Lists: the tree was read before the heads. It may not know a folder that was made then.
DecideList(p) ==
  LET x == r[p]
      now == head[Requests[p].d]
  IN IF IsSeen(x.t, now) THEN Found(p, x, now)
     ELSE IF IsUnknown(x.t, now) /\ rev > x.n /\ Rule("askUnknown") THEN Again(p, now)
     ELSE NotFound(p, x)

Decide(p) ==
  /\ r[p].pc = "decide"
  /\ CASE Kind(p) = "put" -> DecidePut(p)
       [] Kind(p) = "get" -> DecideGet(p)
       [] Kind(p) = "list" -> DecideList(p)
       [] OTHER -> DecideFolder(p)
  /\ UNCHANGED <<logVars, rev, cs, head, cache, zomb, lost>>

------------------------------------------------------------------------------
(* Claims. Check and claim are one step: the number says what the check saw.    *)
IsBase(p) == r[p].n = 0
Entry(p) ==
  LET x == r[p] IN
  CASE IsBase(p) -> [Free EXCEPT !.kind = "snapshot", !.t = x.t]
    [] x.want = "snapshot" -> [Free EXCEPT !.kind = "snapshot", !.t = x.t]
    [] x.want = "adopt" -> [Free EXCEPT !.kind = "create", !.f = x.f, !.by = p,
                                        !.to = LET up == PlaceOf(x.t, old[x.f]) IN IF up = "hidden" THEN "root" ELSE up]
    [] OTHER -> [Free EXCEPT !.kind = x.want, !.f = x.f, !.to = Requests[p].to, !.by = p]
\* It takes effect if the number is the next one. In a number that was removed it has none.
Land(k, e) ==
  /\ log' = [log EXCEPT ![k] = e]
  /\ IF k = end + 1
     THEN /\ end' = k /\ trees' = [trees EXCEPT ![k] = Apply(trees[end], e)] /\ made' = made \cup {<<e.by, e.kind>>}
     ELSE UNCHANGED <<end, trees, made>>
Won(p, k) == [r[p] EXCEPT !.pc = IF r[p].want = "close" /\ ~IsBase(p) /\ ~Rule("searchAfterRaise") THEN "search"
                                 ELSE "raise",
                          !.v = k]
Claim(p) ==
  LET k == r[p].n + 1
      e == Entry(p)
  IN /\ r[p].pc = "claim" /\ k <= MaxN
     /\ \/ IF log[k].kind = "free"
           THEN Land(k, e) /\ Set(p, Won(p, k)) /\ UNCHANGED <<zomb, lost>>
           ELSE /\ Set(p, IF Rule("checkAgain") THEN [r[p] EXCEPT !.pc = "list", !.end = TRUE]
                          ELSE [r[p] EXCEPT !.n = k])
                /\ UNCHANGED <<logVars, zomb, lost>>
        \/ /\ log[k].kind = "free" /\ lost < MaxLost /\ lost' = lost + 1
           /\ Set(p, [r[p] EXCEPT !.pc = "settle"])
           /\ \/ Land(k, e) /\ UNCHANGED zomb
              \/ zomb' = zomb \cup {[k |-> k, e |-> e]} /\ UNCHANGED logVars
     /\ NoAnswer /\ UNCHANGED <<rev, cs, head, cache, shown>>
\* Write ids tell an own entry: here the whole entry does.
Settle(p) ==
  /\ r[p].pc = "settle"
  /\ LET k == r[p].n + 1 IN
     Set(p, IF log[k] = Entry(p) THEN Won(p, k) ELSE [r[p] EXCEPT !.pc = "list", !.end = TRUE])
  /\ NoAnswer /\ UNCHANGED <<logVars, rev, cs, head, cache, zomb, lost, shown>>
Late == \E z \in zomb :
  /\ zomb' = zomb \ {z}
  /\ IF log[z.k].kind = "free" THEN Land(z.k, z.e) ELSE UNCHANGED logVars
  /\ NoAnswer /\ UNCHANGED <<rev, cs, head, cache, r, lost, shown>>

\* The revision in the index only goes up. Then the counter store is told, and the request is answered.
Raise(p) ==
  /\ r[p].pc = "raise"
  /\ LET k == r[p].v
         t == Apply(r[p].t, Entry(p))
         x == [r[p] EXCEPT !.n = k, !.t = t]
         want == r[p].want
     IN /\ rev' = IF Rule("raiseBeforeAnswer") THEN Higher(rev, k) ELSE rev
        /\ Remembers(Requests[p].at, k, t)
        /\ cs' = Higher(cs, k)
        /\ CASE IsBase(p) -> Set(p, [x EXCEPT !.pc = IF Kind(p) \in Begins THEN "ask" ELSE "list"]) /\ NoAnswer
             [] want = "close" /\ Rule("searchAfterRaise") -> Set(p, [x EXCEPT !.pc = "search", !.by = p]) /\ NoAnswer
             [] want = "close" -> Set(p, [ToEnd(x, "delete") EXCEPT !.by = p]) /\ NoAnswer
             [] want = "adopt" -> Set(p, [x EXCEPT !.pc = "ask", !.want = "before"]) /\ NoAnswer
             [] want = "keep" /\ x.undone -> Answer(p, x, "503")
             [] OTHER -> Answer(p, x, "done")
  /\ UNCHANGED <<logVars, head, zomb, lost, shown>>

Request(p) == Start(p) \/ Ask(p) \/ List(p) \/ Read(p) \/ Decide(p) \/ Search(p) \/ Publish(p) \/ Undo(p)
              \/ Claim(p) \/ Settle(p) \/ Raise(p)

------------------------------------------------------------------------------
(* Beside the requests.                                                         *)
otherVars == <<r, told, bad, lost, shown>>
Lie == /\ lies < MaxLie /\ lies' = lies + 1
       /\ \E n \in 0..(cs - 1) : cs' = n
       /\ UNCHANGED <<logVars, old, rev, head, cache, zomb, losses, otherVars>>
\* gc removes what is below the newest snapshot, in any order, a retention later: when every request has ended that may
\* have read the log before. Remembered trees stay, and a late claim may land in a number that was removed.
RequestsOver == \A p \in Req : r[p].pc = "start" \/ Over(p)
Gc == /\ WithGc /\ (Rule("retention") => RequestsOver)
      /\ \E k \in Used : /\ \E m \in Used : m > k /\ m <= rev /\ log[m].kind = "snapshot"
                         /\ log' = [log EXCEPT ![k] = Free]
      /\ UNCHANGED <<trees, end, made, old, rev, cs, head, cache, zomb, lies, losses, otherVars>>
\* Puts what a dead process has left in a deleted folder where readers find it already.
Sweep == /\ WithSweep /\ rev > 0
         /\ \E x \in Doc : /\ head[x].f \in Folder /\ trees[rev][head[x].f].s # "no"
                           /\ LET to == PlaceOf(trees[rev], head[x].f) IN
                              /\ to # head[x].f
                              /\ head' = [head EXCEPT ![x].f = IF to = "hidden" THEN "dead" ELSE to,
                                                      ![x].by = Sweeper]
         /\ UNCHANGED <<logVars, old, rev, cs, cache, zomb, lies, losses, otherVars>>
\* A process of the release before makes c in a, and puts d in it.
OldMakes == /\ WithOld /\ old["c"] = "no" /\ old' = [old EXCEPT !["c"] = "a"]
            /\ UNCHANGED <<logVars, rev, cs, head, cache, zomb, lies, losses, otherVars>>
OldPuts == /\ WithOld /\ old["c"] # "no" /\ head["d"].f = "none"
           /\ head' = [head EXCEPT !["d"] = [f |-> "c", by |-> Old]]
           /\ UNCHANGED <<logVars, old, rev, cs, cache, zomb, lies, losses, otherVars>>
\* A rebuilt index has no revision. Processes forget their trees only with themselves.
Rebuild == /\ WithLoss /\ losses = 0 /\ losses' = 1 /\ rev' = 0
           /\ UNCHANGED <<logVars, old, cs, head, cache, zomb, lies, otherVars>>

\* A 404 is true of what a reader could find at some time of the request; so is the 409 of a delete.
Nowhere(p) ==
  CASE Kind(p) \in {"get", "list"} -> ~IsSeen(trees[rev], head[Requests[p].d])
    [] Kind(p) = "put" -> LET f == Requests[p].f IN ~Exists(trees[rev], f) /\ ~(IsOld(f) /\ trees[rev][f].s = "no")
    [] Kind(p) = "create" -> ~Exists(trees[end], Requests[p].to)
    [] Kind(p) = "move" -> ~Exists(trees[end], Requests[p].f) \/ ~Exists(trees[end], Requests[p].to)
    [] Kind(p) \in {"delete", "drop"} -> ~Exists(trees[end], Requests[p].f)
    [] OTHER -> FALSE
IsFull(p) == /\ Kind(p) = "delete"
             /\ LET f == Requests[p].f IN \E n \in {rev, end} :
                  HasFolders(trees[n], f) \/ \E x \in Doc : head[x].f \in Folder /\ PlaceOf(trees[n], head[x].f) = f
Truths(p) == (IF Nowhere(p) THEN {"404"} ELSE {}) \cup (IF IsFull(p) THEN {"409"} ELSE {})
Witness == holds' = [p \in Req |-> CASE r'[p].pc = "start" -> {} [] Over(p) -> holds[p]
                                     [] OTHER -> holds[p] \cup Truths(p) \cup Truths(p)']
Next == /\ \/ \E p \in Req : Request(p) /\ UNCHANGED <<old, lies, losses>>
           \/ Late /\ UNCHANGED <<old, lies, losses>>
           \/ Lie \/ Gc \/ Sweep \/ OldMakes \/ OldPuts \/ Rebuild
        /\ Witness
Spec == Init /\ [][Next]_vars
\* Of a request that is over, only the answer counts.
Kept(x) == IF x.pc \in Answers THEN <<x.pc>> ELSE x
View == <<logVars, old, rev, cs, head, cache, [p \in Req |-> Kept(r[p])], zomb, lost, lies, losses, told, shown, bad,
          holds>>

------------------------------------------------------------------------------
(* Properties.                                                                  *)
AllOver == \A p \in Req : Over(p)
Did(p) == r[p].pc = "done"
AlwaysATree == IsTree(trees[end])
\* From the log alone, and from what a process remembers.
LogIsTree == end = 0 \/ (LET none == [n |-> 0, t |-> NoTree] IN
                         IsWhole(none, Used, end) /\ Built(none, Used, end).t = trees[end])
CacheIsTrue == \A q \in Process : cache[q].n > 0 => cache[q].t = trees[cache[q].n]
AckedTookEffect == \A p \in Req : Did(p) /\ Kind(p) \in {"create", "move", "delete", "drop"} => <<p, Kind(p)>> \in made
AgreesWithAnswers == ~bad
DeletedStaysDeleted ==
  \A f \in Folder, i \in 1..end, j \in 1..end :
    i < j /\ trees[i][f].s \in {"empty", "all"} => trees[j][f].s = trees[i][f].s
\* Two moves that make a cycle together: exactly one is done.
OneOfTwo == (Cardinality(Req) = 2 /\ AllOver /\ \A p \in Req : Kind(p) = "move" /\ Requests[p].f # Requests[p].to)
            => Cardinality({p \in Req : Did(p)}) = 1
\* A folder was deleted as empty: no write that was answered has put a document there.
NoneInEmpty == \A x \in Doc : (head[x].f \in Folder /\ trees[end][head[x].f].s = "empty")
                              => head[x].by \in Req /\ ~Did(head[x].by)
NoOrphan == AllOver => \A x \in Doc : head[x].f \in Folder => trees[end][head[x].f].s # "empty"
\* Without a delete of all that is below, a document that was there stays, whoever died.
NothingLost == (\A p \in Req : Kind(p) # "drop") =>
                 /\ end > 0 => IsSeen(trees[end], head["e"])
                 /\ head["d"].by = Old /\ end > 0 => IsSeen(trees[end], head["d"])
UnseenIfAbsent == \A p \in Req : Kind(p) = "put" /\ r[p].pc = "404" => p \notin shown
AnswersAreTrue == \A p \in Req : r[p].pc = "404" \/ (r[p].pc = "409" /\ Kind(p) = "delete") => r[p].pc \in holds[p]

------------------------------------------------------------------------------
(* Who sends what, to which process.                                            *)
Create(f, to, at) == [kind |-> "create", f |-> f, to |-> to, d |-> "d", at |-> at]
Move(f, to, at) == [Create(f, to, at) EXCEPT !.kind = "move"]
Delete(f, at) == [Create(f, "root", at) EXCEPT !.kind = "delete"]
Drop(f, at) == [Delete(f, at) EXCEPT !.kind = "drop"]
Compact(at) == [Delete("a", at) EXCEPT !.kind = "compact"]
Put(x, f, at) == [kind |-> "put", f |-> f, to |-> "root", d |-> x, at |-> at]
Get(x, at) == [Put(x, "root", at) EXCEPT !.kind = "get"]
ListOf(x, at) == [Put(x, "root", at) EXCEPT !.kind = "list"]
CrossMoves      == <<Move("a", "b", 1), Move("b", "a", 2)>>
CrossMovesRead  == <<Move("a", "b", 1), Move("b", "a", 2), Get("e", 1)>>
CreateAndDelete == <<Create("c", "a", 1), Delete("a", 2)>>
PutAndDelete    == <<Put("d", "a", 1), Delete("a", 2)>>
PutDeleteGet    == <<Put("d", "a", 1), Delete("a", 2), Get("d", 2)>>
PutAndDeletes   == <<Put("d", "a", 1), Delete("a", 2), Delete("a", 1)>>
MoveIntoDeleted == <<Put("e", "a", 1), Delete("a", 2), Delete("b", 1)>>
PutAndDrop      == <<Put("d", "a", 1), Drop("a", 2)>>
MoveOutAndDrop  == <<Put("e", "a", 1), Drop("b", 2), Get("e", 2)>>
MakeAndList     == <<Create("c", "a", 1), Put("e", "c", 1), ListOf("e", 2)>>
MoveAndRead     == <<Move("a", "b", 1), Get("e", 2)>>
DeletesAndReads == <<Delete("a", 1), Put("d", "a", 2), Get("e", 2)>>
Compaction      == <<Move("a", "b", 1), Compact(1), Create("c", "a", 2)>>
CompactAndRead  == <<Move("a", "b", 1), Compact(1), ListOf("e", 2)>>
NestedDrop      == <<Move("a", "b", 1), Drop("b", 2), Put("d", "a", 1)>>
NestedDelete    == <<Move("a", "b", 1), Delete("b", 2), Put("d", "a", 1)>>
TwoDeletes      == <<Delete("a", 1), Delete("a", 2)>>
DropMoveGet     == <<Drop("a", 1), Move("b", "a", 2), Get("e", 1)>>
TwoReads        == <<Move("a", "b", 1), Get("e", 1), Get("e", 2)>>
OldAndNew       == <<Put("d", "c", 1), Create("a", "b", 2)>>
OldRead         == <<Move("a", "b", 1), Get("d", 2)>>
=============================================================================

/** One request, ready to be sent. */
export type Request = {
  /** Latencies are told apart by it. */
  kind: string;
  /** Which of the load's targets. */
  target: number;
  /** Request line and headers with the empty line after them, in ASCII. */
  head: string;
  /** Which of the load's bodies; undefined: none. */
  body: number | undefined;
  /** The only status that is right. */
  status: number;
};

export type LoadTarget = { host: string; port: number };

/** Requests to choose from; told to the driver once, however many runs they serve. */
export type LoadPlan = { targets: readonly LoadTarget[]; requests: readonly Request[]; bodies: readonly string[] };

/** One run of several clients. Each sends its next request when its last one is answered. */
export type RunningLoad = {
  clients: number;
  seconds: number;
  /** Requests are taken in turn by whichever client is free, from this one on and round again; 0 unless given. */
  first?: number | undefined;
  /** Ends the run earlier. */
  most?: number | undefined;
};

/** What the driver's process is told. */
export type LoadOrder =
  | { learn: LoadPlan; as: number }
  | { run: number; how: RunningLoad }
  | { open: number; how: OpenLoad }
  | { forget: true };

/** A request of each kind begins so often, whatever the answers take. All targets are one. */
export type OpenLoad = { everyMs: number; seconds: number };

/** Latencies in milliseconds, of the requests of one kind. */
export type KindFigures = {
  count: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  longest: number;
  /** Of an answer's body. */
  meanBytes: number;
};

/** Latencies count from the time at which a request was due. */
export type OpenOutcome = {
  kinds: Readonly<Record<string, KindFigures>>;
  sent: number;
  /** Of those sent: the driver itself began them late, so they are in no figure. */
  lateShare: number;
  /** Without the answer that was right; `wrong` has the first few. */
  failed: number;
  wrong: readonly string[];
};

export type LoadOutcome = {
  seconds: number;
  /** Those too that were answered after the time was over. */
  sent: number;
  /** Answered within the time. */
  perSecond: number;
  kinds: Readonly<Record<string, KindFigures>>;
  /** Of the driver's own process, a request. */
  driverCpuMicros: number;
  /** CPU time of the driver's process by wall time: at 1 it would be what limits the run. */
  driverShare: number;
};

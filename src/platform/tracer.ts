export const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export type TracingSettings = {
  /** Base address of a collector that takes OTLP over HTTP. */
  endpoint: string;
  serviceName: string;
  sampler: (typeof SAMPLERS)[number];
  /** From 0 to 1, for the samplers of a ratio. */
  ratio: number;
  /** Requests recorded by one process in a second, at most. */
  perSecond: number;
};

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** `client`: the work is a request to another process. Names and attributes never hold keys, titles or contents. */
export type SpanStart = { name: string; kind: 'internal' | 'client'; attributes?: Attributes };

type Run = <T>(work: () => T) => T;

/** Tells of the work for requests. Does nothing for work that belongs to no recorded request. */
export type Tracer = {
  /** Runs work as a span of the current request. The span ends with the promise, and a fault marks it. */
  span<T>(start: SpanStart, work: () => T): T;
  /** By these a backend knows the span that it works for; undefined: none. */
  headers(): Readonly<Record<string, string>> | undefined;
  /** Runs later work as if it was called now. */
  bind(): Run;
};

const runAsIs: Run = (work) => work();

export const NO_TRACER: Tracer = { span: (_, work) => work(), headers: () => undefined, bind: () => runAsIs };

import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type Sampler,
} from '@opentelemetry/sdk-trace-base';
import { setTimeout as delay } from 'node:timers/promises';
import type { TracingSettings } from '../platform/tracer.js';
import { RequestSpans } from './otel-tracer.js';
import type { RequestTracer } from './request-events.js';
import { TraceAllowance } from './trace-allowance.js';

const CLOSE_MS = 2_000;
/** Of one request to the collector. While it hangs, at most 2,048 spans wait; the rest are dropped. */
const EXPORT_MS = 5_000;

type Options = TracingSettings & {
  version: string;
  /** Called at each change: the collector took spans, or did not. */
  onExport(error: Error | undefined): void;
};

/** The only file that loads the OpenTelemetry SDK. The SDK itself reads the other variables `OTEL_*`. */
export function openTracer(options: Options): RequestTracer {
  const { endpoint, serviceName, version, perSecond, onExport } = options;
  const own = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version });
  const exporter = new TellingExporter(onExport, {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  });
  const provider = new BasicTracerProvider({
    sampler: samplerOf(options),
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(own),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return new RequestSpans({
    tracer: provider.getTracer('quire', version),
    allowance: new TraceAllowance(perSecond),
    close: () => Promise.race([provider.shutdown(), delay(CLOSE_MS, undefined, { ref: false })]).catch(() => undefined),
  });
}

class TellingExporter extends OTLPTraceExporter {
  readonly #onExport: Options['onExport'];
  #isTaken = true;

  constructor(onExport: Options['onExport'], config: ConstructorParameters<typeof OTLPTraceExporter>[0]) {
    super(config);
    this.#onExport = onExport;
  }

  override export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    super.export(spans, (result) => {
      const isTaken = result.code === ExportResultCode.SUCCESS;
      if (isTaken !== this.#isTaken) this.#onExport(isTaken ? undefined : (result.error ?? new Error('refused')));
      this.#isTaken = isTaken;
      done(result);
    });
  }
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const [, parentBased, root] = /^(parentbased_)?(.+)$/.exec(sampler) ?? [];
  const ofRoots = roots[root as keyof typeof roots]();
  return parentBased === undefined ? ofRoots : new ParentBasedSampler({ root: ofRoots });
}

import { SAMPLERS, type TracingSettings } from '../platform/tracer.js';
import type { EnvReader } from './env-reader.js';

/** The standard variables of OpenTelemetry, and a bound of our own. */
export function readTracing(env: EnvReader): TracingSettings | undefined {
  const endpoint = env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const settings = {
    serviceName: env.string('OTEL_SERVICE_NAME', 'quire'),
    sampler: env.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
    ratio: readRatio(env),
    perSecond: env.integer('TRACES_PER_SECOND', { default: 10, min: 1, max: 1_000_000 }),
  };
  return endpoint === undefined ? undefined : { endpoint, ...settings };
}

function readRatio(env: EnvReader): number {
  const text = env.string('OTEL_TRACES_SAMPLER_ARG', '1');
  const ratio = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(ratio <= 1)) env.fault(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}"`);
  return ratio;
}

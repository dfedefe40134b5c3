import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LogLocation } from '../config/config.js';

/** Whether two places hold the same objects, also through links. */
export async function isSamePlace(one: LogLocation, other: LogLocation): Promise<boolean> {
  if (one.mode === 'embedded' && other.mode === 'embedded') {
    return (await realFolder(one.dataDir)) === (await realFolder(other.dataDir));
  }
  return (
    one.mode === 'cluster' &&
    other.mode === 'cluster' &&
    one.s3.bucket === other.s3.bucket &&
    one.s3.prefix === other.s3.prefix
  );
}

/** A folder that does not exist yet keeps its plain path. */
async function realFolder(dataDir: string): Promise<string> {
  return realpath(dataDir).catch(() => resolve(dataDir));
}

export function nameOf(place: LogLocation): string {
  return place.mode === 'embedded' ? place.dataDir : `s3://${place.s3.bucket}/${place.s3.prefix.replace(/\/$/, '')}`;
}

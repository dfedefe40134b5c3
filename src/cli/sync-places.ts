import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { logFile } from '../folder-care.js';
import type { LogLocation } from '../config/config.js';

/** Whether two places hold the same objects, also through links. */
export async function isSamePlace(one: LogLocation, other: LogLocation): Promise<boolean> {
  if (one.mode === 'embedded' && other.mode === 'embedded') {
    return (await realLog(one.dataDir)) === (await realLog(other.dataDir));
  }
  return (
    one.mode === 'cluster' &&
    other.mode === 'cluster' &&
    one.s3.bucket === other.s3.bucket &&
    one.s3.prefix === other.s3.prefix
  );
}

/** Resolves the log, which may itself be a link. A folder that does not exist yet keeps its plain path. */
async function realLog(dataDir: string): Promise<string> {
  const inFolder = async () => logFile(await realpath(dataDir).catch(() => resolve(dataDir)));
  return realpath(logFile(dataDir)).catch(inFolder);
}

export function nameOf(place: LogLocation): string {
  return place.mode === 'embedded' ? place.dataDir : `s3://${place.s3.bucket}/${place.s3.prefix.replace(/\/$/, '')}`;
}

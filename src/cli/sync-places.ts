import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { LogPlace } from '../config/config.js';

/** Whether two names lead to the same objects, through links too. */
export async function isSamePlace(one: LogPlace, other: LogPlace): Promise<boolean> {
  if (one.mode === 'embedded' && other.mode === 'embedded') {
    return await realFolder(one.dataDir) === await realFolder(other.dataDir);
  }
  return one.mode === 'cluster' && other.mode === 'cluster'
    && one.s3.bucket === other.s3.bucket && one.s3.prefix === other.s3.prefix;
}

/** Of the objects, which may be a link themselves; of a folder that is not there yet, the name alone tells. */
async function realFolder(dataDir: string): Promise<string> {
  const objects = join(dataDir, 'objects');
  return realpath(objects).catch(async () => join(await realpath(dataDir).catch(() => resolve(dataDir)), 'objects'));
}

/** How a place is called in what is printed. */
export function nameOf(place: LogPlace): string {
  return place.mode === 'embedded' ? place.dataDir : `s3://${place.s3.bucket}/${place.s3.prefix.replace(/\/$/, '')}`;
}

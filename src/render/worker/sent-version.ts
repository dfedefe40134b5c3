import type { Version } from '../../domain/version.js';

/** `blocks`: each as JSON text, which a thread is sent sooner than deep values. */
export type SentVersion = Omit<Version, 'blocks' | 'metadata'> & { metadata: string; blocks: readonly string[] };

/** A version as a diff sends it. Yields after each block. */
export function* sent(version: Version): Generator<void, SentVersion> {
  const blocks: string[] = [];
  for (const block of version.blocks) {
    blocks.push(JSON.stringify(block));
    yield;
  }
  return { ...version, metadata: JSON.stringify(version.metadata), blocks };
}

export function received(version: SentVersion): Version {
  return {
    ...version,
    metadata: JSON.parse(version.metadata) as Version['metadata'],
    blocks: version.blocks.map((text) => JSON.parse(text) as Version['blocks'][number]),
  };
}

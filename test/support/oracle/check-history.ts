import { partsOfTitle } from './contents.js';
import type { Sight, Write } from './document-record.js';
import { NO_FILE } from './files.js';

export type History = {
  writes: readonly Write[];
  /** Every version, each with `whole`. */
  sights: ReadonlyMap<number, Sight>;
  current: number;
};

/** What cannot be of a document whose versions have all been read while nobody wrote; an empty list: nothing. */
export function faultsOfHistory(history: History): string[] {
  return [
    ...faultsOfNumbers(history),
    ...faultsOfAcknowledged(history),
    ...wordsOf(history).flatMap((word) => faultsOfWord(history, word)),
  ];
}

function faultsOfNumbers({ sights, current }: History): string[] {
  const faults: string[] = [];
  for (let version = 1; version <= current; version++) {
    const [sight, before] = [sights.get(version), sights.get(version - 1)];
    if (!sight) faults.push(`version ${version} of ${current} is missing`);
    else if (before && sight.createdAt < before.createdAt)
      faults.push(`version ${version} is older than its predecessor`);
  }
  for (const version of sights.keys()) {
    if (version > current) faults.push(`version ${version} was seen, but the newest is ${current}`);
  }
  return faults;
}

/** Every acknowledged write is there, with its content, at its number. */
function faultsOfAcknowledged({ writes, sights }: History): string[] {
  return writes.flatMap((write) => {
    const { kind, word, version, source } = write;
    const sight = version === undefined ? undefined : sights.get(version);
    if (version === undefined) return [];
    if (wordOf(sight) !== word)
      return [`${kind} was acknowledged as ${version}, where "${sight?.title}" is and not ${word}`];
    if (!hasItsFile(sights, write, version)) return [`${kind} of ${word} as ${version} has the file ${sight?.source}`];
    const original = source === undefined ? undefined : sights.get(source)?.whole;
    return original === undefined || original === sight?.whole
      ? []
      : [`version ${version} restores ${source}, but differs`];
  });
}

/** A write that was not acknowledged happened at most once, and where it may have; a refused one did not. */
function faultsOfWord({ writes, sights }: History, word: string): string[] {
  const sent = writes.filter((write) => write.word === word);
  const versions = [...sights].filter(([, sight]) => wordOf(sight) === word).map(([version]) => version);
  const acknowledged = new Set(sent.map(({ version }) => version));
  const extra = versions.filter((version) => !acknowledged.has(version));
  const open = sent.filter(({ outcome }) => outcome === 'open');
  if (extra.length > open.length) return [`${word} is at ${versions.join()}, ${describe(sent)}`];
  const impossible = extra.filter(
    (version) => !open.some((write) => mayBe(write, version) && hasItsFile(sights, write, version)),
  );
  return impossible.map((version) => `${word} cannot be at ${version}, ${describe(sent)}`);
}

function mayBe({ floor, ifMatch, kind }: Write, version: number): boolean {
  if ((kind === 'create') !== (version === 1)) return false;
  return version > floor && (ifMatch === undefined || version === ifMatch + 1);
}

/** Whether the version has the file that this write would have left it with. */
function hasItsFile(sights: History['sights'], write: Write, version: number): boolean {
  const shown = sights.get(version)?.source;
  return shown === undefined || shown === fileAfter(sights, write, version);
}

/** A write back keeps the file of the version before it if that one has its content. */
function fileAfter(sights: History['sights'], { kind, word, source, file = NO_FILE }: Write, version: number): string {
  if (source !== undefined) return sights.get(source)?.source ?? NO_FILE;
  if (kind !== 'write back') return file;
  const before = sights.get(version - 1);
  return (wordOf(before) === word && before?.source) || NO_FILE;
}

function wordsOf({ writes, sights }: History): string[] {
  const words = [...sights.values()].map((sight) => wordOf(sight) ?? '');
  return [...new Set([...words, ...writes.map(({ word }) => word)])].filter((word) => word !== '');
}

function wordOf(sight: Sight | undefined): string | undefined {
  return sight && partsOfTitle(sight.title).word;
}

function describe(sent: readonly Write[]): string {
  return `sent ${sent.length} times: ${sent
    .map(({ kind, outcome, version, floor }) => `${kind} ${outcome} ${version ?? ''} after ${floor}`)
    .join('; ')}`;
}

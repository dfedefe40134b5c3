import type { LogCheck } from '../../server/folder-care.js';

const NAMED = 10;

/** What the check of a log has found, in one line. */
export function logCheckText({ objects, damaged, fault }: LogCheck): string {
  const more = damaged.length > NAMED ? ` and ${damaged.length - NAMED} more` : '';
  const named = `${damaged.slice(0, NAMED).join(', ')}${more}`;
  const faults = [
    ...(fault === undefined ? [] : [`the file is damaged: ${fault}`]),
    ...(damaged.length === 0 ? [] : [`${damaged.length} objects are damaged: ${named}`]),
  ];
  return `${objects} objects were checked, ${faults.join('; ') || 'all are sound'}`;
}

export function isSound({ damaged, fault }: LogCheck): boolean {
  return damaged.length === 0 && fault === undefined;
}

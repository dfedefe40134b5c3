import type { AdmittedBody } from '../limits/body-budget.js';
import type { CooperativeQueue } from '../limits/cooperative-queue.js';
import { parseScanned, scanBody } from './parse-json.js';

/** The approximate memory of a JSON value. Most bodies have so few values that their text takes more. */
const BYTES_PER_VALUE = 40;

type CheckOptions = {
  owner: string;
  admitted: AdmittedBody;
  largeWork: CooperativeQueue;
  /** Around the JSON that the bound of levels is for. */
  moreLevels?: number;
};

/** Parses JSON, whose values are admitted too. Raises a validation error, and `OverloadedError` without room. */
export async function checkJson(
  bytes: Buffer,
  { owner, admitted, largeWork, moreLevels = 0 }: CheckOptions,
): Promise<unknown> {
  const scan = await largeWork.run(owner, bytes.length, () => scanBody(bytes, moreLevels));
  const more = scan.values * BYTES_PER_VALUE - bytes.length;
  if (more > 0) await admitted.admitValues(more);
  return largeWork.run(owner, bytes.length, () => parseScanned(bytes, scan));
}

import type { BodyShare } from '../limits/body-budget.js';
import type { CooperativeQueue } from '../limits/cooperative-queue.js';
import { torn } from './decoders.js';
import { parseScanned, scanBody } from './parse-json.js';

/** The approximate memory of a JSON value. Most bodies have so few values that their text takes more. */
const BYTES_PER_VALUE = 40;

type CheckOptions = {
  owner: string;
  share: BodyShare;
  largeWork: CooperativeQueue;
  /** Around the JSON that the bound of levels is for. */
  moreLevels?: number;
};

/** Parses JSON, whose values are booked too. Raises a validation error, and `OverloadedError` without room. */
export async function checkJson(
  bytes: Buffer,
  { owner, share, largeWork, moreLevels = 0 }: CheckOptions,
): Promise<unknown> {
  const check = <T>(step: () => T) =>
    largeWork.run(owner, bytes.length, () => {
      if (share.isClosed) throw torn();
      return step();
    });
  const scan = await check(() => scanBody(bytes, moreLevels));
  const more = scan.values * BYTES_PER_VALUE - bytes.length;
  if (more > 0) await share.grow(more);
  return check(() => parseScanned(bytes, scan));
}

import type { BodyShare } from '../limits/body-budget.js';
import type { LargeWork } from '../limits/large-work.js';
import { torn } from './decoders.js';
import { parseScanned, scanBody } from './parse-json.js';

/** The approximate memory of a JSON value. Most bodies have so few values that their text takes more. */
const BYTES_PER_VALUE = 40;

type JudgeOptions = {
  owner: string;
  share: BodyShare;
  largeWork: LargeWork;
  /** Around the JSON that the bound of levels is for. */
  moreLevels?: number;
};

/** Parses JSON, whose values are booked too. Raises a validation error, and `OverloadedError` without room. */
export async function judgeJson(
  bytes: Buffer,
  { owner, share, largeWork, moreLevels = 0 }: JudgeOptions,
): Promise<unknown> {
  const judge = <T>(step: () => T) =>
    largeWork.run(owner, bytes.length, () => {
      if (share.isClosed) throw torn();
      return step();
    });
  const scan = await judge(() => scanBody(bytes, moreLevels));
  const more = scan.values * BYTES_PER_VALUE - bytes.length;
  if (more > 0) await share.grow(more);
  return judge(() => parseScanned(bytes, scan));
}

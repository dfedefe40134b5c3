/** Set by `npm run test:all -- --thorough`. */
export const THOROUGH = 'QUIRE_TEST_THOROUGH';

export const isThorough = process.env[THOROUGH] === 'true';

/** How often a test repeats, or how much it takes: in CI `few` are enough to see a fault that is there each time. */
export function rounds(few: number, thorough: number): number {
  return isThorough ? thorough : few;
}

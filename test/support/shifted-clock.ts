/** Of Node: a process whose clock is this much ahead of the machine's, in milliseconds. */
export function clockAhead(milliseconds: number): string[] {
  return ['--import', `data:text/javascript,${encodeURIComponent(shiftedBy(milliseconds))}`];
}

function shiftedBy(milliseconds: number): string {
  return `
    const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        if (given.length > 0) super(...given);
        else super(Real.now() + ${milliseconds});
      }
      static now() { return Real.now() + ${milliseconds}; }
    };
  `;
}

const DAY_MS = 86_400_000;
const MIDDLE_OF_MONTH = 15;

/** Three days, in the same month: a month's quota goes by the clock of the process that creates. */
export function threeDaysApart(): number {
  return (new Date().getUTCDate() > MIDDLE_OF_MONTH ? -3 : 3) * DAY_MS;
}

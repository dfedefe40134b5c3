/** Like `0.4 s`, `38 s`, `4 min 10 s`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

export function rateText(perSecond: number): string {
  return `${perSecond < 9.95 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Like `512 bytes`, `7.5 MB`; 1 KB is 1,000 bytes. */
export function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1_000 ** power).toFixed(1)} ${UNITS[power]}`;
}

/** Like `35 days`, `1.5 days`. */
export function daysText(milliseconds: number): string {
  const days = Math.round(milliseconds / 8_640_000) / 10;
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

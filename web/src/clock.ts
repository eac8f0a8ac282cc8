/** Time as a clock shows it. */

/** "3 d", "1:02:03", "4:05", or with tenths when it is getting short. */
export function shownTime(ms: number, days: (n: number) => string): string {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  if (seconds >= 2 * 86_400) return days(Math.floor(seconds / 86_400));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  if (hours) return `${hours}:${two(minutes)}:${two(rest)}`;
  if (seconds >= 10) return `${minutes}:${two(rest)}`;
  return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
}

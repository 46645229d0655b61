/** Parses a typed round number: '17' or '#17'; null for anything else. */
export function readNumber(text: string): number | null {
  const [, digits] = /^\s*#?(\d{1,15})\s*$/.exec(text) ?? [];
  return digits === undefined || Number(digits) < 1 ? null : Number(digits);
}

/** What is said of a code that was not right; null for one that was. */
export function wrongCode({
  given,
  triesLeft,
}: {
  readonly given: boolean;
  readonly triesLeft: number;
}): string | null {
  if (given) return null;
  const left = triesLeft === 1 ? '1 try is' : `${triesLeft} tries are`;
  return `This code is not right, or was used already: ${left} left.`;
}

/** The text for a wrong code; null if the code was right. */
import { texts } from './texts.ts';
export function wrongCodeText({
  given,
  triesLeft,
}: {
  readonly given: boolean;
  readonly triesLeft: number;
}): string | null {
  return given ? null : texts.wrongCode(triesLeft);
}

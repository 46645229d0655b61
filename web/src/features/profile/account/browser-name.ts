/** A browser's name from its user agent: 'Firefox on Linux'. Pure. */
import { texts as accountTexts } from './texts.ts';

const texts = accountTexts.browser;
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/HeadlessChrome\//, texts.headless],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

export function browserName(userAgent: string): string {
  const known = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [known(BROWSERS), known(SYSTEMS)];
  return [browser ?? texts.unknown, system].filter(Boolean).join(texts.on);
}

/**
 * What each public page asks first. main.tsx asks for it at once, so that it arrives beside the app's code and not after it. It does not stand in the
 * HTML: that is a file of the build, whose hash everyone can compare (decision 0062). Imports nothing, so that it arrives with main.tsx.
 */

const EVERY_PAGE = ['/api/settings/list'];
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/jackpot'],
  '/coinflip': ['/api/coinflip'],
  '/casebattles': ['/api/casebattle/list', '/api/cases/list'],
  '/fairplay': [
    '/api/fair/log/head',
    '/api/fair/log/witnesses',
    '/api/fair/log/rounds?limit=6',
    '/api/fair/log/reports?limit=5',
  ],
  '/faq': [],
};
/** As in platform/calls/position.ts: a tab that has seen something asks with its position. */
const POSITION_KEY = 'fairpot.position';
const WITHIN_MS = 15_000;

/** Sends the first queries of the page at the path. By URL; none of an unknown page. */
export function askFirst(path: string): ReadonlyMap<string, Promise<Response>> {
  const page = PAGES[path];
  if (page === undefined || hasPosition()) return new Map();
  const request: RequestInit = {
    headers: { accept: 'application/json' },
    priority: 'low', // the code comes first
    signal: AbortSignal.timeout(WITHIN_MS),
  };
  const answers = [...EVERY_PAGE, ...page].map((url) => [url, fetch(url, request)] as const);
  // The app asks again for a lost one.
  for (const [, answer] of answers) answer.catch(() => undefined);
  return new Map(answers);
}

function hasPosition(): boolean {
  try {
    return Number(sessionStorage.getItem(POSITION_KEY)) > 0;
  } catch {
    return false; // storage refused: then no position was kept
  }
}

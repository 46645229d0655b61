/**
 * How any call of the trade service can fail, whatever it does: `<call>-<how>`, for instance `send-drop-after`. Named here,
 * switched on kit/faults.ts, carried out by steam/trade/answers.ts.
 */

/** Calls by the names that their faults begin with. */
const CALLS = [
  'login',
  'send',
  'accept',
  'cancel',
  'decline',
  'partner',
  'trade-page',
  'confirmations',
  'confirm',
  'acknowledge',
  'offers',
  'offer',
  'trade-status',
  'trade-history',
  'hold',
  'classes',
  'time',
] as const;
export type Call = (typeof CALLS)[number];

const HOW = {
  '400': {},
  '401': {},
  /** "Access is denied": the session is dead. */
  '403': {},
  '429': {},
  '503': {},
  /** No answer and no effect. */
  hang: {},
  /** The connection breaks, nothing was done. */
  'drop-before': {},
  /** It was done, and then the connection breaks. */
  'drop-after': {},
  /** It is done at once and answered after so many milliseconds. */
  slow: { ms: 2_000 },
  /** Status 500 with a strError that ends in the code; `after` 1: it was done all the same. */
  error: { eresult: 2, after: 0 },
  /** A page of HTML with status 200. */
  html: {},
  /** `{}` with status 200. */
  empty: {},
  /** The x-eresult header of the Web API; `body` 1: the answer is there all the same. */
  eresult: { eresult: 2, body: 0 },
};
type How = typeof HOW;
type CallFaults = { [K in `${Call}-${keyof How}`]: K extends `${Call}-${infer H extends keyof How}` ? How[H] : never };

/** All of them, with their parameters and defaults. */
export function callFaults(): CallFaults {
  const all = CALLS.flatMap((call) => Object.entries(HOW).map(([how, params]) => [`${call}-${how}`, params]));
  return Object.fromEntries(all) as CallFaults;
}

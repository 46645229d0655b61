/**
 * Every way in which a call of the trade service can fail: `<call>-<how>`, for instance `send-drop-after`. Named here, switched on through
 * kit/faults.ts, applied by steam/trade/answers.ts.
 */

/** Calls by the names that their faults begin with. */
const CALLS = [
  'login',
  'send',
  'cancel',
  'decline',
  'partner',
  'confirmations',
  'confirm',
  'acknowledge',
  'offers',
  'offer',
  'trade-status',
  'hold',
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
  /** The connection breaks before the call has an effect. */
  'drop-before': {},
  /** The call takes effect, then the connection breaks. */
  'drop-after': {},
  /** The call takes effect at once and is answered after this many milliseconds. */
  slow: { ms: 2_000 },
  /** Status 500 with a strError that ends in the code; `after` 1: the call took effect anyway. */
  error: { eresult: 2, after: 0 },
  /** A page of HTML with status 200. */
  html: {},
  /** `{}` with status 200. */
  empty: {},
  /** The x-eresult header of the Web API; `body` 1: the answer has its body anyway. */
  eresult: { eresult: 2, body: 0 },
};
type FailureModes = typeof HOW;
type CallFaults = {
  [K in `${Call}-${keyof FailureModes}`]: K extends `${Call}-${infer H extends keyof FailureModes}`
    ? FailureModes[H]
    : never;
};

/** All of them, with their parameters and defaults. */
export function callFaults(): CallFaults {
  const all = CALLS.flatMap((call) => Object.entries(HOW).map(([how, params]) => [`${call}-${how}`, params]));
  return Object.fromEntries(all) as CallFaults;
}

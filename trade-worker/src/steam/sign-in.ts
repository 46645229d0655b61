/**
 * Signs the trading account in by hand: name, password and Steam Guard code, for the worker's refresh token. None of the three is stored.
 * Called by bot-cli.ts.
 */
import type { Agent } from 'node:https';
import { EAuthSessionGuardType, EAuthTokenPlatformType, LoginSession } from 'steam-session';
import { openSession } from './session.ts';
import type { Clock } from '@fairpot/server/platform/process/ports';

export interface SignInInput {
  readonly accountName: string;
  readonly password: string;
  /** Called when Steam wants a code: from the authenticator, or from the mail sent to `where`. */
  readonly guardCode: (where: string) => Promise<string>;
  /** Called when the sign-in waits for a tap on the phone. */
  readonly waitsForPhone: () => void;
}

export interface SteamSignIn {
  readonly steamId: string;
  readonly refreshToken: string;
}

/** Rejects with Steam's message when it says no. `agent`: as for the gateway. */
export async function signIn(agent: Agent, wanted: SignInInput): Promise<SteamSignIn> {
  const session = new LoginSession(EAuthTokenPlatformType.WebBrowser, { agent });
  const over = new Promise<void>((resolve, reject) => {
    session.once('authenticated', resolve);
    session.once('timeout', () => reject(new Error('the sign-in was not confirmed in time')));
    session.once('error', reject);
  });
  // A rejection before the await surfaces through the call that failed; this only prevents an unhandled one.
  over.catch(() => undefined);
  try {
    const { accountName, password } = wanted;
    const { validActions = [] } = await session.startWithCredentials({ accountName, password });
    const code = validActions.find(
      ({ type }) => type === EAuthSessionGuardType.DeviceCode || type === EAuthSessionGuardType.EmailCode,
    );
    if (code !== undefined) {
      const where =
        code.type === EAuthSessionGuardType.EmailCode ? `mail to ${code.detail ?? 'its owner'}` : 'authenticator';
      await session.submitSteamGuardCode((await wanted.guardCode(where)).trim().toUpperCase());
    } else if (validActions.length > 0) wanted.waitsForPhone();
    await over;
    return { steamId: session.steamID.getSteamID64(), refreshToken: session.refreshToken };
  } finally {
    session.cancelLoginAttempt();
  }
}

/** Checks that the token opens a session of this account, in the way the worker opens it. Rejects when it does not. */
export async function verifyToken(agent: Agent, clock: Clock, { steamId, refreshToken }: SteamSignIn): Promise<void> {
  const session = openSession({ refreshToken, agent, clock });
  try {
    await session.ready();
    if (session.steamId() !== steamId)
      throw new Error(`the session belongs to ${session.steamId()}, not to ${steamId}`);
  } finally {
    session.close();
  }
}

/** Player summaries from the Web API: a name and a picture per account. Only the picture's hash is used (SSRF). */
import { z } from 'zod';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';
import type { PortOutcome, SteamProfile } from '../../platform/process/steam-port.ts';

const Summaries = z.object({
  response: z.object({
    players: z.array(
      z.object({
        steamid: z.string().regex(/^7656119\d{10}$/),
        personaname: z.string().max(200),
        avatarhash: z.string().optional(),
      }),
    ),
  }),
});

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 256 * 1024;
const MAX_IDS = 100;
/** Steam's picture for accounts without one. */
const BLANK_AVATAR = 'fef49e7fa7e1997310d705b2a6158ff8dc1cdfeb';

export interface ProfileSource {
  readonly apiBase: string;
  readonly apiKey: string;
  /** The URL of a picture on this site, from 40 hex digits. */
  readonly avatarUrl: (hash: string) => string;
}

/** The URL of a picture to show; the blank one for null and for an invalid hash. */
export function shownAvatar(source: Pick<ProfileSource, 'avatarUrl'>, hash: string | null | undefined): string {
  return source.avatarUrl(hash && /^[0-9a-f]{40}$/.test(hash) ? hash : BLANK_AVATAR);
}

/** Profiles of up to 100 accounts, in the order of the answer; unknown accounts are left out. */
export async function fetchProfiles(
  source: ProfileSource,
  steamids: readonly string[],
): Promise<PortOutcome<readonly SteamProfile[]>> {
  if (steamids.length === 0) return { kind: 'ok', value: [] };
  if (steamids.length > MAX_IDS) return { kind: 'refused', why: `more than ${MAX_IDS} accounts at once` };
  const query = new URLSearchParams({ key: source.apiKey, steamids: steamids.join(',') });
  const answer = await boundedFetch(`${source.apiBase}/ISteamUser/GetPlayerSummaries/v2/?${query.toString()}`, {
    headers: { accept: 'application/json' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (answer.kind === 'failed') return { kind: 'unavailable', why: answer.why };
  if (answer.status !== 200) return { kind: 'unavailable', why: `status ${answer.status}` };
  const parsed = Summaries.safeParse(parseJson(answer.body));
  if (!parsed.success) return { kind: 'unavailable', why: 'not a list of player summaries' };
  const requested = new Set(steamids);
  const players = parsed.data.response.players.filter((player) => requested.has(player.steamid));
  return {
    kind: 'ok',
    value: players.map((player) => ({
      steamid: player.steamid,
      name: player.personaname,
      avatar: shownAvatar(source, player.avatarhash),
    })),
  };
}

import { describe, expect, test } from 'vitest';
import { aNumber, control, getJson, IMPATIENCE_MS, like, ROOKBOLT, started } from '../testing/harness.ts';

const OKONKWO = '76561198000000102';

describe('GetPlayerSummaries', () => {
  test('returns known players in the real shape and omits unknown ones', async () => {
    const sims = await started();
    const base = sims.steam.baseUrl;
    const ids = `${ROOKBOLT},76561198099999999,${OKONKWO},${ROOKBOLT}`;
    const { body } = await getJson(`${base}/ISteamUser/GetPlayerSummaries/v2/?key=k&steamids=${ids}`);
    expect(body).toMatchObject({ response: { players: [{ steamid: ROOKBOLT }, { steamid: OKONKWO }] } });
    const avatar = like(new RegExp(`^${base}/avatars/[0-9a-f]{40}\\.svg$`));
    expect(body).toMatchObject({
      response: {
        players: [
          {
            communityvisibilitystate: 3,
            profilestate: 1,
            personaname: 'rookbolt',
            profileurl: `${base}/profiles/${ROOKBOLT}`,
            avatar,
            avatarmedium: like(/_medium\.svg$/),
            avatarfull: like(/_full\.svg$/),
            avatarhash: like(/^[0-9a-f]{40}$/),
            personastate: 0,
            timecreated: aNumber(),
          },
          { personaname: 'Okonkwo' },
        ],
      },
    });
  });

  test('shows less of a private profile, and a new name at once', async () => {
    const sims = await started();
    await control(sims, 'PATCH', `/users/${ROOKBOLT}`, { profile: 'private', name: 'rook' });
    const { body } = await getJson(
      `${sims.steam.baseUrl}/ISteamUser/GetPlayerSummaries/v2/?key=k&steamids=${ROOKBOLT}`,
    );
    expect(body).toMatchObject({ response: { players: [{ communityvisibilitystate: 1, personaname: 'rook' }] } });
    expect(JSON.stringify(body)).not.toContain('timecreated');
  });

  test('refuses a call without key, without ids or with more than 100', async () => {
    const sims = await started();
    const call = async (query: string) =>
      (await fetch(`${sims.steam.baseUrl}/ISteamUser/GetPlayerSummaries/v2/?${query}`)).status;
    expect(await call(`steamids=${ROOKBOLT}`)).toBe(403);
    expect(await call('key=k')).toBe(400);
    expect(await call(`key=k&steamids=${Array(101).fill(ROOKBOLT).join(',')}`)).toBe(400);
    expect(await call(`key=k&steamids=${Array(100).fill(ROOKBOLT).join(',')}`)).toBe(200);
  });

  test('fails on demand', async () => {
    const sims = await started();
    const url = `${sims.steam.baseUrl}/ISteamUser/GetPlayerSummaries/v2/?key=k&steamids=${ROOKBOLT}`;
    sims.faults.set('steam', 'summaries-503', {}, 1);
    expect((await fetch(url)).status).toBe(503);
    sims.faults.set('steam', 'summaries-hang', {}, 1);
    await expect(getJson(url, IMPATIENCE_MS)).rejects.toThrow(/timeout|aborted/i);
    expect((await getJson(url)).status).toBe(200);
  });
});

describe('pictures', () => {
  test('are the same for the same account, different for others, and only drawings', async () => {
    const sims = await started();
    const steamids = [101, 102, 103, 104, 105, 106, 201, 202, 203].map((n) => `76561198000000${n}`).join(',');
    const { body } = await getJson(
      `${sims.steam.baseUrl}/ISteamUser/GetPlayerSummaries/v2/?key=k&steamids=${steamids}`,
    );
    const urls = [...JSON.stringify(body).matchAll(/"avatar":"([^"]+)"/g)].map((match) => match[1] ?? '');
    const drawn = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
    expect(new Set(drawn).size).toBe(9);
    for (const svg of drawn) {
      expect(svg).toMatch(/^<svg [^]*<\/svg>$/);
      expect(svg).not.toMatch(/script|href|NaN|undefined/);
    }
    expect(await (await fetch(urls[0] ?? '')).text()).toBe(drawn[0]);
  });

  test('come in the three sizes, and under no other name', async () => {
    const sims = await started();
    const picture = (file: string) => fetch(`${sims.steam.baseUrl}/avatars/${file}`);
    const hash = 'ab'.repeat(20);
    expect(await (await picture(`${hash}_full.svg`)).text()).toContain('width="184"');
    expect((await picture(`${hash}.svg`)).headers.get('content-type')).toBe('image/svg+xml');
    for (const file of ['x.svg', `${hash}.png`, `${hash}_huge.svg`, `${hash.toUpperCase()}.svg`]) {
      expect((await picture(file)).status).toBe(404);
    }
  });
});

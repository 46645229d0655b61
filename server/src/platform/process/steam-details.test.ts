/** Details of an asset, from answers as Steam sends them and from hostile ones. */
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { splitPhase } from '@fairpot/catalogue/names';
import { expect, test } from 'vitest';
import { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import { phasedName, plainName, readDetails, withoutOwner, type RawAsset } from './steam-details.ts';

const OWNER = '76561198000000104';
const KARAMBIT = '★ Karambit | Doppler (Factory New)';
const CERTIFICATE = 'ADBD584A390016AC';
const BY_CERTIFICATE = 'steam://run/730//+csgo_econ_action_preview%20%propid:6%';
const BY_OWNER = 'steam://rungame/730/76561202255233023/+csgo_econ_action_preview S%owner_steamid%A%assetid%D77';

const asset = (over: Partial<RawAsset> = {}): RawAsset => ({
  appId: 730,
  assetId: '501',
  owner: OWNER,
  marketHashName: KARAMBIT,
  ...over,
});
const stickers = (value: string, name = 'sticker_info') => [{ type: 'html', value, name }];
const two =
  '<br><div id="sticker_info" class="sticker_info"><center>' +
  '<img width=64 height=48 src="https://cdn.example/a.png" title="Sticker: Crown (Foil)">' +
  '<img width=64 height=48 src="https://cdn.example/b.png" title="Sticker: Rock &amp; Roll">' +
  '<br>Sticker: Crown (Foil), Rock &amp; Roll</center></div>';

test('of a knife: float, seed, phase by its finish, inspect link by certificate', () => {
  const properties = [
    { propertyid: 1, int_value: '387', name: 'Pattern Template' },
    { propertyid: 2, float_value: '0.0123456789012345', name: 'Wear Rating' },
    { propertyid: 6, string_value: CERTIFICATE.toLowerCase() },
    { propertyid: 7, int_value: '419', name: 'Finish Catalog' },
  ];
  const details = readDetails(asset({ properties, actions: [{ link: BY_CERTIFICATE, name: 'Inspect in Game...' }] }));
  expect(details).toEqual({
    float: 0.012_345_678_901_234_5,
    seed: 387,
    phase: 'Phase 2',
    stickers: [],
    inspectUrl: `steam://run/730//+csgo_econ_action_preview%20${CERTIFICATE}`,
  });
  expect(phasedName(KARAMBIT, details)).toBe('★ Karambit | Doppler (Factory New) - Phase 2');
  expect(plainName('★ Karambit | Doppler (Factory New) - Phase 2', details)).toBe(KARAMBIT);
  expect(details && withoutOwner(details)).toEqual(details);
  // The trade page has them in an entry of the asset.
  expect(readDetails(asset({ properties: { asset_properties: properties } }))).toMatchObject({ phase: 'Phase 2' });
});

test.each([[-1], [1e9], [1.5], ['1234567890'], ['-1'], ['0x1f'], [Number.NaN]])('a seed of %s is none', (seed) => {
  const properties = [
    { propertyid: 1, int_value: seed },
    { propertyid: 7, int_value: 415 },
  ];
  expect(readDetails(asset({ properties }))).toMatchObject({ seed: null, phase: 'Ruby' });
});

test('every type of a phase in the catalogue has a phase that a paint index gives, and the name that an asset gets', () => {
  const phased = ITEM_TYPES.flatMap(({ marketHashName }) => {
    const { plain, phase } = splitPhase(marketHashName);
    return phase === null ? [] : [{ marketHashName, plain, phase }];
  });
  expect(phased.length).toBeGreaterThan(30);
  const found = [415, 416, 417, 418, 419, 420, 421, 568].map((finish) =>
    readDetails(asset({ properties: [{ propertyid: 7, int_value: finish }] })),
  );
  for (const { marketHashName, plain, phase } of phased)
    expect(phasedName(plain, found.find((details) => details?.phase === phase) ?? null)).toBe(marketHashName);
});

test.each([
  [415, 'Ruby'],
  [416, 'Sapphire'],
  [617, 'Black Pearl'],
  [568, 'Emerald'],
  [619, 'Sapphire'],
  [853, 'Phase 2'],
  [855, 'Phase 4'],
  [1119, 'Emerald'],
  [1123, 'Phase 4'],
  [12, null],
])('finish %s is the phase %s', (finish, phase) => {
  const details = readDetails(
    asset({
      properties: [
        { propertyid: 7, int_value: finish },
        { propertyid: 1, int_value: 1 },
      ],
    }),
  );
  expect(details?.phase).toBe(phase);
});

test('a finish of another skin is no phase, and other games have no details', () => {
  const properties = [
    { propertyid: 7, int_value: 419 },
    { propertyid: 1, int_value: 5 },
  ];
  const ak = readDetails(asset({ marketHashName: 'AK-47 | Redline (Field-Tested)', properties }));
  expect(ak?.phase).toBe(null);
  expect(phasedName('AK-47 | Redline (Field-Tested)', ak)).toBe('AK-47 | Redline (Field-Tested)');
  expect(readDetails(asset({ appId: 570, properties }))).toBe(null);
  expect(readDetails(asset())).toBe(null);
});

test('stickers, charms and patches by name', () => {
  const found = (descriptions: unknown) => readDetails(asset({ descriptions }))?.stickers;
  expect(found(stickers(two))).toEqual(['Crown (Foil)', 'Rock & Roll']);
  expect(found(stickers('<img title="Charm: Lil&#39; Ava">', 'keychain_info'))).toEqual(["Charm: Lil' Ava"]);
  expect(found([{ type: 'html', value: ' ' }, ...stickers(' ')])).toBe(undefined);
  expect(found([{ type: 'html', value: 'Exterior: Factory New', name: 'exterior_wear' }])).toBe(undefined);
});

test('an inspect link by owner is shown, and not kept: after a trade it is wrong', () => {
  const details = readDetails(asset({ market_actions: [{ link: 'steam://x' }, { link: BY_OWNER }] }));
  const url = `steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S${OWNER}A501D77`;
  expect(details?.inspectUrl).toBe(url);
  expect(details && withoutOwner(details).inspectUrl).toBe(null);
});

test.each<[string, Partial<RawAsset>]>([
  [
    'a script in the title of a sticker',
    { descriptions: stickers('<img title="Sticker: <script>alert(1)</script>">') },
  ],
  ['a title without an end', { descriptions: stickers(`<img title="Sticker: ${'x'.repeat(500)}`) }],
])('%s: there is a sticker, without its name', (_, over) => {
  expect(readDetails(asset(over))?.stickers).toEqual(['Unknown sticker']);
});

test.each<[string, Partial<RawAsset>]>([
  ['a javascript link', { actions: [{ link: 'javascript:alert(1)//+csgo_econ_action_preview%20AA' }] }],
  ['a link with a command after it', { actions: [{ link: `${BY_OWNER} +connect evil.example` }] }],
  [
    'a certificate that is no hex',
    { actions: [{ link: BY_CERTIFICATE }], properties: [{ propertyid: 6, string_value: 'x"y' }] },
  ],
  ['a link without its certificate', { actions: [{ link: BY_CERTIFICATE }] }],
  ['a huge line', { descriptions: stickers(two + 'x'.repeat(1_000_000)) }],
  ['a huge number', { properties: [{ propertyid: 2, float_value: '9'.repeat(10_000) }] }],
  ['floats that are none', { properties: [{ propertyid: 2, float_value: '1.5' }] }],
  ['a negative float', { properties: [{ propertyid: 2, float_value: -0.1 }] }],
  ['texts for numbers', { properties: [{ propertyid: 1, int_value: '1e3' }] }],
  ['no lists', { descriptions: 'x', actions: { link: 1 }, market_actions: null, properties: 7 }],
  ['lists of nothing', { descriptions: [null, 1, {}], actions: [null], properties: [null, { propertyid: '2' }] }],
])('%s: nothing is known', (_, over) => {
  expect(readDetails(asset(over))).toBe(null);
});

test('many stickers of many letters fit the schema and the column', () => {
  const title = `<img title="Patch: ${'龍'.repeat(100)}">`;
  const actions = [{ link: BY_CERTIFICATE }];
  const properties = [{ propertyid: 6, string_value: 'A'.repeat(1_000) }];
  const details = readDetails(asset({ descriptions: stickers(title.repeat(50)), actions, properties }));
  expect(ItemDetails.strict().parse(details)).toEqual(details);
  expect(Buffer.byteLength(JSON.stringify(details))).toBeLessThan(8_000);
});

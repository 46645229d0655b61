/**
 * The category of an item type: what a buyer browses by. A CS2 name says it. A name of Rust or Dota 2 does not, so there it is the kind of
 * object in the catalogue; a type that the catalogue does not know is 'other'.
 */
import { APP_IDS, ITEM_TYPES } from '@fairpot/catalogue/items';
import type { ObjectKind } from '@fairpot/catalogue/shapes/kinds';
import { parseMarketName } from '@fairpot/catalogue/names';
import type { MarketCategory } from '@fairpot/contract/market/calls';

/** CS2 weapons by their name before the pipe. */
const CS2_WEAPONS = {
  rifle: [
    ...['AK-47', 'M4A4', 'M4A1-S', 'Galil AR', 'FAMAS', 'AUG', 'SG 553'],
    ...['AWP', 'SSG 08', 'SCAR-20', 'G3SG1'],
  ],
  pistol: [
    ...['Desert Eagle', 'USP-S', 'Glock-18', 'P250', 'P2000', 'Five-SeveN', 'Tec-9', 'CZ75-Auto', 'Dual Berettas'],
    ...['R8 Revolver', 'Zeus x27'],
  ],
  smg: ['MAC-10', 'MP9', 'MP7', 'MP5-SD', 'UMP-45', 'P90', 'PP-Bizon'],
  heavy: ['Nova', 'XM1014', 'MAG-7', 'Sawed-Off', 'Negev', 'M249'],
} as const;

const cs2Weapons: ReadonlyMap<string, MarketCategory> = new Map(
  (['rifle', 'pistol', 'smg', 'heavy'] as const).flatMap((category) =>
    CS2_WEAPONS[category].map((name) => [name, category] as const),
  ),
);

const KINDS_OF: Readonly<Record<number, Partial<Record<MarketCategory, readonly ObjectKind[]>>>> = {
  [APP_IDS.csgo]: { agent: ['agent'] },
  [APP_IDS.rust]: {
    rifle: ['ak', 'm4', 'semi-rifle', 'scout', 'awp'],
    smg: ['mp7', 'thompson', 'smg'],
    heavy: ['machine-gun', 'shotgun', 'sawed-off'],
    pistol: ['revolver', 'pistol'],
    bow: ['bow', 'crossbow'],
    tool: ['sword', 'axe', 'pickaxe', 'jackhammer', 'rock'],
    clothing: ['hoodie', 'pants', 'boots', 'roadsign-gloves', 'facemask', 'chest-plate', 'helmet', 'vest'],
    door: ['garage-door', 'sheet-door', 'armored-door', 'wooden-door'],
    furniture: ['box', 'furnace', 'sleeping-bag', 'rug', 'locker'],
  },
  [APP_IDS.dota]: {
    weapon: [
      ...(['dota-sword', 'twin-blades', 'dota-axe', 'mace', 'staff', 'dota-bow', 'dota-gun'] as const),
      ...(['hook', 'claws'] as const),
    ],
    head: ['horns', 'dota-helm', 'dota-mask'],
    shoulders: ['pauldron'],
    back: ['wings', 'cape'],
    offhand: ['shield', 'orb'],
    courier: ['courier'],
    summon: ['golem'],
  },
};

function byKind({ appId, kind }: (typeof ITEM_TYPES)[number]): MarketCategory {
  const kinds = Object.entries(KINDS_OF[appId] ?? {}) as [MarketCategory, readonly ObjectKind[]][];
  return kinds.find(([, all]) => all.includes(kind))?.[0] ?? 'other';
}

const keyOf = (marketHashName: string, appId: number): string => `${appId}/${marketHashName}`;

const catalogue: ReadonlyMap<string, MarketCategory> = new Map(
  ITEM_TYPES.map((type) => [keyOf(type.marketHashName, type.appId), byKind(type)]),
);

function cs2Category(marketHashName: string): MarketCategory | undefined {
  const { name, itemName } = parseMarketName(marketHashName, APP_IDS.csgo);
  if (name.startsWith('★')) return /Gloves|Hand Wraps/.test(name) ? 'glove' : 'knife';
  if (name === 'Sticker') return 'sticker';
  if (itemName === '' && / (?:Case(?: \d+)?|Capsule|Package)$/.test(name)) return 'case';
  return cs2Weapons.get(name.replace(/^(?:StatTrak™|Souvenir) /, ''));
}

export function categoryOf(marketHashName: string, appId: number): MarketCategory {
  const byName = appId === APP_IDS.csgo ? cs2Category(marketHashName) : undefined;
  return byName ?? catalogue.get(keyOf(marketHashName, appId)) ?? 'other';
}

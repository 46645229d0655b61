/**
 * Public inventories, read page by page. Steam allows few calls per address and bans excessive callers. So all calls share one bucket,
 * everything stops for a minute after a 429, and concurrent reads of an inventory share one read.
 */
import { z } from 'zod';
import type { Clock } from '../../platform/process/ports.ts';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';
import { phasedName, readDetails } from '../../platform/process/steam-details.ts';
import type { PortOutcome, SteamInventoryItem } from '../../platform/process/steam-port.ts';

const Page = z.object({
  success: z.union([z.literal(1), z.literal(true)]),
  assets: z
    .array(
      z.object({
        appid: z.number().int(),
        contextid: z.string(),
        assetid: z.string().regex(/^\d{1,20}$/),
        classid: z.string(),
        instanceid: z.string(),
      }),
    )
    .optional(),
  descriptions: z
    .array(
      z.object({
        classid: z.string(),
        instanceid: z.string(),
        tradable: z.number().int(),
        market_hash_name: z.string().min(1).max(300),
        // What they say is parsed apart (steam-details.ts).
        descriptions: z.unknown().optional(),
        actions: z.unknown().optional(),
        market_actions: z.unknown().optional(),
      }),
    )
    .optional(),
  asset_properties: z.unknown().optional(),
  more_items: z.number().optional(),
  last_assetid: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
});
type Page = z.infer<typeof Page>;
const AssetProperties = z.object({ assetid: z.string(), asset_properties: z.array(z.unknown()) });
type Items = readonly SteamInventoryItem[];

/** Steam's own clients ask for this many; more now causes an error. */
const PAGE_SIZE = 1_000;
const MAX_PAGES = 20;
const CALLS_PER_MINUTE = 20;
const PAUSE_MS = 60_000;
const TIMEOUT_MS = 8_000;
const MAX_BYTES = 8 * 1024 * 1024;

export interface InventoryReader {
  /** Tradable items, newest first. Refuses 'private'; unavailable if Steam (or our bucket) says wait. */
  read(steamid: string, appId: number, contextId: number): Promise<PortOutcome<Items>>;
}

export function makeInventoryReader(base: string, clock: Clock, timeoutMs: number = TIMEOUT_MS): InventoryReader {
  const bucket = new CallBucket(clock);
  const underWay = new Map<string, Promise<PortOutcome<Items>>>();
  return {
    read(steamid, appId, contextId) {
      const key = `${steamid}/${appId}/${contextId}`;
      const running = underWay.get(key);
      if (running !== undefined) return running;
      const reading = readAll(`${base}/inventory/${key}`, steamid, bucket, timeoutMs).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, reading);
      return reading;
    },
  };
}

async function readAll(url: string, owner: string, bucket: CallBucket, timeoutMs: number): Promise<PortOutcome<Items>> {
  const items: SteamInventoryItem[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const read = await readPage(url, after, bucket, timeoutMs);
    if (read.kind !== 'ok') return read;
    items.push(...tradable(read.value, owner));
    after = read.value.more_items === 1 ? read.value.last_assetid : undefined;
    if (after === undefined) return { kind: 'ok', value: items };
  }
  // More than 20,000 items: the newest were read, and they are enough to choose from.
  return { kind: 'ok', value: items };
}

async function readPage(
  url: string,
  after: string | undefined,
  bucket: CallBucket,
  timeoutMs: number,
): Promise<PortOutcome<Page>> {
  const wait = bucket.take();
  if (wait !== null) return { kind: 'unavailable', why: wait };
  const query = `l=english&count=${PAGE_SIZE}${after === undefined ? '' : `&start_assetid=${after}`}`;
  const answer = await boundedFetch(`${url}?${query}`, {
    headers: { accept: 'application/json' },
    timeoutMs,
    maxBytes: MAX_BYTES,
  });
  if (answer.kind === 'failed') return { kind: 'unavailable', why: answer.why };
  if (answer.status === 403) return { kind: 'refused', why: 'private' };
  if (answer.status === 404) return { kind: 'refused', why: 'unknown account' };
  if (answer.status === 429) bucket.pause();
  if (answer.status !== 200) return { kind: 'unavailable', why: `status ${answer.status}` };
  const parsed = Page.safeParse(parseJson(answer.body));
  if (!parsed.success) return { kind: 'unavailable', why: 'not an inventory page' };
  return { kind: 'ok', value: parsed.data };
}

/** Joins assets with their descriptions. Items that cannot be traded, or have no description, are dropped. */
function tradable(page: Page, owner: string): SteamInventoryItem[] {
  const known = new Map(
    (page.descriptions ?? [])
      .filter((description) => description.tradable === 1)
      .map((description) => [`${description.classid}_${description.instanceid}`, description]),
  );
  const properties = propertiesOf(page);
  return (page.assets ?? []).flatMap((asset) => {
    const description = known.get(`${asset.classid}_${asset.instanceid}`);
    if (description === undefined) return [];
    const { appid: appId, assetid: assetId, contextid: contextId } = asset;
    const { market_hash_name: marketHashName, descriptions, actions, market_actions } = description;
    const shown = { descriptions, actions, market_actions, properties: properties.get(assetId) };
    const details = readDetails({ appId, assetId, owner, marketHashName, ...shown });
    return [{ assetId, contextId, appId, marketHashName: phasedName(marketHashName, details), details }];
  });
}

/** The properties of assets by asset id; those that cannot be parsed are left out. */
function propertiesOf({ asset_properties: entries }: Page): ReadonlyMap<string, readonly unknown[]> {
  const list = (Array.isArray(entries) ? entries : []).flatMap((entry) => AssetProperties.safeParse(entry).data ?? []);
  return new Map(list.map((entry) => [entry.assetid, entry.asset_properties]));
}

/** A token bucket for all calls to Steam, with a stop after a 429. */
class CallBucket {
  readonly #clock: Clock;
  #tokens = CALLS_PER_MINUTE;
  #filledAt: number;
  #pausedUntil = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#filledAt = clock.now();
  }

  /** Takes one call; returns a reason to wait if there is none left. */
  take(): string | null {
    const now = this.#clock.now();
    if (now < this.#pausedUntil) return 'rate limited by Steam';
    const gained = (Math.max(0, now - this.#filledAt) * CALLS_PER_MINUTE) / 60_000;
    this.#tokens = Math.min(CALLS_PER_MINUTE, this.#tokens + gained);
    this.#filledAt = now;
    if (this.#tokens < 1) return 'too many calls in this minute';
    this.#tokens -= 1;
    return null;
  }

  pause(): void {
    this.#pausedUntil = this.#clock.now() + PAUSE_MS;
  }
}

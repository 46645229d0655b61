/**
 * Rows of an archive without a database: of one round, and of one player for own data (docs/processing.md). Entries name the player, staked items their
 * entry.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { account } from '../../../ledger/ledger.ts';
import { fileOf, readManifest, checkFiles, type ArchiveManifest } from './files.ts';

type Row = Readonly<Record<string, string | null>>;

/** Rows of a player, by table. Throws ArchiveRefused for a damaged archive. */
export async function rowsOfPlayer(folder: string, playerId: string): Promise<Record<string, Row[]>> {
  const { manifest } = await readManifest(folder);
  await checkFiles(folder, manifest);
  const entries = await rowsWhere(manifest, folder, 'entries', (row) => row['player_id'] === playerId);
  const own = new Set(entries.map((row) => `${row['round_id']} ${row['no']}`));
  const items = await rowsWhere(manifest, folder, 'stake_items', (row) =>
    own.has(`${row['round_id']} ${row['entry_no']}`),
  );
  const found: Record<string, Row[]> = { entries, stake_items: items };
  for (const [table, isOwn] of Object.entries(SHARED_OWN))
    if (manifest.tables.some((each) => each.table === table))
      found[table] = await rowsWhere(manifest, folder, table, (row) => isOwn(row, playerId));
  return found;
}

/** Rows of a player in shared tables, which the archive has since its second format. */
const SHARED_OWN: Readonly<Record<string, (row: Row, playerId: string) => boolean>> = {
  postings: (row, playerId) =>
    row['account_id'] === account.cash(playerId) || row['account_id'] === account.hold(playerId),
  item_moves: (row, playerId) =>
    (row['to_kind'] === 'player' && row['to_id'] === playerId) ||
    (row['from_kind'] === 'player' && row['from_id'] === playerId),
};

/** Rows of a round, by table. Throws ArchiveRefused for a damaged archive. */
export async function rowsOfRound(folder: string, roundId: string): Promise<Record<string, Row[]>> {
  const { manifest } = await readManifest(folder);
  await checkFiles(folder, manifest);
  const found: Record<string, Row[]> = {};
  for (const { table } of manifest.tables)
    found[table] = await rowsWhere(manifest, folder, table, (row) => isOfRound(row, roundId));
  return found;
}

/** Lines of the ledger name a round by its escrow. */
function isOfRound(row: Row, roundId: string): boolean {
  return row['round_id'] === roundId || row['ref'] === roundId || row['account_id'] === account.escrow(roundId);
}

async function rowsWhere(
  { tables }: ArchiveManifest,
  folder: string,
  table: string,
  isWanted: (row: Row) => boolean,
): Promise<Row[]> {
  const columns = tables.find((each) => each.table === table)?.columns ?? [];
  const found: Row[] = [];
  const lines = createInterface({ input: createReadStream(join(folder, fileOf({ table }))).pipe(createGunzip()) });
  for await (const line of lines) {
    const row = Object.fromEntries(line.split('\t').map((field, n) => [columns[n] ?? '', valueOf(field)]));
    if (isWanted(row)) found.push(row);
  }
  return found;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** A field of COPY's text format. */
function valueOf(field: string): string | null {
  return field === '\\N' ? null : field.replace(/\\(.)/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}

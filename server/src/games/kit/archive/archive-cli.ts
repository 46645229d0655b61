/** The operator's command `npm run archive` (docs/runbook.md, "The archive of old months"). */
import { parseArgs } from 'node:util';
import { archiveMonth, restoreMonth, type ArchiveParts } from './archive.ts';
import { ArchiveRefused, checkFiles, readManifest, type ArchiveManifest } from './files.ts';
import { rowsOfPlayer, rowsOfRound } from './read-rows.ts';

const MIN_AGE = 12;
const USAGE = `npm run archive -- --month YYYY-MM --to FOLDER [--min-age MONTHS]
  Writes entries, staked items, secrets and results of the month's rounds to FOLDER/YYYY-MM, compares the files with
  the database, and takes the rows out of it. The month is over for ${MIN_AGE} months, or as many as --min-age says.
npm run archive -- --restore FOLDER/YYYY-MM
npm run archive -- --verify FOLDER/YYYY-MM
npm run archive -- --player ID --in FOLDER/YYYY-MM, or --round ID --in FOLDER/YYYY-MM
  What the archive holds of a player or of a round.`;

/** Opens the database, for the requests that need it. */
export type OpenParts = () => Promise<ArchiveParts & { readonly close: () => Promise<void> }>;

/** Returns the text for the operator. Rejects with a readable Error. */
export async function archive(open: OpenParts, args: readonly string[]): Promise<string> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      month: text,
      to: text,
      'min-age': text,
      restore: text,
      verify: text,
      player: text,
      round: text,
      in: text,
    },
  });
  const { month, to, restore, verify, player, round, in: folder } = values;
  if (month !== undefined && to !== undefined) {
    const minAge = Number(values['min-age'] ?? MIN_AGE);
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || !Number.isInteger(minAge) || minAge < 0)
      throw new ArchiveRefused(USAGE);
    const made = await withParts(open, (parts) => archiveMonth(parts, { month, to, minAge }));
    return [
      summary(made),
      `The rows are in ${to}/${month} and no longer in the database. Keep a second copy of this folder.`,
    ].join('\n');
  }
  if (restore !== undefined) {
    const made = await withParts(open, (parts) => restoreMonth(parts, restore));
    return `${summary(made)}\nThe rows are in the database.`;
  }
  if (verify !== undefined) {
    const { manifest } = await readManifest(verify);
    await checkFiles(verify, manifest);
    return `${summary(manifest)}\nEvery file is as it was written.`;
  }
  if (player !== undefined && folder !== undefined) return JSON.stringify(await rowsOfPlayer(folder, player), null, 2);
  if (round !== undefined && folder !== undefined) return JSON.stringify(await rowsOfRound(folder, round), null, 2);
  throw new ArchiveRefused(USAGE);
}

async function withParts<T>(open: OpenParts, work: (parts: ArchiveParts) => Promise<T>): Promise<T> {
  const parts = await open();
  try {
    return await work(parts);
  } finally {
    await parts.close();
  }
}

function summary({ month, tables }: ArchiveManifest): string {
  return [
    `Archive of ${month}`,
    ...tables.map(({ table, rows, bytes }) => `  ${table}: ${rows} rows, ${bytes} bytes`),
  ].join('\n');
}

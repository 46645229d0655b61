/**
 * npm run reserves: the operator's list of reserve addresses whose keys are on no machine of the site. Uses ../reserves.ts. The signer
 * lists and signs its own wallets itself.
 *
 *   text    --network bitcoin --address bc1q...              the text to sign: any wallet's "sign message", also offline
 *   add     --network bitcoin --address bc1q... [--number 12 --signature S]
 *                                                            lists it; with a signature over that statement, shown above
 *   remove  --network bitcoin --address bc1q...
 *   list
 */
import { RESERVE_NETWORKS, reserveText, type ReserveClaim } from '@fairpot/fairness/reserves/claim';
import { isReserveSigned } from '@fairpot/fairness/reserves/signatures';
import { toHex } from '@fairpot/fairness/encoding/bytes';
import { MAX_ADDRESSES } from '@fairpot/fairness/reserves/reserves';
import { z } from 'zod';
import { sql, type Db } from '../platform/database/sql.ts';
import { readArgs } from '../platform/process/terminal.ts';
import { saysIn } from './present.ts';
import { publishedBefore, publishedByNumber } from './store.ts';

const USAGE = 'usage: npm run reserves -- text|add|remove|list (see docs/runbook.md, Reserves)';
const ReservePlace = z.object({
  network: z.enum(RESERVE_NETWORKS),
  address: z.string().regex(/^[0-9A-Za-z]{20,100}$/),
});
type ReservePlace = z.infer<typeof ReservePlace>;

/** Returns the text for the operator. Rejects with a readable Error. */
export async function reserves(db: Db, args: readonly string[], at: number): Promise<string> {
  const { command, values } = readArgs(args, ['network', 'address', 'number', 'signature']);
  if (command === 'list') return list(db);
  const place = ReservePlace.safeParse(values);
  if (!place.success) throw new Error(USAGE);
  const { network, address } = place.data;
  switch (command) {
    case 'text':
      return reserveText(await readClaim(db, place.data, values.number));
    case 'add': {
      await listAddress(db, place.data, at);
      if (values.signature === undefined) return `${network} ${address} is listed, not signed`;
      const claim = await readClaim(db, place.data, values.number);
      if (!isReserveSigned(claim, values.signature))
        throw new Error(`${address} is listed; the signature is not of its key over statement ${claim.number}`);
      await db.run(sql`
        update solvency_reserves set signed_number = ${claim.number}, signed_root = ${claim.root},
          signature = ${values.signature}
        where network = ${network} and address = ${address}`);
      return `${network} ${address} is listed, signed over statement ${claim.number}`;
    }
    case 'remove': {
      const gone = await db.run(sql`
        delete from solvency_reserves where network = ${network} and address = ${address} and kind = 'COLD'`);
      if (gone === 0) throw new Error(`${address} is not listed, or it belongs to the signer`);
      return `${network} ${address} is no longer listed`;
    }
    default:
      throw new Error(USAGE);
  }
}

async function list(db: Db): Promise<string> {
  const rows = await db.many<ReservePlace & { kind: string; number: number | null }>(sql`
    select network, address, kind, signed_number as number from solvency_reserves order by network, address`);
  const lines = rows.map(({ network, address, kind, number }) =>
    [network, address, kind, number === null ? 'not signed' : `signed over statement ${number}`].join(' '),
  );
  return lines.length === 0 ? 'no address is listed' : lines.join('\n');
}

async function listAddress(db: Db, { network, address }: ReservePlace, at: number): Promise<void> {
  const { others } = await db.one<{ others: number }>(sql`
    select count(*) as others from solvency_reserves where (network, address) <> (${network}::text, ${address}::text)`);
  if (others >= MAX_ADDRESSES) throw new Error(`a statement names at most ${MAX_ADDRESSES} addresses`);
  await db.run(sql`
    insert into solvency_reserves (network, address, kind, listed_at) values (${network}, ${address}, 'COLD', ${at})
    on conflict do nothing`);
}

/** The text that is to be signed, or was: for this statement, or the newest. */
async function readClaim(db: Db, place: ReservePlace, given: string | undefined): Promise<ReserveClaim> {
  const [newest] = given === undefined ? await publishedBefore(db, null, 1) : [];
  const row = given === undefined ? newest : await publishedByNumber(db, Number(given));
  if (row === undefined) throw new Error('there is no such statement to sign');
  return { ...place, number: row.number, root: toHex(saysIn(row.body).root) };
}

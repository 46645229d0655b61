/**
 * `fairpot-verify --solvency`: a whole published tree of liabilities. The statement is looked up in the public log,
 * every leaf is downloaded, and root and sums are recomputed, as are the sums of the named reserves and the signatures
 * on them.
 *
 * Invariant: status 0 means, under a pinned key: the served tree is the one in the log; no figure in it is negative or
 * missing from the sum; and no address of the reserves is signed by another key or over data that the log does not
 * hold.
 */
import { openCheckpoint } from '../tree/checkpoint.ts';
import { readPlacedLeaf, readServedHead } from '../log/served.ts';
import { reserveLines } from './reserve-lines.ts';
import { checkStatement } from '../checks/own-check.ts';
import type { StatementCheck } from '../checks/own-check.ts';
import { reserveRootsProblem, treeProblem } from '../checks/whole-check.ts';
import type { StatementSource } from '../checks/whole-check.ts';
import { WholeTree } from '../solvency/whole-tree.ts';
import { readInt, readObject } from '../encoding/shape.ts';
import type { SolvencyRequest } from './args.ts';
import { download } from './download.ts';
import { messageOf, openKey, parseJson, UnusableInput, unwrap } from './load.ts';

/** Verifies a tree: 0 it holds, 1 it does not, 3 it holds under a key that the site supplied. */
export async function checkSolvency({ site, number, logKey, acceptUnpinned }: SolvencyRequest): Promise<0 | 1 | 3> {
  const base = new URL('api/fair/solvency/', site.href.endsWith('/') ? site.href : `${site.href}/`);
  const published = await fetchStatement(new URL(`proof${number === null ? '' : `?number=${number}`}`, base));
  const key = logKey ?? published.key;
  const check: StatementCheck = { key, note: published.note, leaf: published.leaf, number: number ?? published.number };
  const finding = judged(check);
  const name = `${site.href} solvency statement ${check.number}`;
  if (finding.problem !== null) return fail(name, finding.problem);
  const { says, at } = finding;
  const tree = new WholeTree();
  const source: StatementSource = {
    tile: (statement, index) => download(new URL(`tile/${statement}/0/${index}`, base)),
    statement: (of) => fetchStatement(new URL(`proof?number=${of}`, base)),
  };
  const problem = (await treeProblem(source, tree, says)) ?? (await reserveRootsProblem(source, key, says));
  if (problem !== null) return fail(name, problem);
  const { sums, own, reserves } = says;
  process.stdout.write(
    `     stated at ${new Date(at).toISOString()}, leaf ${published.leaf.index} of the log; ${tree.count} leaves, ` +
      `${tree.holding} of them with a balance\n` +
      `     owed to players: ${sums.cents} cents, ${sums.items} items worth ${sums.itemCents} cents; ` +
      `bots of the house have ${own.cents} cents and ${own.items} more items\n` +
      (reserves === null
        ? '     the statement does not say where reserves are held\n'
        : reserveLines(reserves, { ...says, at }).join('')),
  );
  if (logKey !== null || acceptUnpinned) {
    process.stdout.write(`OK   ${name}: the whole tree holds\n`);
    return 0;
  }
  process.stdout.write(
    `???? ${name}: the whole tree holds, but under a key that was not pinned: ` +
      `give it with --log-key '${published.key}', ` +
      'or --accept-unpinned\n',
  );
  return 3;
}

function fail(name: string, problem: string): 1 {
  process.stdout.write(`FAIL ${name}: ${problem}\n`);
  return 1;
}

function judged(check: StatementCheck) {
  const key = openKey(check.key);
  try {
    openCheckpoint(check.note, key);
  } catch (error) {
    return { problem: `checkpoint: ${messageOf(error)}` };
  }
  return checkStatement(check);
}

interface StatementResponse {
  readonly key: string;
  readonly note: string;
  readonly number: number;
  readonly leaf: StatementCheck['leaf'];
}

async function fetchStatement(url: URL): Promise<StatementResponse> {
  const bytes = await download(url);
  if (bytes === null) throw new UnusableInput(`${url.href}: there is no such statement`);
  const answer = unwrap(parseJson(new TextDecoder().decode(bytes), url.href));
  const { head, number, leaf } = readObject(answer, 'proof', ['head', 'number', 'leaf']);
  return {
    ...readServedHead(head, 'proof.head'),
    number: readInt(number, 'proof.number', 1),
    leaf: readPlacedLeaf(leaf, 'proof.leaf'),
  };
}

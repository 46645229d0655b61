/**
 * `fairpot-verify --solvency`: a whole published tree of liabilities. The statement is looked up in the public log,
 * every leaf is downloaded, and root and sums are recomputed, as are the sums of the named reserves and the signatures
 * on them.
 *
 * Invariant: status 0 means, under a pinned key: the served tree is the one in the log; no figure in it is negative or
 * missing from the sum; and no address of the reserves is signed by another key or over data that the log does not
 * hold.
 */
import { toHex } from '../encoding/bytes.ts';
import { openCheckpoint } from '../tree/checkpoint.ts';
import { parseVerifierKey } from '../tree/note.ts';
import { reserveLines } from './reserve-lines.ts';
import { checkStatement } from '../solvency/own-check.ts';
import type { StatementCheck } from '../solvency/own-check.ts';
import type { SolvencyStatementBody } from '../solvency/statement.ts';
import { leavesOf, recordsAt, TILE_RECORDS } from '../solvency/sum-tiles.ts';
import { WholeTree } from '../solvency/whole-tree.ts';
import { readArray, readInt, readObject, readText } from '../encoding/shape.ts';
import type { SolvencyRequest } from './args.ts';
import { download } from './download.ts';
import { UnusableInput, unwrap } from './load.ts';

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
  const problem = (await readTree(tree, says, base)) ?? (await rootsProblem(says, key, base));
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

/** An unreadable key is not a finding about the site. */
function judged(check: StatementCheck) {
  try {
    parseVerifierKey(check.key);
  } catch (error) {
    throw new UnusableInput(`--log-key: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    openCheckpoint(check.note, parseVerifierKey(check.key));
  } catch (error) {
    return { problem: `checkpoint: ${error instanceof Error ? error.message : String(error)}` };
  }
  return checkStatement(check);
}

/** Reads level 0 of the tree. Returns what is wrong with it; null when nothing is. */
async function readTree(tree: WholeTree, says: SolvencyStatementBody, base: URL): Promise<string | null> {
  const count = Math.ceil(recordsAt(says.depth, 0) / TILE_RECORDS);
  for (let index = 0; index < count; index += 1) {
    const tile = await download(new URL(`tile/${says.number}/0/${index}`, base));
    if (tile === null) return `leaves ${index * TILE_RECORDS} and later are not served (old trees are deleted)`;
    try {
      for (const leaf of leavesOf(tile)) tree.add(leaf);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return tree.problem(says);
}

/** What is wrong with the roots that reserves are signed over: each has to be that of its statement in the same log. */
async function rootsProblem({ reserves }: SolvencyStatementBody, key: string, base: URL): Promise<string | null> {
  const signed = (reserves?.addresses ?? []).flatMap((each) => (each.signed === null ? [] : [each.signed]));
  for (const number of new Set(signed.map((each) => each.number))) {
    const { note, leaf } = await fetchStatement(new URL(`proof?number=${number}`, base));
    const finding = checkStatement({ key, note, leaf, number });
    if (finding.problem !== null) return `statement ${number}, over which reserves are signed: ${finding.problem}`;
    const root = toHex(finding.says.root);
    if (signed.some((each) => each.number === number && each.root !== root))
      return `reserves are signed over another root than that of statement ${number}`;
  }
  return null;
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
  const answer = unwrap(parsed(new TextDecoder().decode(bytes), url));
  const { head, number, leaf } = readObject(answer, 'proof', ['head', 'number', 'leaf']);
  const { key, checkpoint } = readObject(head, 'proof.head', ['origin', 'key', 'size', 'root', 'at', 'checkpoint']);
  const placed = readObject(leaf, 'proof.leaf', ['index', 'body', 'path']);
  return {
    key: readText(key, 'proof.head.key'),
    note: readText(checkpoint, 'proof.head.checkpoint', 65_535),
    number: readInt(number, 'proof.number', 1),
    leaf: {
      index: readInt(placed['index'], 'proof.leaf.index'),
      body: readText(placed['body'], 'proof.leaf.body', 65_535),
      path: readArray(placed['path'], 'proof.leaf.path', 0, (each, path) => readText(each, path)),
    },
  };
}

function parsed(text: string, url: URL): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new UnusableInput(`${url.href} is not JSON`);
  }
}

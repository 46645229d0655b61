/**
 * What statements read: their plans with counted rows, nested ones of functions and triggers too, as auto_explain writes them to the server's log.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { sql, type Pool } from '../../src/platform/database/sql.ts';
import { until } from '../until.ts';

/** A node of a plan that reads a table. */
interface Read {
  readonly node: string;
  readonly table: string;
  /** Rows before the filter. */
  readonly rows: number;
  /** Read beyond those of searches and rows; many if an index was walked. */
  readonly pages: number;
}

interface Statement {
  readonly text: string;
  readonly reads: readonly Read[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  ...{ 'auto_explain.log_min_duration': '0', 'auto_explain.log_format': 'json', 'auto_explain.log_timing': 'off' },
  ...{ 'auto_explain.log_analyze': 'on', 'auto_explain.log_buffers': 'on', 'auto_explain.log_verbose': 'off' },
  ...{ 'auto_explain.log_nested_statements': 'on', 'auto_explain.log_parameter_max_length': '0' },
};

export class PlanLog {
  readonly #file: string;
  #from: number;

  constructor(file: string) {
    this.#file = file;
    this.#from = statSync(file).size;
  }

  /** Every later connection to this database writes its plans. `db`: a superuser; connections of others end. */
  async begin(db: Pool): Promise<void> {
    const { name } = await db.one<{ name: string }>(sql`select current_database()::text as name`);
    for (const [setting, value] of Object.entries(SETTINGS))
      await db.run({ text: `alter database ${name} set ${setting} = '${value}'`, values: [] });
    const ended = await db.many<{ pid: number }>(sql`
      select pid, pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    const pids = ended.map(({ pid }) => pid);
    await until(async () => {
      const left = await db.many(sql`select pid from pg_stat_activity where pid = any(${pids}::integer[])`);
      return left.length === 0;
    });
  }

  /** Statements since the last time. */
  take(): Statement[] {
    const size = statSync(this.#file).size;
    const bytes = Buffer.alloc(size - this.#from);
    const file = openSync(this.#file, 'r');
    readSync(file, bytes, 0, bytes.length, this.#from);
    closeSync(file);
    this.#from = size;
    // Lines of one message begin with a tab, but for the first.
    return [...bytes.toString().matchAll(/duration: \S+ ms {2}plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => {
      const found = JSON.parse(json) as { readonly 'Query Text': string; readonly Plan: PlanNode };
      return { text: found['Query Text'].replace(/\s+/g, ' ').trim(), reads: readsUnder(found.Plan) };
    });
  }
}

const pagesOf = (node: PlanNode) => node['Shared Hit Blocks'] + node['Shared Read Blocks'];

function readsUnder(node: PlanNode): Read[] {
  const inner = (node.Plans ?? []).flatMap(readsUnder);
  const { 'Relation Name': table, 'Index Name': index, 'Node Type': type, 'Actual Loops': loops } = node;
  if (table === undefined || type === 'ModifyTable') return inner;
  const filtered = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const rows = Math.round((node['Actual Rows'] + filtered) * loops);
  const below = (node.Plans ?? []).reduce((sum, each) => sum + pagesOf(each), 0);
  const name = `${type}${index === undefined ? '' : ` using ${index}`} on ${table}`;
  return [{ node: name, table, rows, pages: Math.max(0, pagesOf(node) - below - 6 * (rows + loops)) }, ...inner];
}

/** Everything that the site keeps about the own account, as a file: read page by page, with how far it is, put together in this browser. */
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { getClosing, readExport, startExport } from '@fairpot/contract/profile/calls';
import { ApiRefusal, ask, newActionKey, send, textOfError } from '../../../platform/calls/api.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { csvFilesOf, jsonOf, type ExportPart, type ExportRow } from './export-files.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { zipOf } from './zip.ts';

type Format = 'json' | 'csv';

interface Progress {
  readonly done: number;
  readonly of: number;
  readonly rows: number;
  readonly about: string;
}

export function ExportPanel() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const { current } = leaving;
    return () => current.abort();
  }, []);
  const closing = useAsk(getClosing, {}, { staleTime: 60_000 }).data;
  const [stale, setStale] = useState(false);
  const run = async (format: Format): Promise<void> => {
    setProblem(null);
    setSaved(null);
    if (closing !== undefined && closing.freshUntil <= serverNow()) return setStale(true);
    setProgress({ done: 0, of: 1, rows: 0, about: 'Asking for it' });
    try {
      const parts = await read(leaving.current.signal, setProgress);
      const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
      setSaved(`${save(parts, format)} is saved: ${rows.toLocaleString('en-US')} rows.`);
      toastSuccess('Your data is saved as a file');
    } catch (error) {
      if (error instanceof ApiRefusal && error.code === 'SIGN_IN_AGAIN') setStale(true);
      else if (!leaving.current.signal.aborted) setProblem(textOfError(error));
    } finally {
      setProgress(null);
    }
  };
  return (
    <Panel title="Your data">
      <p className="text-sm text-fg-2">
        Everything that Fairpot keeps about you: account, money, items, rounds, trades, coins, chat, tickets with their
        answers, limits, sessions. You can go on playing meanwhile.
      </p>
      {stale && <SignInAgain what="An export" />}
      <div className="mt-4 flex flex-wrap gap-2">
        {(['json', 'csv'] as const).map((format) => (
          <Button
            key={format}
            icon={<Download aria-hidden size={16} />}
            disabled={progress !== null}
            onClick={() => void run(format)}
          >
            {format === 'json' ? 'Export as JSON' : 'Export as CSV'}
          </Button>
        ))}
      </div>
      {progress !== null && (
        <div className="mt-4 text-sm" role="status">
          <progress
            aria-label="Export"
            className={
              'block h-2 w-full appearance-none overflow-hidden rounded-full bg-ink-4 [&::-moz-progress-bar]:bg-volt ' +
              '[&::-webkit-progress-bar]:bg-ink-4 [&::-webkit-progress-value]:bg-volt'
            }
            value={progress.done}
            max={progress.of}
          />
          <p className="mt-1 text-xs text-fg-2">
            {progress.about}: part {progress.done} of {progress.of}, {progress.rows.toLocaleString('en-US')} rows so far
          </p>
        </div>
      )}
      <p role="status" className="mt-3 text-sm font-semibold text-ok wrap-anywhere empty:hidden">
        {saved}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-3 text-sm font-semibold text-bad">
          {problem}
        </p>
      )}
    </Panel>
  );
}

async function read(signal: AbortSignal, tell: (progress: Progress) => void): Promise<ExportPart[]> {
  const { exportId, parts } = await send(startExport, {}, { key: newActionKey() });
  const found: ExportPart[] = [];
  let total = 0;
  for (const [part, { table, about }] of parts.entries()) {
    const rows: ExportRow[] = [];
    let after: string | null = null;
    do {
      tell({ done: part, of: parts.length, rows: total, about });
      const page: { rows: ExportRow[]; next: string | null } = await ask(
        readExport,
        { exportId, part, ...(after !== null && { after }) },
        { signal },
      );
      rows.push(...page.rows);
      total += page.rows.length;
      after = page.next;
    } while (after !== null);
    found.push({ table, about, rows });
  }
  return found;
}

/** Hands the file to the browser; its name. */
function save(parts: readonly ExportPart[], format: Format): string {
  const at = new Date();
  const name = `fairpot-${at.toISOString().slice(0, 10)}`;
  const [blob, file] =
    format === 'json'
      ? [new Blob([jsonOf(parts, at.toISOString())], { type: 'application/json' }), `${name}.json`]
      : [zipOf(csvFilesOf(parts), at), `${name}-csv.zip`];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return file;
}

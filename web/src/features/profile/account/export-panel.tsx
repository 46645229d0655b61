/** Exports everything that the site keeps about the account to a file: read page by page with progress, assembled in this browser. */
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
import { texts as accountTexts } from './texts.ts';
import { zipOf } from './zip.ts';
import { download } from '../../../platform/page/download.ts';

const texts = accountTexts.export;

type ExportFormat = 'json' | 'csv';

interface ExportProgress {
  readonly done: number;
  readonly of: number;
  readonly rows: number;
  readonly about: string;
}

export function ExportPanel() {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const { current } = leaving;
    return () => current.abort();
  }, []);
  const closing = useAsk(getClosing, {}, { staleTime: 60_000 }).data;
  const [stale, setStale] = useState(false);
  const run = async (format: ExportFormat): Promise<void> => {
    setProblem(null);
    setSaved(null);
    if (closing !== undefined && closing.freshUntil <= serverNow()) return setStale(true);
    setProgress({ done: 0, of: 1, rows: 0, about: texts.requesting });
    try {
      const parts = await read(leaving.current.signal, setProgress);
      const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
      setSaved(texts.saved(save(parts, format), rows.toLocaleString('en-US')));
      toastSuccess(texts.toast);
    } catch (error) {
      if (error instanceof ApiRefusal && error.code === 'SIGN_IN_AGAIN') setStale(true);
      else if (!leaving.current.signal.aborted) setProblem(textOfError(error));
    } finally {
      setProgress(null);
    }
  };
  return (
    <Panel title={texts.title}>
      <p className="text-sm text-fg-2">{texts.about}</p>
      {stale && <SignInAgain what={accountTexts.signIn.export} />}
      <div className="mt-4 flex flex-wrap gap-2">
        {(['json', 'csv'] as const).map((format) => (
          <Button
            key={format}
            icon={<Download aria-hidden size={16} />}
            disabled={progress !== null}
            onClick={() => void run(format)}
          >
            {texts[format]}
          </Button>
        ))}
      </div>
      {progress !== null && (
        <div className="mt-4 text-sm" role="status">
          <progress
            aria-label={texts.label}
            className={
              'block h-2 w-full appearance-none overflow-hidden rounded-full bg-ink-4 [&::-moz-progress-bar]:bg-volt ' +
              '[&::-webkit-progress-bar]:bg-ink-4 [&::-webkit-progress-value]:bg-volt'
            }
            value={progress.done}
            max={progress.of}
          />
          <p className="mt-1 text-xs text-fg-2">
            {texts.progress(progress.about, progress.done, progress.of, progress.rows.toLocaleString('en-US'))}
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

async function read(signal: AbortSignal, report: (progress: ExportProgress) => void): Promise<ExportPart[]> {
  const { exportId, parts } = await send(startExport, {}, { key: newActionKey() });
  const found: ExportPart[] = [];
  let total = 0;
  for (const [part, { table, about }] of parts.entries()) {
    const rows: ExportRow[] = [];
    let after: string | null = null;
    do {
      report({ done: part, of: parts.length, rows: total, about });
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

/** Saves the file through the browser; returns its name. */
function save(parts: readonly ExportPart[], format: ExportFormat): string {
  const at = new Date();
  const name = `fairpot-${at.toISOString().slice(0, 10)}`;
  const [blob, file] =
    format === 'json'
      ? [new Blob([jsonOf(parts, at.toISOString())], { type: 'application/json' }), `${name}.json`]
      : [zipOf(csvFilesOf(parts), at), `${name}-csv.zip`];
  download(file, blob);
  return file;
}

/** The outside witnesses of the log: names, last heads and times, checked by this browser. Part of the log's panel. */
import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LogHead } from '@fairpot/contract/log/schemas';
import { cx } from '../../ui/layout/cx.ts';
import { checkWitnesses, witnessStatus, type WitnessReport } from './witnesses.ts';
import { formatExactTime } from '../../platform/page/time.ts';
import { texts } from './texts.ts';

const EVERY_MS = 15_000;
const TONES = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad font-semibold' } as const;

type WitnessCheckState = { readonly report: WitnessReport; readonly at: number } | 'looking' | 'unreachable';

export function WitnessPanel({ head }: { readonly head: LogHead | null }) {
  const [seen, setSeen] = useState<WitnessCheckState>('looking');
  useEffect(() => {
    if (head === null) return;
    let wanted = true;
    const look = () =>
      checkWitnesses(head).then(
        (report) => wanted && setSeen({ report, at: Date.now() }),
        () => wanted && setSeen('unreachable'),
      );
    void look();
    const again = setInterval(() => void look(), EVERY_MS);
    return () => {
      wanted = false;
      clearInterval(again);
    };
  }, [head]);
  return (
    <section className="grid gap-3">
      <h3 className="flex items-center gap-2 font-bold">
        <Eye aria-hidden size={18} className="text-volt" /> {texts.witnesses.title}
      </h3>
      {typeof seen === 'string' ? (
        <p role="status" className="text-sm text-fg-2">
          {seen === 'looking' ? texts.witnesses.looking : texts.witnesses.unreachable}
        </p>
      ) : (
        <WitnessList {...seen} />
      )}
    </section>
  );
}

function WitnessList({ report, at }: { readonly report: WitnessReport; readonly at: number }) {
  const { tone, text } = witnessStatus(report, at);
  return (
    <>
      <p role={tone === 'bad' ? 'alert' : 'status'} className={cx('max-w-[72ch] text-sm', TONES[tone])}>
        {text}
      </p>
      <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line empty:hidden">
        {report.found.map(({ name, at: cosignedAt, size }) => (
          <li key={name} className="flex flex-wrap gap-x-4 gap-y-1 bg-ink-1 px-3 py-2 text-sm">
            <span className="min-w-0 flex-1 font-bold wrap-anywhere">{name}</span>
            <span className="text-xs text-fg-2 tabular-nums">
              {cosignedAt === null || size === null ? (
                texts.witnesses.nothingYet
              ) : (
                <>
                  {texts.witnesses.leaves(size.toLocaleString('en-US'))}{' '}
                  <time dateTime={new Date(cosignedAt).toISOString()}>{formatExactTime(cosignedAt)}</time>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

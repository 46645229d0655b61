/** The position of a checked round in the public log, and the witnesses that saw its lock in time. Shown below the verdict. */
import { Download, Eye, ListTree } from 'lucide-react';
import { useCallback } from 'react';
import { canon } from '@fairpot/fairness/encoding/canon';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import { buttonClass } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { useFinding, type Finding } from '../../ui/states/use-finding.ts';
import { checkLockWitnesses, witnessLine } from './lock-witnesses.ts';
import { checkRoundInLog, type RoundInLogResult } from './log-watch.ts';
import { texts } from './texts.ts';

const KINDS = ['open', 'lock', 'result'] as const;

export function RoundInLog({ proof }: { readonly proof: RoundProof }) {
  const result = useFinding(
    useCallback(() => checkRoundInLog(proof.roundId, { hash: proof.hash, lockText: canon(proof.lock) }), [proof]),
  );
  const bad = typeof result === 'object' && result.state === 'contradicted';
  return (
    <div
      role={bad ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border p-4 text-sm lg:px-6',
        bad ? 'border-2 border-bad bg-bad font-semibold text-ink-0' : 'border-line bg-ink-2',
      )}
    >
      <ListTree aria-hidden size={20} className={cx('shrink-0', !bad && 'text-volt')} />
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">{textOf(result)}</p>
      {typeof result === 'object' && result.state === 'found' && (
        <span className="flex flex-wrap gap-2">
          {KINDS.map((kind) => (
            <a key={kind} className={buttonClass()} href={`/api/fair/log/proof/${proof.roundId}/${kind}`} download>
              <Download aria-hidden size={16} /> {kind}
            </a>
          ))}
        </span>
      )}
      {typeof result === 'object' && result.state === 'found' && (
        <WitnessLine found={result} lockText={canon(proof.lock)} />
      )}
    </div>
  );
}

interface WitnessLineProps {
  readonly found: Extract<RoundInLogResult, { state: 'found' }>;
  readonly lockText: string;
}

const TONES = { ok: 'text-fg', warn: 'text-warn', bad: 'rounded-md bg-bad p-2 font-semibold text-ink-0' } as const;

/** The witnesses that cosigned a head over the lock, and how long before its beacon. */
function WitnessLine({ found, lockText }: WitnessLineProps) {
  const seen = useFinding(useCallback(() => checkLockWitnesses(found, lockText), [found, lockText]));
  const { tone, text } =
    seen === 'looking'
      ? ({ tone: 'ok', text: texts.lockWitnesses.looking } as const)
      : seen === 'unreachable'
        ? ({ tone: 'warn', text: texts.lockWitnesses.unreachable } as const)
        : witnessLine(seen);
  return (
    <p role={tone === 'bad' ? 'alert' : undefined} className={cx('flex basis-full items-start gap-3', TONES[tone])}>
      <Eye aria-hidden size={20} className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}

function textOf(result: Finding<RoundInLogResult>): string {
  if (result === 'looking') return texts.round.looking;
  if (result === 'unreachable') return texts.round.unreachable;
  switch (result.state) {
    case 'missing':
      return texts.round.missing;
    case 'contradicted':
      return texts.round.contradicted(result.problem);
    case 'found':
      return texts.round.found(
        result.finding.indexes.map((index) => index.toLocaleString('en-US')).join(', '),
        result.head.size.toLocaleString('en-US'),
      );
  }
}

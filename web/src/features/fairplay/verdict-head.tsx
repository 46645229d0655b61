/** The verdict in one prominent line, the round, and the proof to download. */
import { BadgeCheck, Download, OctagonX } from 'lucide-react';
import { byGame } from '@fairpot/contract/games/games';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import type { RoundVerdict } from '@fairpot/fairness/verify/verify';
import { failureText } from '../../fairness/seal.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { formatExactTime } from '../../platform/page/time.ts';
import { texts } from './texts.ts';
import { download } from '../../platform/page/download.ts';

export interface VerdictHeadProps {
  readonly verdict: RoundVerdict;
  /** Null when the proof does not have the right shape. */
  readonly proof: RoundProof | null;
  readonly raw: unknown;
  readonly tookMs: number;
}

export function VerdictHead({ verdict, proof, raw, tookMs }: VerdictHeadProps) {
  const Icon = verdict.ok ? BadgeCheck : OctagonX;
  return (
    <div
      role={verdict.ok ? 'status' : 'alert'}
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border-2 p-4 lg:p-6',
        verdict.ok ? 'border-ok bg-ink-2' : 'border-bad bg-bad text-ink-0',
      )}
    >
      <div className="flex items-start gap-4">
        <Icon aria-hidden size={40} className={cx('shrink-0', verdict.ok && 'text-ok')} />
        <div className="min-w-0">
          <p className="text-xl font-black">{verdict.ok ? texts.verdict.ok : texts.verdict.mismatch}</p>
          <p className={cx('text-sm wrap-anywhere', verdict.ok ? 'text-fg-2' : 'font-semibold')}>
            {verdictText(verdict, tookMs)}
          </p>
        </div>
      </div>
      {verdict.simulated && proof && (
        <p className={cx('text-sm font-semibold', verdict.ok ? 'text-warn' : '')}>{texts.verdict.simulated}</p>
      )}
      {proof && (
        <div className={cx('flex flex-wrap items-center gap-3', !verdict.ok && 'text-fg')}>
          <p className={cx('w-full text-sm', verdict.ok ? 'text-fg-2' : 'text-ink-0')}>
            {texts.verdict.round(GAME_NAMES[proof.game])} <strong className="font-black">{proof.number}</strong>
            {' · '}
            <time dateTime={new Date(proof.lock.lockedAt).toISOString()}>{formatExactTime(proof.lock.lockedAt)}</time>
          </p>
          <CopyText
            text={`npm run verify -- ${fileName(proof)}`}
            label={texts.verdict.command}
            className="w-full sm:w-auto sm:min-w-[340px]"
          />
          <Button icon={<Download aria-hidden size={16} />} onClick={() => save(raw, fileName(proof))}>
            {texts.verdict.download}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Display names of the games. */
const GAME_NAMES = byGame(({ one }) => one);

function verdictText(verdict: RoundVerdict, tookMs: number): string {
  if (verdict.failed) return failureText(verdict.failed);
  return texts.verdict.recomputed(Math.max(1, Math.round(tookMs)), verdict.checks);
}

function fileName(proof: RoundProof): string {
  return `ROUND-${proof.game}-${proof.number}.json`;
}

/** Saves the verified proof unchanged: the same file that the command reads. */
function save(raw: unknown, name: string): void {
  download(name, new Blob([`${JSON.stringify(raw, null, 2)}\n`], { type: 'application/json' }));
}

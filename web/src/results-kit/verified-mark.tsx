/** The mark of a result: verified, does not verify, or not checked here yet. */
import { BadgeCheck, CircleAlert, ShieldCheck } from 'lucide-react';
import { useVerdicts } from './verdicts.ts';
import { texts } from './texts.ts';

const LOOKS = {
  right: { icon: BadgeCheck, text: texts.verified, tone: 'text-ok' },
  wrong: { icon: CircleAlert, text: texts.wrong, tone: 'text-bad' },
  none: { icon: ShieldCheck, text: texts.unchecked, tone: 'text-fg-3' },
} as const;

export function VerifiedMark({ roundId }: { readonly roundId: string }) {
  const verdict = useVerdicts((verdicts) => verdicts[roundId]);
  const { icon: Icon, text, tone } = LOOKS[verdict ?? 'none'];
  return (
    <span title={text} data-verdict={verdict ?? 'none'} className={`inline-flex shrink-0 ${tone}`}>
      <Icon aria-hidden size={16} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

/** How a round is made fair, step by step. Used by the Fairplay page. */
import { Dices, KeyRound, Lock, Radio, Stamp } from 'lucide-react';
import { BATTLES_TEXT, MOMENT_TEXTS } from './prose-texts.ts';

const MOMENTS = [
  { icon: Stamp, ...MOMENT_TEXTS.secret },
  { icon: Lock, ...MOMENT_TEXTS.lock },
  { icon: Radio, ...MOMENT_TEXTS.beacon },
  { icon: Dices, ...MOMENT_TEXTS.draw },
  { icon: KeyRound, ...MOMENT_TEXTS.check },
] as const;

export interface ProtocolTimelineProps {
  /** Whether this server runs the beacon itself, as in a demo. The text of the beacon depends on it. */
  readonly simulated: boolean;
}

export function ProtocolTimeline({ simulated }: ProtocolTimelineProps) {
  return (
    <>
      <Moments simulated={simulated} />
      <p className="max-w-[90ch] text-sm text-fg-2">
        <strong className="text-fg">{BATTLES_TEXT.lead}</strong> {BATTLES_TEXT.text}
      </p>
    </>
  );
}

function Moments({ simulated }: ProtocolTimelineProps) {
  return (
    <ol className="grid gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-5">
      {MOMENTS.map(({ icon: Icon, when, title, ...moment }, at) => (
        <li key={title} className="grid content-start gap-2 bg-ink-2 p-4">
          <span className="flex items-center justify-between text-fg-3">
            <Icon aria-hidden size={20} className="text-volt" />
            <span className="text-xl font-black text-fg-3">{at + 1}</span>
          </span>
          <span className="text-xs font-semibold text-fg-2">{when}</span>
          <h3 className="text-base font-extrabold">{title}</h3>
          <p className="text-sm text-fg-2">
            {'text' in moment ? moment.text : simulated ? moment.simulated : moment.real}
          </p>
        </li>
      ))}
    </ol>
  );
}

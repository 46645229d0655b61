/** Player protection on the profile: limits, the reality check, a break, and a link to self-exclusion. */
import { REALITY_MINUTES, setRealityCheck } from '@fairpot/contract/protection/calls';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { putProtection, useProtection } from '../../../platform/page/protection.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { BreakPanel } from './break-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { texts as limitTexts } from './texts.ts';

const texts = limitTexts.reality;

export function ProtectionPanels() {
  const protection = useProtection();
  if (protection === undefined) return <Skeleton className="h-96" />;
  return (
    <div className="grid gap-4 @min-[820px]:grid-cols-2">
      <LimitsPanel protection={protection} />
      <div className="grid min-w-0 content-start gap-4">
        <BreakPanel block={protection.block} />
        <RealityPanel minutes={protection.realityMinutes} />
      </div>
    </div>
  );
}

const CHOICES = [
  { value: 'never', label: texts.never },
  ...REALITY_MINUTES.map((minutes) => ({ value: String(minutes), label: texts.every(minutes) })),
];

function RealityPanel({ minutes }: { readonly minutes: Protection['realityMinutes'] }) {
  const setting = useSend(setRealityCheck, { onAccepted: putProtection });
  const choose = (value: string) => {
    const chosen = REALITY_MINUTES.find((each) => String(each) === value) ?? null;
    void setting.run({ minutes: chosen });
  };
  return (
    <Panel title={texts.title}>
      <p className="mb-3 text-sm text-fg-2">{texts.about}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Select
          label={texts.interval}
          options={CHOICES}
          value={minutes === null ? 'never' : String(minutes)}
          onChange={choose}
          className="w-52"
        />
        <ButtonLink to="/self-exclusion">{texts.help}</ButtonLink>
      </div>
    </Panel>
  );
}

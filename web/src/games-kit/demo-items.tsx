/** 'Get demo items', where an account cannot play: a demo gives it what it lacks. A live site shows nothing here. */
import { Gift } from 'lucide-react';
import { getDemoItems } from '@fairpot/contract/demo/calls';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { useSend } from '../platform/calls/use-call.ts';
import { itemsChanged } from './items-changed.ts';
import { useSettings } from '../platform/page/settings.ts';
import { toastSuccess } from '../platform/page/toasts.ts';
import { Button } from '../ui/controls/button.tsx';
import { texts } from './texts.ts';

export function DemoItems() {
  const demo = useSettings()?.global.mode === 'demo';
  const getting = useSend(getDemoItems, {
    onAccepted: ({ items, amountUsd }) => {
      const sum = centsFromUsd(amountUsd);
      toastSuccess(texts.demo.got(items, sum === 0 ? null : formatUsd(sum)));
      itemsChanged();
    },
    onRefused: () => true,
  });
  if (!demo) return null;
  return (
    <span className="grid justify-items-center gap-1">
      <Button
        icon={<Gift aria-hidden size={16} />}
        busy={getting.phase === 'sent'}
        onClick={() => void getting.run({})}
      >
        {texts.demo.get}
      </Button>
      <span role="status" className="max-w-[36ch] text-xs text-balance text-fg-2">
        {getting.refusal?.text ?? texts.demo.label}
      </span>
    </span>
  );
}

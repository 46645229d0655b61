/** /self-exclusion: what it does and does not, how long, a word typed to be sure; where help is. Readable without an account. */
import { useState } from 'react';
import { HELP_LINKS } from '@fairpot/contract/support/help';
import { excludeSelf, EXCLUSION_MONTHS } from '@fairpot/contract/protection/calls';
import { useSend } from '../../../platform/calls/use-call.ts';
import { useProtection } from '../../../platform/page/protection.ts';
import { refreshUser, useSession } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Choice } from '../../../ui/controls/choice.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ExcludedPanel } from './excluded-panel.tsx';

const TEXTS = ['6 months', '1 year', '5 years', 'For good'] as const;
const OPTIONS = EXCLUSION_MONTHS.map((months, at) => ({ value: String(months), label: TEXTS[at] ?? '' }));
const WORD = 'EXCLUDE';

const DOES = [
  'It begins at once and cannot be ended early, by you or by us.',
  'You are signed out everywhere. You can sign in again to withdraw and to write to support, for nothing else.',
  'No stakes, no purchases, no deposits, no promo codes, no messages that invite you to play.',
  'Games that you are in finish as their rules say, and what they pay is yours.',
  'Your items and balance stay yours. What still comes in by an offer or a chain is credited and can be taken out.',
  'When its time is over it stays until you say that you come back, and once more 24 hours later.',
] as const;

export function ExclusionPage() {
  const { status } = useSession();
  const protection = useProtection();
  const [done, setDone] = useState(false);
  return (
    <>
      <PageHead title="Self-exclusion" lead="When limits and breaks are not enough." />
      <div className="grid max-w-3xl gap-4">
        {done && (
          <p role="status" className="rounded-md border border-ok p-4 font-semibold text-ok">
            You are excluded from play, and signed out everywhere.
          </p>
        )}
        <Panel title="What it does">
          <ul className="grid list-disc gap-2 pl-5 text-sm text-fg-2">
            {DOES.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Panel>
        {status === 'in' && protection?.block?.kind === 'EXCLUDED' && <ExcludedPanel block={protection.block} />}
        {status === 'in' && protection !== undefined && (
          <Exclude again={protection.block?.kind === 'EXCLUDED'} onDone={() => setDone(true)} />
        )}
        {status === 'out' && !done && (
          <p className="text-sm text-fg-2">Sign in to exclude yourself. It is for the account you sign in with.</p>
        )}
        <Panel title="Help, free and in confidence">
          <ul className="grid gap-3">
            {HELP_LINKS.map(({ name, what, href }) => (
              <li key={name} className="text-sm">
                <a href={href} target="_blank" rel="noopener noreferrer" className="font-bold underline">
                  {name}
                </a>
                <span className="block text-fg-2">{what}</span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}

function Exclude({ again, onDone }: { readonly again: boolean; readonly onDone: () => void }) {
  const [length, setLength] = useState('6');
  const [word, setWord] = useState('');
  const excluding = useSend(excludeSelf, {
    onAccepted: () => {
      onDone();
      void refreshUser();
    },
  });
  const months = EXCLUSION_MONTHS.find((each) => String(each) === length) ?? null;
  return (
    <Panel title={again ? 'Make it longer' : 'Exclude yourself'}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (word.trim().toUpperCase() === WORD) void excluding.run({ months, sure: true });
        }}
      >
        <Choice legend="For how long" options={OPTIONS} value={length} onChange={setLength} />
        <TextField
          label={`Type ${WORD} to be sure`}
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
        <Button
          type="submit"
          variant="danger"
          size="lg"
          busy={excluding.phase === 'sent'}
          disabled={word.trim().toUpperCase() !== WORD}
        >
          Exclude me {months === null ? 'for good' : `for ${OPTIONS.find(({ value }) => value === length)?.label}`}
        </Button>
      </form>
    </Panel>
  );
}

/** /self-exclusion: its effects, the length, a typed confirmation, and links to help. Readable without an account. */
import { useState } from 'react';
import { HELP_LINKS } from '@fairpot/contract/support/help';
import { excludeSelf, EXCLUSION_MONTHS } from '@fairpot/contract/protection/calls';
import { useSend } from '../../../platform/calls/use-call.ts';
import { useProtection } from '../../../platform/page/protection.ts';
import { refreshUser, useSession } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Choice } from '../../../ui/controls/choice.tsx';
import { Form, TextField, useField } from '../../../ui/controls/fields.tsx';
import { focusField } from '../../../ui/controls/focus-field.ts';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ExcludedPanel } from './excluded-panel.tsx';
import { texts as limitTexts } from './texts.ts';

const texts = limitTexts.exclusion;
const OPTIONS = EXCLUSION_MONTHS.map((months, at) => ({ value: String(months), label: texts.lengths[at] ?? '' }));
const WORD = 'EXCLUDE';

export function ExclusionPage() {
  const { status } = useSession();
  const protection = useProtection();
  const [done, setDone] = useState(false);
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="grid max-w-3xl gap-4">
        {done && (
          <p role="status" className="rounded-md border border-ok p-4 font-semibold text-ok">
            {texts.done}
          </p>
        )}
        <Panel title={texts.does}>
          <ul className="grid list-disc gap-2 pl-5 text-sm text-fg-2">
            {texts.doesList.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Panel>
        {status === 'in' && protection?.block?.kind === 'EXCLUDED' && <ExcludedPanel block={protection.block} />}
        {status === 'in' && protection !== undefined && (
          <Exclude again={protection.block?.kind === 'EXCLUDED'} onDone={() => setDone(true)} />
        )}
        {status === 'out' && !done && <p className="text-sm text-fg-2">{texts.signIn}</p>}
        <Panel title={texts.help}>
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
  const word = useField();
  const excluding = useSend(excludeSelf, {
    onAccepted: () => {
      onDone();
      void refreshUser();
    },
  });
  const months = EXCLUSION_MONTHS.find((each) => String(each) === length) ?? null;
  return (
    <Panel title={again ? texts.extend : texts.start}>
      <Form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          if (word.text.trim().toUpperCase() === WORD) return void excluding.run({ months, sure: true });
          word.setProblem(texts.missing(WORD));
          focusField(event);
        }}
      >
        <Choice legend={texts.howLong} options={OPTIONS} value={length} onChange={setLength} />
        <TextField label={texts.confirm(WORD)} autoComplete="off" spellCheck={false} maxLength={20} {...word.field} />
        <Button type="submit" variant="danger" size="lg" busy={excluding.phase === 'sent'}>
          {months === null
            ? texts.submitPermanent
            : texts.submitFor(OPTIONS.find(({ value }) => value === length)?.label ?? '')}
        </Button>
      </Form>
    </Panel>
  );
}

/** Input for the round to check: a round id, a hash, a secret, a pasted proof, or a dropped ROUND.json. */
import { FileUp, Search } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { toastError } from '../../platform/page/toasts.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { Form } from '../../ui/controls/fields.tsx';
import { focusField } from '../../ui/controls/focus-field.ts';
import { cx } from '../../ui/layout/cx.ts';
import { readInput } from './address.ts';
import type { RoundInput } from './address.ts';
import { texts } from './texts.ts';

export interface ProofInputProps {
  readonly busy: boolean;
  readonly onTyped: (typed: Exclude<RoundInput, { kind: 'unknown' }>) => void;
}

const MAX_BYTES = 5_000_000;

export function ProofInput({ busy, onTyped }: ProofInputProps) {
  const [text, setText] = useState('');
  const [isDragOver, setDragOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (input: string) => {
    const typed = readInput(input);
    const problem = input.trim() === '' ? texts.input.missing : texts.input.unknown;
    setProblem(typed.kind === 'unknown' ? problem : null);
    if (typed.kind !== 'unknown') onTyped(typed);
  };
  const submitFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return toastError(texts.input.tooLarge);
    submit(await file.text());
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    void submitFile(event.dataTransfer.files[0]);
  };
  return (
    <Form
      onSubmit={(event) => {
        submit(text);
        if (text.trim() === '') focusField(event);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={onDrop}
      className={cx(
        'grid gap-3 rounded-lg border-2 border-dashed bg-ink-2 p-4',
        isDragOver ? 'border-volt' : 'border-line',
      )}
    >
      <label htmlFor="fairplay-input" className="text-sm font-bold">
        {texts.input.label}
      </label>
      <div className="flex flex-wrap gap-2">
        <textarea
          id="fairplay-input"
          rows={1}
          value={text}
          spellCheck={false}
          aria-describedby="fairplay-input-about"
          aria-invalid={problem !== null || undefined}
          placeholder={texts.input.placeholder}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            submit(text);
          }}
          className={
            'min-h-(--control) min-w-0 flex-1 basis-64 resize-none rounded-md border border-line-strong bg-ink-1 ' +
            'px-3 py-2 font-mono text-xs leading-5'
          }
        />
        <Button type="submit" variant="primary" busy={busy} online={false} icon={<Search aria-hidden size={16} />}>
          {texts.input.check}
        </Button>
        <label
          className={cx(buttonClass(), 'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-volt')}
        >
          <FileUp aria-hidden size={16} /> {texts.input.openFile}
          <input
            type="file"
            accept="application/json,.json"
            className="visually-hidden"
            onChange={(event) => {
              void submitFile(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
      </div>
      <p id="fairplay-input-about" className={cx('text-xs', problem === null ? 'text-fg-2' : 'text-bad')}>
        {problem ?? texts.input.about}
      </p>
    </Form>
  );
}

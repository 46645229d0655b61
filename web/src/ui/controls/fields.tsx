/** A form and its small controls: search, select, switch, text. All native inside, so keyboard and forms just work. */
import { ChevronDown, Search, X } from 'lucide-react';
import { useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { cx } from '../layout/cx.ts';
import { messages } from '../../messages.ts';

const CONTROL =
  'h-(--control) rounded-md border border-line-strong bg-ink-1 text-sm text-fg transition-colors ' +
  'duration-(--time-hover) hover:border-fg-2 disabled:border-line disabled:text-fg-3';

/** A form that the page handles; the browser does not leave the page. */
export function Form({ onSubmit, ...rest }: ComponentProps<'form'>) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(event);
      }}
    />
  );
}

export interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly placeholder?: string;
  readonly className?: string;
  /** For the input itself, such as the role of a combobox. */
  readonly input?: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'ref'>;
}

/** A search box; the `/` shortcut focuses the first one on the page. */
export function SearchField({ value, onChange, label, placeholder = label, className, input: rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={cx('relative min-w-0', className)}>
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-fg-3"
      />
      <input
        ref={input}
        type="search"
        data-search
        value={value}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className={cx(CONTROL, 'w-full pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden')}
        {...rest}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={messages.parts.clearSearch}
          onClick={clear}
          className={
            'absolute top-1/2 right-1 grid size-8 -translate-y-1/2 place-items-center rounded-md text-fg-2 ' +
            'hover:text-fg'
          }
        >
          <X aria-hidden size={16} />
        </button>
      )}
    </div>
  );
}

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

export interface SelectProps<T extends string> {
  readonly label: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly className?: string;
}

export function Select<T extends string>({ label, options, value, onChange, className }: SelectProps<T>) {
  return (
    <span className={cx('relative inline-block', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={cx(CONTROL, 'w-full appearance-none bg-ink-3 pr-9 pl-3 font-semibold')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        size={16}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-fg-2"
      />
    </span>
  );
}

export interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch with its label in front. The thumb moves as well, so the state does not depend on colour alone. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  return (
    <label className="flex min-h-(--control) cursor-pointer items-center justify-between gap-4">
      <span>
        <span className="block text-sm font-semibold">{label}</span>
        {hint !== undefined && <span className="block text-xs text-fg-2">{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className={cx(
          'relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong ' +
            'bg-ink-1 transition-colors',
          'before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-fg-2 ' +
            'before:transition-transform',
          'checked:border-volt checked:bg-volt checked:before:translate-x-5 checked:before:bg-volt-ink',
        )}
      />
    </label>
  );
}

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  readonly onChange: (value: string) => void;
  /** Shown below the field and linked to it, in addition to a toast. */
  readonly error?: string | null;
  readonly hint?: ReactNode;
}

export function TextField({ label, error = null, hint, className, onChange, ...rest }: TextFieldProps) {
  const id = useId();
  const about = error !== null || hint !== undefined ? `${id}-about` : undefined;
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error !== null || undefined}
        aria-describedby={about}
        className={cx(CONTROL, 'px-3', error !== null && 'border-bad')}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {about !== undefined && (
        <p id={about} className={cx('text-xs', error === null ? 'text-fg-2' : 'text-bad')}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** The text of a field, and what is wrong with it until the next change. `field`: for `TextField`. */
export function useField(initial = '') {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const onChange = (value: string): void => {
    setText(value);
    setProblem(null);
  };
  return { text, setText, setProblem, field: { value: text, error: problem, onChange } };
}

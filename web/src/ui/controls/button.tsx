/** Buttons, and links that look like them. 40 px high, 44 on touch; they act on click, never on press. */
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { useAway } from '../../platform/live/live.ts';
import { cx } from '../layout/cx.ts';
import { Link, type LinkProps } from './link.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'md' | 'lg';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  // toasts keep clear of .btn-main (shell/toast-place.ts)
  primary: 'btn-main bg-volt text-volt-ink hover:bg-volt-2 active:bg-volt',
  secondary: 'border border-line-strong bg-ink-3 text-fg hover:border-fg-2 hover:bg-ink-4',
  quiet: 'text-fg-2 hover:bg-ink-3 hover:text-fg',
  danger: 'border border-bad text-bad hover:bg-bad hover:text-ink-1',
};
const SIZES: Readonly<Record<ButtonSize, string>> = {
  md: 'min-h-(--control) px-4 text-sm',
  lg: 'min-h-12 px-6 text-base',
};

/** In the place of a short word the sentence takes two lines. */
const AWAY = 'cursor-wait border-warn! px-2! text-2xs! leading-tight! whitespace-normal! text-warn!';

/** The classes of a button, for other elements (a label, an anchor to /api). */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return cx(
    'btn inline-flex items-center justify-center gap-2 rounded-md font-bold whitespace-nowrap select-none',
    'transition-[background-color,border-color,color,transform] duration-(--time-hover) active:translate-y-px',
    'disabled:pointer-events-none disabled:border-line disabled:bg-ink-3 disabled:text-fg-3',
    VARIANTS[variant],
    SIZES[size],
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
  /** Waiting for an answer: shows a spinner, keeps its width, ignores presses. */
  readonly busy?: boolean;
  /** Needs the server, and waits for it while it is away. By default true for a button that can be busy. */
  readonly online?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant, size, icon, busy, online = busy !== undefined, children, className, onClick, ...rest } = props;
  const away = useAway() && online && !rest.disabled;
  const idle = away || busy === true;
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={idle || undefined}
      onClick={idle ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass(away ? 'secondary' : variant, size), className, away && AWAY)}
      {...rest}
      {...(away && { 'aria-label': undefined })}
    >
      {busy ? <LoaderCircle aria-hidden size={16} className="animate-[spin_.8s_linear_infinite]" /> : !away && icon}
      {away ? messages.network.waiting : children}
    </button>
  );
}

export interface ButtonLinkProps extends LinkProps {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
}

/** A link of the site that looks like a button. */
export function ButtonLink({ variant, size, icon, children, className, ...rest }: ButtonLinkProps) {
  return (
    <Link className={cx(buttonClass(variant, size), typeof className === 'string' && className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** For screen readers, and as the browser's tooltip. */
  readonly label: string;
  readonly outlined?: boolean;
}

/** A square button with one icon; the icon is its only child. */
export function IconButton({ label, outlined = false, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'btn relative inline-grid size-(--control) shrink-0 place-items-center rounded-md text-fg-2',
        'transition-colors duration-(--time-hover) hover:bg-ink-3 hover:text-fg disabled:text-fg-3',
        outlined && 'border border-line-strong',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}

/** A player's picture, or the initial if there is none or it fails to load. Decorative: the name is next to it. */
import { useState } from 'react';
import { cx } from '../layout/cx.ts';

/** `room`: the size in `--avatar`, for rows that change it with their width. */
const SIZES = {
  sm: 'size-7 text-xs',
  md: 'size-10 text-base',
  lg: 'size-20 text-h1',
  room: 'size-(--avatar) text-base',
} as const;

export interface AvatarProps {
  readonly src: string;
  readonly name: string;
  readonly size?: keyof typeof SIZES;
}

export function Avatar({ src, name, size = 'md' }: AvatarProps) {
  const [broken, setBroken] = useState('');
  const frame = cx('shrink-0 rounded-md bg-ink-4 object-cover', SIZES[size]);
  if (src !== '' && broken !== src) {
    return <img src={src} alt="" decoding="async" className={frame} onError={() => setBroken(src)} />;
  }
  return (
    <span aria-hidden className={cx(frame, 'grid place-items-center font-extrabold text-fg-2 uppercase')}>
      {[...name][0] ?? '?'}
    </span>
  );
}

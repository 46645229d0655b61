/** Cells of the desk's lists: times, amounts, people, ids. */
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { kitTexts } from './texts.ts';

/** A time, epoch ms, shown in UTC because staff work in several countries. Null shows a dash. */
export function TimeCell({ at }: { readonly at: number | null }) {
  if (at === null) return <Nothing />;
  const iso = new Date(at).toISOString();
  return (
    <time
      dateTime={iso}
      title={`${iso.slice(0, 10)} ${iso.slice(11, 23)} UTC`}
      className="whitespace-nowrap tabular-nums"
    >
      {iso.slice(0, 10)} <span className="text-fg-2">{iso.slice(11, 19)}</span>
    </time>
  );
}

/** Dollars from the wire. `signed` adds plus or minus. Null shows a dash. */
export function MoneyCell({ usd, signed = false }: { readonly usd: number | null; readonly signed?: boolean }) {
  return usd === null ? <Nothing /> : <Money cents={centsFromUsd(usd)} signed={signed} />;
}

/** A person, linked to their page at the desk. If there is no such account (the site itself), `id` is shown. */
export function PersonCell({ user, id = null }: { readonly user: PublicUser | null; readonly id?: string | null }) {
  if (user === null) return id === null ? <Nothing /> : <IdCell id={id} />;
  return (
    <Link to={`/staff/users/${user.id}`} className="inline-flex max-w-full min-w-0 items-center gap-2 hover:underline">
      <Avatar src={user.avatar} name={user.name} size="sm" />
      <UserName user={user} showLevel={false} />
    </Link>
  );
}

/** An id or code, in full and easy to copy. Null shows a dash. */
export function IdCell({ id }: { readonly id: string | null }) {
  return id === null ? <Nothing /> : <code className="font-mono text-xs wrap-anywhere select-all">{id}</code>;
}

/** Text that a person wrote: a reason, a note. Breaks inside a word only when there is no room. '' and null show a dash. */
export function TextCell({ text }: { readonly text: string | null }) {
  if (text === null || text === '') return <Nothing />;
  return <span className="block min-w-24 whitespace-pre-line wrap-anywhere">{text}</span>;
}

export function Nothing() {
  return (
    <span className="text-fg-3" aria-label={kitTexts.none}>
      –
    </span>
  );
}

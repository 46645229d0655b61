/** What stands in the cells of the desk's lists: instants, sums, people, ids. */
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { Money } from '../../../ui/values/money.tsx';

/** An instant, epoch ms, in UTC: staff in several countries speak of the same one. Null: a dash. */
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

/** A number of dollars from the wire. `signed` for a movement: plus or minus before it. Null: a dash. */
export function MoneyCell({ usd, signed = false }: { readonly usd: number | null; readonly signed?: boolean }) {
  return usd === null ? <Nothing /> : <Money cents={centsFromUsd(usd)} signed={signed} />;
}

/** A person, with the way to their page at the desk. `id` is shown where nobody has it (the site itself). */
export function PersonCell({ user, id = null }: { readonly user: PublicUser | null; readonly id?: string | null }) {
  if (user === null) return id === null ? <Nothing /> : <IdCell id={id} />;
  return (
    <Link to={`/staff/users/${user.id}`} className="inline-flex max-w-full min-w-0 items-center gap-2 hover:underline">
      <Avatar src={user.avatar} name={user.name} size="sm" />
      <UserName user={user} showLevel={false} />
    </Link>
  );
}

/** An id or another word of the machine, whole and easy to copy. Null: a dash. */
export function IdCell({ id }: { readonly id: string | null }) {
  return id === null ? <Nothing /> : <code className="font-mono text-xs wrap-anywhere select-all">{id}</code>;
}

/** What somebody wrote: a reason, a note. Words stay whole while there is room. '' and null: a dash. */
export function TextCell({ text }: { readonly text: string | null }) {
  if (text === null || text === '') return <Nothing />;
  return <span className="block min-w-24 whitespace-pre-line wrap-break-word">{text}</span>;
}

export function Nothing() {
  return (
    <span className="text-fg-3" aria-label="none">
      –
    </span>
  );
}

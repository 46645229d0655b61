/** The desk's navigation by group: a menu at the side, on a narrow desk a button that opens it as a drawer. */
import { Menu } from 'lucide-react';
import { useId, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { Button } from '../../ui/controls/button.tsx';
import { Drawer } from '../../ui/controls/drawer.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { DESK_GROUPS, type DeskGroup, type DeskScreen } from './screens.ts';
import { texts } from './texts.ts';

export interface DeskNavProps {
  /** Those that the role may use. */
  readonly screens: readonly DeskScreen[];
}

function isCurrent({ path }: DeskScreen, pathname: string): boolean {
  return matchPath({ path: `/staff/${path}`, end: false }, pathname) !== null;
}

export function DeskNav({ screens }: DeskNavProps) {
  return (
    <nav aria-label={texts.title} className="grid content-start gap-4">
      {DESK_GROUPS.map((group) => (
        <Group key={group} group={group} screens={screens.filter((screen) => screen.group === group)} />
      ))}
    </nav>
  );
}

function Group({ group, screens }: DeskNavProps & { readonly group: DeskGroup }) {
  const { pathname } = useLocation();
  const id = useId();
  if (screens.length === 0) return null;
  return (
    <div>
      <p id={id} className="px-3 pb-1 text-2xs font-bold tracking-[0.08em] text-fg-3 uppercase">
        {texts.groups[group]}
      </p>
      <ul aria-labelledby={id}>
        {screens.map((screen) => (
          <li key={screen.path}>
            <Link
              to={`/staff/${screen.path}`}
              aria-current={isCurrent(screen, pathname) ? 'page' : undefined}
              className={cx(
                'flex min-h-9 items-center rounded-md px-3 text-sm font-semibold max-md:min-h-11',
                isCurrent(screen, pathname) ? 'bg-volt text-volt-ink' : 'text-fg-2 hover:bg-ink-3 hover:text-fg',
              )}
            >
              {screen.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function DeskMenuButton({ screens }: DeskNavProps) {
  const { pathname } = useLocation();
  /** The page that the drawer was opened on: another page closes it. */
  const [openOn, setOpenOn] = useState<string | null>(null);
  const current = screens.find((screen) => screen.label !== undefined && isCurrent(screen, pathname));
  return (
    <>
      <Button icon={<Menu aria-hidden size={16} />} aria-haspopup="dialog" onClick={() => setOpenOn(pathname)}>
        {texts.menu}
        {current && <span className="font-normal text-fg-2">{current.label}</span>}
      </Button>
      <Drawer open={openOn === pathname} onClose={() => setOpenOn(null)} title={texts.title}>
        <div className="p-3">
          <DeskNav screens={screens} />
        </div>
      </Drawer>
    </>
  );
}

/** A text as a QR code, drawn as one path. The library is loaded with the first code; no third party is involved. */
import { useEffect, useState } from 'react';
import { ErrorState } from '../states/states.tsx';

interface Code {
  readonly text: string;
  readonly size: number;
  readonly path: string;
}

export interface QrProps {
  readonly text: string;
  /** Accessible name: 'QR code of the address'. */
  readonly label: string;
}

/** As wide as its container. Dark on light, with the quiet zone that scanners need. */
export function Qr({ text, label }: QrProps) {
  const [code, setCode] = useState<Code | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let stale = false;
    import('uqr').then(
      ({ encode }) => {
        if (stale) return;
        const { data, size } = encode(text, { ecc: 'M', border: 3 });
        const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
        setCode({ text, size, path: path.join('') });
      },
      (error: unknown) => !stale && setFailed(error),
    );
    return () => {
      stale = true;
    };
  }, [text, tries]);
  // never show the code of a previous address: someone might scan it
  const shown = code?.text === text ? code : null;
  if (failed !== null && shown === null) {
    const again = () => {
      setFailed(null);
      setTries(tries + 1);
    };
    return <ErrorState error={failed} onRetry={again} />;
  }
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${shown?.size ?? 1} ${shown?.size ?? 1}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full rounded-md bg-fg"
    >
      {shown && <path d={shown.path} className="fill-ink-0" />}
    </svg>
  );
}

/** What a check by this browser has found so far. */
import { useEffect, useState } from 'react';

export type Finding<T> = T | 'looking' | 'unreachable';

/** Runs the check, again whenever the function is another one; the newest run counts. A check that throws could not reach what it reads. */
export function useFinding<T extends object>(check: () => Promise<T>): Finding<T> {
  const [finding, setFinding] = useState<Finding<T>>('looking');
  useEffect(() => {
    let wanted = true;
    check().then(
      (found) => wanted && setFinding(found),
      () => wanted && setFinding('unreachable'),
    );
    return () => {
      wanted = false;
    };
  }, [check]);
  return finding;
}

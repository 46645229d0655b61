/** The lines about results in the log: those of earlier answers and of the newest. None when the player has turned them off. */
import { useState } from 'react';
import type { RecentResult } from '@fairpot/contract/results/schemas';
import { usePreferences } from '../../../platform/page/preferences.ts';
import { useResults } from '../../../results-kit/use-results.ts';
import { withNews } from './rows.ts';

const NONE: readonly RecentResult[] = [];

/** `following`: the player is at the end. While they read earlier messages, nothing is added. */
export function useNews(following: boolean): readonly RecentResult[] {
  const isOn = usePreferences((state) => state.chatNews);
  const answer = useResults().data?.results ?? NONE;
  const [seen, setSeen] = useState(NONE);
  const [news, setNews] = useState(NONE);
  if (following && answer !== seen) {
    setSeen(answer);
    setNews(withNews(news, answer));
  }
  return isOn ? news : NONE;
}

/** How a battle is won. Apart from casebattle.ts, because every page reads the settings, and few pages show battles. */
import { z } from 'zod';

/** NORMAL: the greatest total wins. INVERSE: the smallest total wins; open when the setting allows it. */
export const BattleMode = z.enum(['NORMAL', 'INVERSE']);
export type BattleMode = z.infer<typeof BattleMode>;

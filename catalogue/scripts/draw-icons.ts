/**
 * `tsx catalogue/scripts/draw-icons.ts`: the icons of the installed app, from the mark in favicon.svg. Their PNG files are part of the sources, because another
 * processor draws other bytes, and the build is reproducible.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '..', '..', 'web', 'public');
const mark = readFileSync(join(folder, 'favicon.svg'), 'utf8');
/** For masks of any shape: the ground reaches the edges, and the mark stays in the middle 80 percent. */
const bleeding = mark.replace(' rx="14"', '').replace('scale(.84)', 'scale(.62)');

const ICONS = [
  ['icon-192.png', mark, 192],
  ['icon-512.png', mark, 512],
  ['icon-maskable-512.png', bleeding, 512],
  ['apple-touch-icon.png', bleeding, 180],
] as const;

for (const [name, drawing, width] of ICONS)
  await sharp(Buffer.from(drawing), { density: (72 * width) / 64 })
    .resize(width, width)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, name));

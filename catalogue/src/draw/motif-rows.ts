/**
 * The table behind motifs.ts: which words of a name give which pattern and colours. The first matching row decides, so special rows
 * come before general ones.
 */
import { palette } from './palette.ts';
import type { Palette } from './palette.ts';
import type { PatternName } from './patterns.ts';

/** One row: beginnings of words of the name, the patterns they may give, and the palette. */
export type MotifRow = readonly [words: RegExp, patterns: readonly PatternName[], colors: Palette];

const row = (words: string, patterns: PatternName | readonly PatternName[], colors: string): MotifRow => [
  new RegExp(`\\b(?:${words})`, 'i'),
  typeof patterns === 'string' ? [patterns] : patterns,
  palette(colors),
];

/** In order of precedence. Palette words: base second deep pop ink. */
export const ROWS: readonly MotifRow[] = [
  // Words that override all others.
  row('golden|minted gold|black gold', 'damascus', 'd9a232 f7d878 6d4710 fff2b4 2a1a04'),
  row('.*\\(holo\\)', 'doppler', '4ad0e0 f07ad0 5a4ae0 f6ffd0 1a1440'),
  row('.*\\(foil\\)', 'shards', 'c9a84a f2e6b0 6a7a9a ffffff 2a2618'),
  row('.*\\(glitter\\)', 'stars', '2a7ad0 7a5ae0 14204a ffffff 0a1024'),
  row('.*\\(gold\\)', 'damascus', 'd9a232 f7d878 6d4710 fff2b4 2a1a04'),
  row('thundergold', 'lightning', 'd9a232 f7d878 4a2f10 fff2b4 1a1204'),
  row('porcelain', 'leaves', 'e6edf4 5a8ad0 c4d2e2 2f5fb0 1a2a4a'),
  row('adobe', 'bricks', 'c4744a e0a070 8a4a2c f2d8b0 3a1e12'),
  row('dust|desert', 'topo', 'cfa868 ecd6a0 8a6a38 fff0cc 2a1e0c'),
  row('brutalist', 'panels', 'a8adb4 cdd1d6 6a7078 f2b22a 24272c'),
  row('manifold', 'doppler', '2fa0a8 6a3ad0 10243a a8fff0 06121a'),
  row('bladeform', 'slaughter', 'c24a2a f09a4a 4a140a ffe0a0 1a0604'),
  row('blades of voth', 'flames', 'c2471e f28a2c 3a0f0a ffd06a 160504'),
  row('alien red', 'topo', 'c8283c f2736a 4a0a18 8affc0 1c0408'),
  row('tempered', 'caseHardened', 'd9702a f2b84b 3d4a9a 8a4fb0 1a1220'),
  row('no mercy', 'racing', '3a3136 5c4a50 1d171a ff3348 0c0809'),
  row('big grin', 'plain', 'd6cdbd f4eee2 8f8068 ff4a4a 3a3226'),
  row('hqm', 'plain', '8796a6 c6d2de 475464 e8f2fa 161c24'),
  // Counter-Strike designs known by one word.
  row('asiimov', 'panels', 'eceff2 c9ced6 24272d ff8a1e 14161a'),
  row('redline|code red|cyrex|guardian', 'racing', '33373e 565c66 1b1e23 f0383c 0b0c0e'),
  row('vulcan', 'panels', '49b7e6 e9f3f8 1d2a38 f4f7fa 0c1218'),
  row('printstream', 'panels', 'f2f1f6 d9c9ef 17181d b7f0e4 0c0d10'),
  row('neo-noir|phantom disruptor', 'halftone', '8f8aa6 f2c6e8 25213c ff4fa3 0f0c1c'),
  // Phases: the gems are of one colour.
  row('doppler ruby', 'doppler', 'c8142e f0485a 5a0614 ff9aa6 1c0206'),
  row('doppler sapphire', 'doppler', '1f4fd8 4a8af8 0a1a5a a8d0ff 04081c'),
  row('doppler black pearl', 'doppler', '2a1e4a 4a2f8a 0c0816 8a6ad8 050308'),
  row('gamma doppler emerald', 'doppler', '10b060 4ae890 04502a b8ffd8 021a0e'),
  row('gamma doppler phase 1', 'doppler', '1fa87a 3a6a5a 0a2f28 b8f0d0 041410'),
  row('gamma doppler phase 2', 'doppler', '2ae0a0 6af8c8 0a6a58 e0fff0 04241c'),
  row('gamma doppler phase 3', 'doppler', '2f9ad0 4ad8a0 0a4a6a d0f8ff 041824'),
  row('gamma doppler phase 4', 'doppler', '5ae05a b6f26a 1a6a2a f0ffb0 081c08'),
  row('doppler phase 1', 'doppler', '8a2068 3a2a6a 140a28 e07ac0 0a0514'),
  row('doppler phase 2', 'doppler', 'e0306a c03ad8 2a0a4a ffa8e8 120418'),
  row('doppler phase 3', 'doppler', '2f6a8a 3a7a6a 1a1440 9ad8e0 080c18'),
  row('doppler phase 4', 'doppler', '3a5af0 6a3ae0 1a1050 b0c0ff 080618'),
  row('gamma doppler', 'doppler', '2fd07a b6f26a 0b7f6c e8ffb0 06241c'),
  row('doppler', 'doppler', 'd0286a 4a36d8 19104a ff9adf 0b0718'),
  row('amber fade', 'fade', 'd98b2a f0c05a 8a5a20 6d5a2c 1a1206'),
  row('marble fade', 'doppler', 'f2b71c e23a2c 1f4fc4 ffe08a 2a0d3a'),
  row('fade', 'fade', 'e0559a f3b23a 7b55d8 4aa8e8 180a20'),
  row('tiger tooth', 'tiger', 'f2b632 ffe08a 5c3708 fff2c4 1a1002'),
  row('tiger|bengal', 'tiger', 'e8893a f7c98a 2c150a fff0d8 120804'),
  row('slaughter', 'slaughter', 'b3202c e0555a 4d0a12 f7b6b6 1c0306'),
  row('crimson web', 'web', 'b5202a 7c1018 4a070e f2a7a7 190205'),
  row('emerald web', 'web', '1e9a5b 116a3e 073a22 b9f5d3 02140b'),
  row('spider|widow|web', 'web', 'd6dae0 9aa2ad 4b525d ffffff 1a1d22'),
  row('case hardened', 'caseHardened', '3f6fae d9a94a 6a4a86 7fb4d6 141a28'),
  row('stained\\b', 'caseHardened', '8f8271 b3a592 4c4236 d6ccb8 1a1611'),
  row('leaded|glass|facet', 'shards', 'd84a5a f2b84b 2a3f8a 5ad0c0 140f1e'),
  row('damascus', 'damascus', '9aa2ac d3d8de 474e58 f4f6f8 15181c'),
  row('blue steel', 'plain', '4a628c 7f9ac4 22314c c4d6f0 0c1220'),
  row('lightning strike|electric hive|thundergod|stormborn', 'lightning', '7a3fd0 b38cff 220e4e fff3a8 0e0624'),
  row('hyper beast|llama|angry mob|fever dream', 'splatter', '1fa3a8 ff5fa2 2b1c5a c9f24a 0d0a1e'),
  row('dragon lore', 'scales', 'c99a45 ecd08a 6b4a1c f7efc4 241604'),
  row('fire serpent', 'scales', '5c8a3a d9a23f 27401c f2622e 0c1406'),
  row('howl', 'flames', 'd8362a f58a2a 2a0f10 ffd65a 120406'),
  row(
    'water elemental|hydra|kraken|ocean|abyss|deep sea|sunken|tide|aquamarine|deliverance',
    'water',
    '2a86c8 7ad6e8 0d2f5c d8f6ff 061428',
  ),
  row('bloodsport', 'panels', 'd42f36 f4f4f6 1a1b20 f4f4f6 0d0d10'),
  row(
    'neon|retrowave|synth|hotline|cyber ?code|nova|vaporwave|outrun|starlight|disco',
    'neonGrid',
    '6a2bd0 ff4fd8 1a0b48 3ff0ff 0a0420',
  ),
  row(
    'hologram|cyber|mecha|circuit|flashback|decimator|control panel|digital|code|printed|mainframe|ufo',
    'circuit',
    '1f6f7a 38d6c4 0d2430 ff5f8f 06121a',
  ),
  row(
    'fuel injector|executioner|hellfire|flame|fire|blaze|inferno|fiery|molten|cinder|burn|charred|heat|zeus|' +
      'from hell|hell|armageddon|gungnir|lava|magma|incinegator',
    'flames',
    'e2571e f7a12c 3a0f0a ffe27a 160504',
  ),
  row(
    'ice|frost|arctic|cold|avalanche|crystal|glacier|shards|snow|winter',
    'shards',
    '6fb8de c4ecf8 235a86 f4fdff 0c2236',
  ),
  row(
    'dragon|serpent|scale|rattler|amphibious|king snake|reptile|naga|drake|caiman|atheris|basilisk|boa|' +
      'hydrakan|slither',
    'scales',
    '3f9a6a a8dc8a 153c2c f0c95a 081a12',
  ),
  row(
    'skull|necro|punishment|zombie|bone|soul|ghost|horror|fallen|dead|death|gore|grim|coffin|bonelord|creepy|' +
      'kill confirmed|cortex',
    'skulls',
    '3d434e d9d6c6 15181d a6e05a 0b0c0f',
  ),
  row('ddpat|digital camo|pixel|jpeg|emojis|lowpoly', 'pixels', '6d7f4a a9b578 333f24 d8dcb4 141a0c'),
  row(
    'forest|jungle|boreal|woodland|camo|military|safari|scorched|stained night|night terror|spruce|groundwater|' +
      'mangrove|arboreal|turtle|field|army|overgrowth',
    'camo',
    '5f7048 9aa06c 2f3a26 cfc9a0 141a10',
  ),
  row(
    'urban|masked|riot|modern|kevlar|brutalist|stone|concrete|dust|adobe|porcelain',
    'camo',
    '8b9098 c4c8ce 454a52 e9ebee 1a1c20',
  ),
  row('safari mesh|gator|mesh|predator', 'hex', '8a7f52 b9ad78 4b452c dcd4a8 1c1910'),
  row(
    'rust|rat rod|wasteland|junk|scrap|recycler|dungeon|forgotten|shipping|salvage|dystopian|industrial|' +
      'construction|doomgate|corrupted',
    'rust',
    'b0602c 8b8378 5a2f18 e8a860 1c0f08',
  ),
  row('whiteout|white|pale|bishop|ghostly|angel|mournful', 'plain', 'd9dee5 f6f8fa a9b1bc ffffff 3a4048'),
  row('black lotus|nightshade', 'leaves', '6a4a8a a78ad0 221a30 ff8ad0 0c0812'),
  row('night|dream|nightmare', 'doppler', '2f4a9a 6a3aa0 141c44 b9a8ff 090a1a'),
  row(
    'desolate|shadow|phantom|void|obsidian|noir|edict',
    ['shards', 'topo', 'halftone'],
    '4a4f66 7b7aa0 262838 a583f5 0c0c14',
  ),
  row('blackout|black|dark|carbon|coma|ninja', 'plain', '3f4651 626a78 282d36 a583f5 0b0d10'),
  row(
    'golden|gold|midas|minted|gilded|luxury|koi|anubis|pharaoh|aurum|glory|legendary|trophy',
    'damascus',
    'd9a232 f7d878 6d4710 fff2b4 2a1a04',
  ),
  row(
    'emerald|jade|green|toxic|chemical|poison|alien|cactus|kelp|frog|swamp|viper|gamma|spearmint|cool mint|mint|' +
      'eco|grass|gecko|hedge',
    ['topo', 'bands', 'scales', 'hex'],
    '2fa866 9ae8a0 0d4a34 eaff8a 062018',
  ),
  row(
    'ruby|crimson|blood|red|candy apple|hot rod|rose|love|kiss|lipstick|bleeding|demon|diablo|gut|scarlet|' +
      'infernal|oni|lovers|heart',
    ['topo', 'slaughter', 'bands', 'shards'],
    'c8283c f2736a 4a0a18 ffd0c0 1c0408',
  ),
  row(
    'blue|cobalt|sapphire|azul|phosphor|icarus|bright water|navy|superconductor|azure|electric|tears',
    ['topo', 'shards', 'water', 'racing'],
    '2f62d8 7cb0ff 0d1f5c d8f0ff 060e28',
  ),
  row(
    'ultraviolet|purple|violet|amethyst|magus|magenta|fuschia|vice|pandora|orchid|arcane|cypher',
    'doppler',
    '8a3fd8 d86ae0 32106a f7c0ff 12042a',
  ),
  row(
    'orange|copper|bronze|amber|burrito|pumpkin|punkjack|sand|desert|dune|hay|honey|arid|scorpion',
    'caseHardened',
    'd98a3c f2c47a 7a4218 fff0c8 241204',
  ),
  row(
    'banana|lemon|yellow|fries|pizza|cheese|pineapple|caution|yellowjacket',
    'halftone',
    'f2c62a fff0a0 a8501a e2402c 241a02',
  ),
  row(
    'rainbow|pony|prism|chromatic|spectrum|candy|toy|jester|clown|sugar|popstar|good boy|rubius|party|' +
      'chameleon|crux|perplex',
    'bands',
    'f06a9a ffd24a 4a5ae0 4ae0c8 1a1030',
  ),
  row(
    'constellations?|galaxy|star|astral|nebula|cosmo|space|orion|twilight|planet|celestial|moon|lunar|inner|' +
      'eidolon|comet|day and night',
    'stars',
    '3a3fb8 8a4ad0 101440 fff6d0 080a20',
  ),
  row(
    'leaf|leaves|flora|lily|lotus|petal|vine|garden|bamboo|sakura|blossom|shapewood|dryad|sapling|flutter|' +
      'melondrama|tranquility|chantico',
    'leaves',
    '4aa85a a8e07a 173a24 ff8ab4 0a1c10',
  ),
  row(
    'log\\b|wood|timber|frontier|farm|barn|antique|pirate|colosseum|rustic|templar',
    'planks',
    '9a6a3c c4945c 5a3a1e f0d09a 20120a',
  ),
  row('brick|dungeon|castle|altar|tomb', 'bricks', '8a8078 b0a498 554c46 e8dcc8 221e1a'),
  row(
    'plaid|imperial|kilt|lumber|knit|wrap|convoy|diamondback|weave|tartan',
    'plaid',
    '8a3a3c d08a5a 3a1a24 f2d8a0 160a0c',
  ),
  row(
    'freehand|graffiti|point disarray|comics|bullet rain|doodle|vandal|abstract|suprematism|wild child|splash|' +
      'jet|buzz|color|disarray|monster|mashup|player two|emoji',
    'splatter',
    'f0f0ea 3fa8e0 25222c ff5a4a 141218',
  ),
  row('autotronic|lore|legion|mandate|relic|ancient', 'damascus', 'b9892f f0d080 5a2a1c fff0b8 201004'),
  row('boom|pow|bubble|soda|toothpaste|bubblegum|aqua', 'bubbles', '5ac4e0 c8f4ff 1a5a8a ffd84a 08202c'),
  row(
    'turbo|speed|racing|finish|momentum|roll cage|primal|bulldozer|bullseye|racer|slate|knight',
    'bands',
    '6a737f b4bcc6 2a2f37 f2b22a 101317',
  ),
];

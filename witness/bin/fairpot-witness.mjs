#!/usr/bin/env node
/** Entry of the command: plain node, with the TypeScript sources read through tsx. */
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../src/main.ts');
await main(process.argv.slice(2));

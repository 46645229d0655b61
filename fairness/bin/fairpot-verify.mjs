#!/usr/bin/env node
/** Entry of the command: plain node, with the TypeScript sources read through tsx. */
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../src/cli/main.ts');
process.exitCode = await main(process.argv.slice(2));

import { fileURLToPath } from 'node:url'
import { exitWith } from '../../process/exitWith.ts'
import { verifyCommand } from './verifyCommand.ts'

// `billfold verify` alone, in the frame's release, which has its manifest beside it.
const manifest = fileURLToPath(new URL('./files.json', import.meta.url))
const args = [...process.argv.slice(2), ...(process.argv.includes('--manifest') ? [] : ['--manifest', manifest])]
await verifyCommand({ args, env: process.env, print: console.log }).then((code) => {
  process.exitCode = code
}, exitWith)

import { fileURLToPath } from 'node:url'
import { runFrame } from './runFrame.ts'

// The entry of a release, which contains the built page.
await runFrame(process.env, () => fileURLToPath(new URL('./page/', import.meta.url)))

import { runRelay } from './runRelay.ts'

await runRelay(process.env)

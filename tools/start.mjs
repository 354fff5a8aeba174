import { begin } from './setup/begin.mjs'

await begin('start/main.ts')

import { begin } from './setup/begin.mjs'

await begin('../bench/track/main.ts')

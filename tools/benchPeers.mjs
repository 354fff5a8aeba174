import { begin } from './setup/begin.mjs'

await begin('../bench/peers/main.ts')

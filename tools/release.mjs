import { begin } from './setup/begin.mjs'

await begin('release/main.ts')

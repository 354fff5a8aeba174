import { begin } from './setup/begin.mjs'

await begin('specification/main.ts')

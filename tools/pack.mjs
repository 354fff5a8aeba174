import { begin } from './setup/begin.mjs'

await begin('pack/main.ts')

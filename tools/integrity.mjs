import { begin } from './setup/begin.mjs'

await begin('integrity/main.ts')

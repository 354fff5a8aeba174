import { begin } from './setup/begin.mjs'

await begin('words/main.ts')

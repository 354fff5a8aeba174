import { begin } from './setup/begin.mjs'

await begin('check/main.ts')

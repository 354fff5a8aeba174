import { begin } from './setup/begin.mjs'

await begin('test/main.ts')

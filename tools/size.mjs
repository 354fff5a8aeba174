import { begin } from './setup/begin.mjs'

await begin('size/main.ts')

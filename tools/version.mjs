import { begin } from './setup/begin.mjs'

await begin('version/main.ts')

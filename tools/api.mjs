import { begin } from './setup/begin.mjs'

await begin('api/main.ts')

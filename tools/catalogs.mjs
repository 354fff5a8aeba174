import { begin } from './setup/begin.mjs'

await begin('catalogs/main.ts')

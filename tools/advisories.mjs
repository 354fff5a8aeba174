import { begin } from './setup/begin.mjs'

await begin('advisories/main.ts')

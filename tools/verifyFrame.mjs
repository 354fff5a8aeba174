import { begin } from './setup/begin.mjs'

await begin('../apps/frame/src/verify/main.ts')

import { begin } from './setup/begin.mjs'

await begin('../apps/server/src/cli/main.ts')

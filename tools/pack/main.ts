import { resolve } from 'node:path'
import { packKit } from './packKit.ts'

// npm run pack [-- folder]: makes the package that a site installs, in dist/kit unless told; `npm pack` or `npm publish` it from there.

const root = resolve(import.meta.dirname, '../..')
const outDir = resolve(process.argv[2] ?? `${root}/dist/kit`)
await packKit(root, outDir)
console.log(`@billfold/react is in ${outDir}`)

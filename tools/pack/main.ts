import { resolve } from 'node:path'
import { packKit } from './packKit.ts'
import { packTarball } from './packTarball.ts'

// npm run pack [-- folder]: makes the package that a site installs, in dist/kit unless told, and beside it the same as one file.

const root = resolve(import.meta.dirname, '../..')
const outDir = resolve(process.argv[2] ?? `${root}/dist/kit`)
await packKit(root, outDir)
await packTarball(outDir, `${outDir}.tgz`)
console.log(`@billfold/react is in ${outDir}.tgz; in a site’s folder: npm install ${outDir}.tgz`)

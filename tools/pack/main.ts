import { dirname, join, resolve } from 'node:path'
import { packKit } from './packKit.ts'
import { packServerAuth } from './packServerAuth.ts'
import { packTarball } from './packTarball.ts'

// npm run pack [-- folder]: makes the package that a site installs, in dist/kit unless told, and beside it the same as one file; then the
// package for other people's servers, in the folder server-auth beside it.

const root = resolve(import.meta.dirname, '../..')
const outDir = resolve(process.argv[2] ?? `${root}/dist/kit`)
await packKit(root, outDir)
await packTarball(outDir, `${outDir}.tgz`)
console.log(`@billfold/react is in ${outDir}.tgz; in a site’s folder: npm install ${outDir}.tgz`)

const forServers = join(dirname(outDir), 'server-auth')
await packServerAuth(root, forServers)
await packTarball(forServers, `${forServers}.tgz`)
console.log(`@billfold/server-auth is in ${forServers}.tgz`)

import { resolve } from 'node:path'
import { packages, packInto } from './packages.ts'

// npm run pack [-- folder]: makes the published packages, in dist by default: for each a folder, and beside it the
// tarball.

const root = resolve(import.meta.dirname, '../..')
const dist = resolve(process.argv[2] ?? `${root}/dist`)
for (const [each, { name }] of Object.entries(packages))
  console.log(`${name}: npm install ${await packInto(root, dist, each as keyof typeof packages)}`)

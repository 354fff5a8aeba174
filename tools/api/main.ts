import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createReports } from './createReports.ts'

const root = resolve(import.meta.dirname, '../..')
for (const [path, text] of await createReports(root)) {
  await writeFile(join(root, path), text)
  console.log(`Wrote ${path}.`)
}

import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createOpenApiDocument } from './createOpenApiDocument.ts'
import { pagePath, writeCallTables } from './writeCallTables.ts'

const path = resolve(import.meta.dirname, '../../../..', pagePath)
await writeFile(path, writeCallTables(await readFile(path, 'utf8'), createOpenApiDocument()))
console.log(`Wrote ${pagePath}.`)

import { writeFile } from 'node:fs/promises'
import { leaveConnectedPage } from './leaveConnectedPage.ts'

// node packages/core/test/storedPage/record.ts <commit>: what a page of this version leaves, for later versions to open.
const name = process.argv[2]
if (!name) throw new Error('Say which version this is')
const path = new URL(`./${name}.json`, import.meta.url)
await writeFile(path, `${JSON.stringify(await leaveConnectedPage(), null, 2)}\n`)

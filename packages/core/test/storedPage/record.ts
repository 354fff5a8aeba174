import { writeFile } from 'node:fs/promises'
import { leaveConnectedPage } from './leaveConnectedPage.ts'

// node packages/core/test/storedPage/record.ts <commit>: records this version's storage, for later versions to open.
const name = process.argv[2]
if (!name) throw new Error("Pass this version's commit")
const path = new URL(`./${name}.json`, import.meta.url)
await writeFile(path, `${JSON.stringify(await leaveConnectedPage(), null, 2)}\n`)

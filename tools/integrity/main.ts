import { resolve } from 'node:path'
import { writeScriptInDocs } from '../pack/scriptInDocs.ts'

// npm run integrity: writes the hash and size of the kit's script into the guide.

console.log(await writeScriptInDocs(resolve(import.meta.dirname, '../..')))

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameTableMarkdown } from './nameTable.ts'

// node packages/appkit-compat/test/writeTable.ts: writes the page of AppKit's names again, after something was added here.
await writeFile(join(import.meta.dirname, '../../../docs/appkit-names.md'), nameTableMarkdown())

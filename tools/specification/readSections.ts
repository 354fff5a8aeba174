import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Section } from './statement.ts'

const sectionsFolder = 'docs/specification'

/** The rows of all sections, in order; none if the tree lacks the folder. */
export async function readSections(root: string): Promise<Section[]> {
  const names = await readdir(join(root, sectionsFolder)).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(
    files.map(async (name) => {
      const path = `${sectionsFolder}/${name}`
      return { path, ...(JSON.parse(await readFile(join(root, path), 'utf8')) as Omit<Section, 'path'>) }
    }),
  )
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { judgeSections } from '../specification/judgeSections.ts'
import { readSections } from '../specification/readSections.ts'
import { pagePath, writePage } from '../specification/writePage.ts'
import type { Problem } from './problem.ts'

/** Every statement of the specification has code and a test that shows it, or a reason why the product differs. */
export async function checkSpecification(root: string): Promise<Problem[]> {
  const sections = await readSections(root)
  if (sections.length === 0) return []
  const page = await readFile(join(root, pagePath), 'utf8').catch(() => undefined)
  const stale = page === writePage(sections) ? [] : [{ path: pagePath, sentence: 'is stale: npm run specification' }]
  return [...(await judgeSections(root, sections)), ...stale]
}

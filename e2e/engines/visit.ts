import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createEnginePage, type EnginePage } from './enginePage.ts'
import type { Engine } from './engines.ts'

/** One visit in an engine: what went wrong in the page fails it, and a visit that fails leaves a picture. */
export async function visit({ name, launch }: Engine, journey: (page: EnginePage) => Promise<void>): Promise<void> {
  const page = createEnginePage(await launch!())
  try {
    await journey(page)
    expect(await page.problems()).toEqual([])
  } catch (error) {
    const path = join(tmpdir(), 'billfold-pictures', `${name}.png`)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, await page.picture())
    const problems = (await page.problems()).map((line) => `\n  ${line}`).join('')
    const { message } = error as Error
    throw new Error(`${message}\nThe page then: ${path}${problems}`, { cause: error })
  } finally {
    await page.close()
  }
}

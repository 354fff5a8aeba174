import { expect } from 'vitest'
import { keepPicture } from '../keepPicture.ts'
import { createEnginePage, type EnginePage } from './enginePage.ts'
import type { Engine } from './engines.ts'

/** One visit in an engine: it fails on errors of the page, except those in `allowed`, and saves a picture then. */
export async function visit(
  { name, launch }: Engine,
  journey: (page: EnginePage) => Promise<void>,
  allowed?: RegExp,
): Promise<void> {
  const page = createEnginePage(await launch!())
  try {
    await journey(page)
    expect((await page.problems()).filter((problem) => !allowed?.test(problem))).toEqual([])
  } catch (error) {
    const path = await keepPicture(expect.getState().currentTestName ?? name, await page.picture())
    const problems = (await page.problems()).map((line) => `\n  ${line}`).join('')
    const focus = await page.focusedMarkup()
    const { message } = error as Error
    throw new Error(`${message}\nThe page then: ${path}\nThe focus was at ${focus}${problems}`, { cause: error })
  } finally {
    await page.close()
  }
}

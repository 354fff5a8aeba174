import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Axe's violations of the kit on the page as it is now. The browser itself injects it, so the page's policy stays. */
export async function violations(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: axe })
    await session.detach()
  }
  const { violations: faults } = await page.evaluate(async (given) => {
    const { axe } = window as unknown as { axe: { run(node: Document, options: RunOptions): Promise<AxeResults> } }
    return axe.run(document, { resultTypes: ['violations'], ...given })
  }, options)
  return faults
    .filter(({ nodes }) => nodes.some(({ target }) => JSON.stringify(target).includes('billfold')))
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`))
}

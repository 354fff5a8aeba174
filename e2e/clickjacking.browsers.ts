import { pretendPerson } from '@billfold/frame/test/pretendWallet'
import { type FrameSite, serveFrameSite } from '@billfold/frame/test/serveFrameSite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resistClickjacking } from './engines/clickjacking.ts'
import type { EnginePage } from './engines/enginePage.ts'
import { engines } from './engines/engines.ts'
import { visit } from './engines/visit.ts'

let site: FrameSite
beforeAll(async () => {
  site = await serveFrameSite()
})
afterAll(() => site.close())

test.for(engines)('$name: approves nothing that a site hides, moves or covers', async (engine) => {
  expect(engine.launch, `${engine.name} is not installed`).toBeDefined()
  const attack = async (page: EnginePage) => {
    await page.open(site.at('app'))
    await resistClickjacking(page, site.frameUrl(), pretendPerson.evmAddress)
  }
  // Firefox reports that a wallet's window that the site opened talks to the wallet's origin alone.
  await visit(engine, attack, /postMessage.*does not match the recipient window/)
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../src/i18n/matchLocale.ts'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const legal = { termsConditionsUrl: 'https://site.example/terms', privacyPolicyUrl: 'https://site.example/privacy' }
const phone = { width: 390, height: 844 }

type Opened = 'Connect' | 'Account' | 'Networks' | 'AllWallets' | 'GetWallet' | 'WhatIsAWallet' | 'WhatIsANetwork'

async function show(page: Page, name: Opened) {
  await page.evaluate(
    (view) => window.harness.appKit.kit.store.send({ type: 'modal/opened', view: { name: view } }),
    name,
  )
  await page.locator(`[data-view="${name}"] .stack`).waitFor()
}

/** In each language: boxes whose content is wider than they are, and controls that stick out of the card. */
const broken = (page: Page, view: Opened) =>
  page.getByTestId('w3m-modal-card').evaluate(
    async (card, { view, languages }) => {
      const root = card.closest('[data-billfold=""]')
      const isSpoken = (language: string) =>
        root?.getAttribute('lang') === language && card.querySelector(`[data-view="${view}"] .stack`) !== null
      const name = (element: Element) => `${element.className}: ${element.textContent?.slice(0, 60)}`
      const boxes =
        '.header, .header-title, .view, .stack, .row, .row-title, .button, .guide, .footnote, .checkbox, .tag'
      const problems: string[] = []
      for (const language of languages) {
        await window.harness.appKit.setLocale(language)
        while (!isSpoken(language)) await new Promise((drawn) => requestAnimationFrame(drawn))
        const edge = card.getBoundingClientRect()
        for (const box of [card, ...card.querySelectorAll<HTMLElement>(boxes)]) {
          if (box.closest('[data-ghost]')) continue
          if (box.scrollWidth > box.clientWidth)
            problems.push(`${language} ${name(box)} (${box.scrollWidth} > ${box.clientWidth})`)
        }
        for (const control of card.querySelectorAll('button, a, input, label, .tag')) {
          const { left, right } = control.getBoundingClientRect()
          if (left < edge.left - 0.5 || right > edge.right + 0.5) problems.push(`${language} outside: ${name(control)}`)
        }
      }
      return problems
    },
    { view, languages: [...languages] },
  )

/** Looks at one view in every language at both widths of a phone. */
async function measure(page: Page, view: Opened) {
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await broken(page, view), `${view} ${width}`).toEqual([])
  }
}

describe('every language fits', () => {
  it('before someone is connected', async () => {
    const { page, problems } = await harness.open({ options: legal, solana: true }, phone)
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').waitFor()
    for (const view of ['Connect', 'Networks', 'GetWallet', 'WhatIsAWallet', 'WhatIsANetwork', 'AllWallets'] as const) {
      await show(page, view)
      await measure(page, view)
    }
    expect(problems).toEqual([])
  })

  it('without any wallet, and with terms to accept', async () => {
    const options = { ...legal, features: { legalCheckbox: true } }
    const { page, problems } = await harness.open({ options, wallets: [] }, phone)
    await page.getByTestId('connect-button').click()
    await page.getByTestId('w3m-wallet-guide-get-started').waitFor()
    await measure(page, 'Connect')
    expect(problems).toEqual([])
  })

  it('when someone is connected', async () => {
    const { page, problems } = await harness.open({}, phone)
    await page.getByTestId('connect-button').click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    await page.getByTestId('account-button').waitFor()
    for (const view of ['Account', 'Networks'] as const) {
      await show(page, view)
      await measure(page, view)
    }
    expect(problems).toEqual([])
  })
})

describe('right to left', () => {
  it.each(['ar', 'he'])('%s turns arrows and sides round, but no address and no amount', async (locale) => {
    const { page, problems } = await harness.open({ options: { locale } }, phone)
    await page.locator(`[data-billfold="inline"][lang="${locale}"][dir="rtl"]`).first().waitFor()
    await page.getByTestId('connect-button').click()
    // “90+” stays “90+”: the sign follows the number in either text direction.
    const order = await page
      .getByTestId('all-wallets')
      .locator('.tag bdi')
      .evaluate((label) => {
        const left = (at: number) => {
          const range = document.createRange()
          range.setStart(label.firstChild ?? label, at)
          range.setEnd(label.firstChild ?? label, at + 1)
          return range.getBoundingClientRect().left
        }
        return { text: label.textContent, signAfterNumber: left((label.textContent ?? '').indexOf('+')) > left(0) }
      })
    expect(order).toEqual({ text: '90+', signAfterNumber: true })
    await page.getByTestId('all-wallets').click()
    const back = page.getByTestId('header-back')
    const turned = () => back.locator('svg').evaluate((arrow) => getComputedStyle(arrow).transform)
    await expect.poll(turned).toBe('matrix(-1, 0, 0, 1, 0, 0)')
    const [start, end] = await Promise.all([back.boundingBox(), page.getByTestId('w3m-header-close').boundingBox()])
    expect(start!.x).toBeGreaterThan(end!.x)
    await back.click()
    await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
    await page.getByTestId('account-button').click()
    const amount = page.locator('.amount')
    await amount.waitFor()
    const bidi = await page.locator('.account-hero').evaluate((hero) =>
      ['.address', '.amount-number', '.amount-unit'].map((part) => {
        const { unicodeBidi, direction } = getComputedStyle(hero.querySelector(part) ?? hero)
        return `${part} ${unicodeBidi} ${direction}`
      }),
    )
    expect(bidi).toEqual(['.address isolate ltr', '.amount-number isolate ltr', '.amount-unit isolate ltr'])
    expect(problems).toEqual([])
  })

  it('follows the page’s text direction if it sets one', async () => {
    const { page } = await harness.open({ options: { locale: 'he' } })
    await page.locator('[data-billfold="inline"][dir="rtl"]').first().waitFor()
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
    await page.locator('[data-billfold="inline"][lang="he"][dir="ltr"]').first().waitFor()
  })
})

describe('a language', () => {
  const chunk = /\/(?:de|fr|es|pt|tr|ru|hi|zh|ja|ko|ar|he)-[^/]+\.js$/
  const opened = async (page: Page) => {
    await page.getByTestId('connect-button').click()
    await page.getByTestId('all-wallets').waitFor()
    return page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  }

  it('loads on demand, and alone', async () => {
    const { page } = await harness.open()
    expect((await opened(page)).filter((name) => chunk.test(name))).toEqual([])
    const { page: german } = await harness.open({ options: { locale: ['nl', 'de-AT'] } })
    await german.getByText('Wallet verbinden').waitFor()
    const fetched = (await opened(german)).filter((name) => chunk.test(name))
    expect(fetched.map((name) => name.replace(/.*\/(\w+)-.*/, '$1'))).toEqual(['de'])
  })

  it('follows the page’s by default', async () => {
    const { page, problems } = await harness.open()
    await page.getByTestId('connect-button').getByText('Connect wallet').waitFor()
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'fr-CA'))
    await page.getByTestId('connect-button').getByText('Connecter un wallet').waitFor()
    expect(await page.evaluate(() => window.harness.appKit.getLocale())).toBe('fr-CA')
    expect(problems).toEqual([])
  })

  it('that cannot be fetched leaves English on the screen', async () => {
    const { page } = await harness.open()
    await page.route(chunk, (route) => route.abort())
    await page.evaluate(() => window.harness.appKit.setLocale('ja'))
    await page.getByTestId('connect-button').getByText('Connect wallet').waitFor()
    expect(await page.evaluate(() => window.harness.appKit.getLocale())).toBe('en')
    await page.unroute(chunk)
    await page.evaluate(() => window.harness.appKit.setLocale('ko'))
    await page.getByTestId('connect-button').getByText('지갑 연결').waitFor()
  })
})

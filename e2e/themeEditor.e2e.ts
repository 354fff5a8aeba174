import { startHarness } from '@billfold/react/test/startHarness'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './harness.ts'
import { playground } from './visitKit.ts'

/** The theme's results: colors, corners, sizes and depth of the dialog's parts, as the browser computes them. */
async function readLook(page: Page): Promise<Record<string, string>> {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').waitFor()
  return page.getByTestId('w3m-modal-overlay').evaluate((overlay) => {
    const parts = {
      overlay,
      card: overlay.querySelector('[data-testid=w3m-modal-card]')!,
      face: overlay.querySelector('.card-face')!,
      title: overlay.querySelector('[data-testid=w3m-header-text]')!,
      row: overlay.querySelector('[data-testid=all-wallets]')!,
    }
    const names = ['background-color', 'color', 'border-radius', 'box-shadow', 'backdrop-filter', 'font-size'] as const
    return Object.fromEntries(
      Object.entries(parts).flatMap(([part, element]) => {
        const style = getComputedStyle(element)
        const values = [...names, ...(part === 'row' ? ['min-block-size'] : [])]
        return values.map((name) => [`${part} ${name}`, style.getPropertyValue(name)])
      }),
    )
  })
}

/** The options of the code on the page, as the site that pastes it runs it. */
function optionsOf(code: string): Record<string, unknown> {
  const call = code.slice(code.indexOf('createAppKit('), code.indexOf('\n})\n') + 3)
  return new Function('createAppKit', 'mainnet', 'base', `return ${call}`)((options: object) => options, {}, {})
}

test('a theme is edited with its warnings, and its export gives another site the same look', async ({ open }) => {
  const page = await open(playground, { colorScheme: 'light', viewport: { width: 1280, height: 800 } })
  const contrast = page.getByTestId('theme-contrast')
  const exportAs = async (kind: string) => {
    await page.getByRole('radio', { name: kind }).check()
    return page.getByTestId('settings-code').innerText()
  }
  await contrast.getByText('Every text reads at AA').waitFor()

  await page.getByTestId('setting-look').selectOption('nearRainbowKit')
  await page.getByTestId('setting-accent').fill('#7a1fa2')
  await page.getByLabel('Corners').fill('7')
  await page.getByLabel('Row height').fill('85')
  await page.getByLabel('Backdrop blur').fill('6')
  await page.getByTestId('setting---billfold-ink-3').fill('#c8c0b0')
  await contrast.getByText(/^ink-3 on surface: 1\.\d : 1$/).waitFor()
  await page.getByTestId('setting---billfold-ink-3').fill('#5a5348')
  await contrast.getByText('Every text reads at AA').waitFor()
  expect(await page.getByTestId('setting-look').inputValue()).toBe('own')
  const [options, css] = [optionsOf(await exportAs('React')), await exportAs('CSS variables')]
  const edited = await readLook(page)
  expect(edited).toMatchObject({ 'card border-radius': '35px', 'overlay backdrop-filter': 'blur(6px)' })

  const harness = await startHarness()
  try {
    const { themeVariables } = options
    const { page: byOptions } = await harness.open({
      options: { themeVariables: themeVariables as Record<string, string> },
    })
    expect(await readLook(byOptions)).toEqual(edited)
    const { page: byCss } = await harness.open()
    // A strict policy allows the page's own sheets only.
    await byCss.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets.push(sheet)
    }, css)
    expect(await readLook(byCss)).toEqual(edited)
  } finally {
    await harness.stop()
  }
})

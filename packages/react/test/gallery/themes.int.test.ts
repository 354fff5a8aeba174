import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LookName, looks, variablesOfLook } from '../../src/theme/presets.ts'
import { themeCss } from '../../src/theme/themeCss.ts'
import { violations } from '../violations.ts'
import { type Gallery, startGallery, switchLook } from './startGallery.ts'

let gallery: Gallery
beforeAll(async () => {
  gallery = await startGallery()
})
afterAll(() => gallery?.stop())

/** Rows, fields, links and both kinds of buttons; amounts, tabs and a network. */
const states = ['connect-email', 'account']
const judged = ['color-contrast', 'link-in-text-block', 'target-size']

it.each(states)('%s has nothing for axe to find in any look, light or dark, from a style sheet', async (state) => {
  const { page, problems } = await gallery.open({ state, theme: 'light' })
  const faults: string[] = []
  for (const mode of ['light', 'dark'] as const) {
    await switchLook(page, { state, theme: mode })
    for (const name of Object.keys(looks) as LookName[]) {
      const css = themeCss(mode, variablesOfLook(name, mode))
      const surface = await page.evaluate((text) => {
        const style = document.documentElement.style
        style.cssText = ''
        for (const [, variable = '', value = ''] of text.matchAll(/^ {2}(--[\w-]+): (.+);$/gm))
          style.setProperty(variable, value)
        const hosts = [...document.querySelectorAll('[data-billfold-host]')]
        const face = hosts.map((host) => host.shadowRoot?.querySelector('.card-face')).find(Boolean)
        return face ? getComputedStyle(face).backgroundColor : 'no card'
      }, css)
      // The look is there: what is judged is not ours.
      expect(surface, name).not.toMatch(/^(no card|rgb\(251, 250, 247\)|rgb\(21, 22, 19\))$/)
      faults.push(...(await violations(page, { runOnly: judged })).map((fault) => `${name} ${mode}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
  expect(problems).toEqual([])
})

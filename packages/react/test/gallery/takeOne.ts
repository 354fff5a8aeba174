import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phoneSize } from './looks.ts'
import { startGallery } from './startGallery.ts'

// By hand, while working on a view: node packages/react/test/gallery/takeOne.ts View,state-id [light|dark] [language] [card|dialog|phone]
const [, , what = 'Connect', theme = 'light', lang = 'en', frame = 'card'] = process.argv
const folder = await mkdtemp(join(tmpdir(), 'billfold-states-'))
const gallery = await startGallery()
try {
  for (const each of what.split(',')) {
    const address = {
      ...(/^[A-Z]/.test(each) ? { view: each } : { state: each }),
      theme: theme === 'dark' ? 'dark' : 'light',
      lang,
      frame: frame === 'card' ? 'card' : 'dialog',
    } as const
    const { page, problems } = await gallery.open(address, frame === 'phone' ? phoneSize : { width: 1280, height: 900 })
    await page.screenshot({
      path: join(folder, `${each}-${theme}-${lang}.png`),
      fullPage: frame === 'card',
      animations: 'disabled',
    })
    if (problems.length > 0) console.error(each, problems)
    await page.context().close()
  }
} finally {
  await gallery.stop()
}
console.log(`Pictures are in ${folder}`)

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchBrowser } from './launchBrowser.ts'
import { looks } from './looks.ts'

// Run by hand: node e2e/takePictures.ts http://app.billfold.localhost:4100 [folder]
const [, , url = 'http://app.billfold.localhost:4100', given] = process.argv
const folder = given ?? (await mkdtemp(path.join(tmpdir(), 'billfold-pictures-')))

/** Pictures of the running site in every look and both directions, for eyes. */
async function takePictures(): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (const [name, look] of Object.entries(looks))
      for (const dir of ['ltr', 'rtl']) {
        const context = await browser.newContext(look)
        const page = await context.newPage()
        await page.goto(url)
        await page.evaluate((value) => {
          document.documentElement.dir = value
        }, dir)
        await page.getByTestId('price-WETH').waitFor()
        await page.screenshot({ path: path.join(folder, `${name}-${dir}.png`), fullPage: true })
        await context.close()
      }
  } finally {
    await browser.close()
  }
}

await takePictures()
console.log(`Pictures are in ${folder}`)

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { docPictureFolder, docPictures, takeState } from './docPictures.ts'
import { isPictured, type LookName, looks, phoneLooks } from './looks.ts'
import { keepPicture, pictureFolder } from './pictureFiles.ts'
import { startGallery, switchLook } from './startGallery.ts'
import { takePhone } from './takePhone.ts'
import { takeSheet } from './takeSheet.ts'

// npm run pictures [-- View,View]: takes the gallery's pictures, and those of states in the documentation (`-- docs` alone);
// those that show the same stay as they are.
const [, , only] = process.argv
/** Parts of a view that come on demand are here by then. A test takes a picture that differs again instead. */
const settleMs = 500
const wanted = only?.split(',')
const taken = new Set<string>()
const gallery = await startGallery()
try {
  const { page } = await gallery.open({ view: 'Connect' })
  const views = await page.getByLabel('View').locator('option:not([value=""])').allTextContents()
  // Pictures missing from the list are deleted below.
  if (views.length === 0) throw new Error('The gallery lists no views.')
  for (const view of views.filter((each) => !wanted || wanted.includes(each)))
    for (const look of Object.keys(looks) as LookName[]) {
      if (!isPictured(view, look)) continue
      await switchLook(page, { ...looks[look], view })
      await page.waitForTimeout(settleMs)
      taken.add(`${view}-${look}`)
      if (await keepPicture(`${view}-${look}`, await takeSheet(page))) console.log(`${view}-${look}.png is new`)
    }
  for (const look of Object.keys(phoneLooks) as (keyof typeof phoneLooks)[]) {
    if (wanted && !wanted.includes('phone')) continue
    taken.add(look)
    if (await keepPicture(look, await takePhone(gallery, look))) console.log(`${look}.png is new`)
  }
  const docTaken = new Set<string>()
  for (const picture of wanted && !wanted.includes('docs') ? [] : docPictures) {
    docTaken.add(picture.name)
    // The first look fetches what the state needs.
    await takeState(page, picture)
    await page.waitForTimeout(settleMs)
    if (await keepPicture(picture.name, await takeState(page, picture), docPictureFolder))
      console.log(`${picture.name}.png is new`)
  }
  for (const file of docTaken.size === 0 ? [] : await readdir(docPictureFolder))
    if (!docTaken.has(file.replace(/\.png$/, ''))) await rm(join(docPictureFolder, file))
  // A view that is gone takes its pictures along.
  for (const file of wanted ? [] : await readdir(pictureFolder))
    if (!taken.has(file.replace(/\.png$/, ''))) await rm(join(pictureFolder, file))
} finally {
  await gallery.stop()
}
console.log(`Pictures are in ${pictureFolder}`)

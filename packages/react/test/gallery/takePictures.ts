import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type LookName, looks, phoneLooks, pictured } from './looks.ts'
import { keepPicture, pictureFolder } from './pictureFiles.ts'
import { startGallery } from './startGallery.ts'
import { takePhone, takeSheets } from './takeSheets.ts'

// npm run pictures [-- View,View]: takes the gallery's pictures; those that show the same stay as they are.
const [, , only] = process.argv
const wanted = only?.split(',')
const taken = new Set<string>()
const gallery = await startGallery()
try {
  for (const look of Object.keys(looks) as LookName[]) {
    const views = pictured[look]
    if (views === 'none') continue
    const { page } = await gallery.open(looks[look])
    for (const [view, sheet] of await takeSheets(page, views)) {
      if (wanted && !wanted.includes(view)) continue
      taken.add(`${view}-${look}`)
      if (await keepPicture(`${view}-${look}`, sheet)) console.log(`${view}-${look}.png is new`)
    }
    await page.context().close()
  }
  for (const look of Object.keys(phoneLooks) as (keyof typeof phoneLooks)[]) {
    if (wanted && !wanted.includes('phone')) continue
    taken.add(look)
    if (await keepPicture(look, await takePhone(gallery, look))) console.log(`${look}.png is new`)
  }
  // A view that is gone takes its pictures along.
  for (const file of wanted ? [] : await readdir(pictureFolder))
    if (!taken.has(file.replace(/\.png$/, ''))) await rm(join(pictureFolder, file))
} finally {
  await gallery.stop()
}
console.log(`Pictures are in ${pictureFolder}`)

import { holdStill } from './holdStill.ts'
import { phoneLooks, phoneSize, phoneStates } from './looks.ts'
import { type Picture, sideBySide } from './picture.ts'
import { readPng } from './readPng.ts'
import { type Gallery, type GalleryAddress, switchLook } from './startGallery.ts'

/** Some states as a phone shows them, side by side. */
export async function takePhone(gallery: Gallery, look: keyof typeof phoneLooks): Promise<Picture> {
  const address: GalleryAddress = { ...phoneLooks[look], frame: 'dialog' }
  const { page } = await gallery.open({ ...address, state: phoneStates[0]! }, phoneSize)
  const shots: Picture[] = []
  for (const state of phoneStates) {
    await switchLook(page, { ...address, state })
    await holdStill(page)
    shots.push(readPng(await page.screenshot({ animations: 'disabled' })))
  }
  await page.context().close()
  return sideBySide(shots)
}

import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { pictureFolder, pictureName, statePictures } from '../../gallery/optionPictures.ts'
import { holdStill } from './holdStill.ts'
import { looks } from './looks.ts'
import type { Picture } from './picture.ts'
import { readPng } from './readPng.ts'
import { switchLook } from './startGallery.ts'

export const docPictureFolder = fileURLToPath(new URL(`../../../../${pictureFolder}`, import.meta.url))

/** The states in the documentation, by the names of their pictures. */
export const docPictures = statePictures.map((picture) => ({ ...picture, name: pictureName(picture) }))

/** One state's card, without the gallery around it. */
export async function takeState(page: Page, { state, look }: (typeof docPictures)[number]): Promise<Picture> {
  await switchLook(page, { ...looks[look], state })
  await holdStill(page)
  const box = await page.locator('.state-place').evaluate((place) => {
    const { left, top, width, height } = place.getBoundingClientRect()
    return { left: left + scrollX, top: top + scrollY, width, height }
  })
  // A card's height is rarely whole: by its own place, it would be a pixel higher in one run than in the next.
  const clip = {
    ...{ x: Math.round(box.left), y: Math.round(box.top) },
    ...{ width: Math.round(box.width), height: Math.round(box.height) },
  }
  return readPng(await page.screenshot({ animations: 'disabled', fullPage: true, clip }))
}

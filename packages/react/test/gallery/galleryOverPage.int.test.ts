import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../violations.ts'
import { views } from './judgeViews.ts'
import { isPictured, type LookName, looks, phoneLooks, phoneStates } from './looks.ts'
import { pictureFolder, pictureProblem } from './pictureFiles.ts'
import { type Gallery, startGallery, switchLook } from './startGallery.ts'
import { takePhone } from './takePhone.ts'
import { transcriptOf } from './transcriptOf.ts'

let gallery: Gallery
beforeAll(async () => {
  gallery = await startGallery()
})
afterAll(() => gallery?.stop())

const onPhone = Object.keys(phoneLooks) as (keyof typeof phoneLooks)[]

it.each(onPhone)('is a sheet on a phone: %s', async (look) => {
  expect(await pictureProblem(look, () => takePhone(gallery, look))).toBeUndefined()
})

it('has no picture of what is not there any more', async () => {
  const sheets = (Object.keys(looks) as LookName[]).flatMap((look) =>
    views.filter((view) => isPictured(view, look)).map((view) => `${view}-${look}.png`),
  )
  const known = [...sheets, ...onPhone.map((look) => `${look}.png`)]
  expect((await readdir(pictureFolder)).filter((file) => !known.includes(file))).toEqual([])
})

describe('over the page', () => {
  const spoken = ['connect', 'account', 'networks-connected']
  let opened: Awaited<ReturnType<Gallery['open']>>
  beforeAll(async () => {
    opened = await gallery.open({ state: 'connect', frame: 'dialog' }, { width: 1280, height: 900 })
  })

  it('is right for axe, with every rule', async () => {
    for (const state of phoneStates) {
      await switchLook(opened.page, { state, frame: 'dialog' })
      expect(await violations(opened.page), state).toEqual([])
    }
  })

  it.each(spoken)('reads its content to a screen reader: %s', async (state) => {
    await switchLook(opened.page, { state, frame: 'dialog' })
    await expect(await transcriptOf(opened.page, 'dialog')).toMatchFileSnapshot(`./transcripts/${state}.txt`)
  })

  it('violated no policy', () => {
    expect(opened.problems).toEqual([])
  })
})

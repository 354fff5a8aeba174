import { expect, test } from 'vitest'
import { addressOfLook, readLook } from './galleryLook.ts'

test('an empty address is the default look', () => {
  expect(readLook('', true)).toEqual({
    state: undefined,
    view: undefined,
    theme: 'dark',
    direction: 'ltr',
    language: 'en',
    width: 400,
    frame: 'card',
  })
})

test('a look survives its address', () => {
  const look = {
    state: 'connect',
    view: undefined,
    theme: 'dark',
    direction: 'rtl',
    language: 'ar',
    width: 390,
    frame: 'dialog',
  } as const
  expect(readLook(addressOfLook(look), false)).toEqual(look)
})

test('a language sets its direction, unless the address says otherwise', () => {
  expect(readLook('?lang=ar', false).direction).toBe('rtl')
  expect(readLook('?lang=ar&dir=ltr', false).direction).toBe('ltr')
  expect(readLook('?dir=rtl', false)).toMatchObject({ language: 'en', direction: 'rtl' })
})

test('invalid values fall back to the default', () => {
  const usual = readLook('', false)
  expect(readLook('?theme=pink&dir=up&lang=toString&width=1e9&frame=dialog', false)).toEqual(usual)
  expect(readLook('?width=abc', false).width).toBe(400)
})

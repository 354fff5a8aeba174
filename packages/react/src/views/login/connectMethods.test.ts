import { expect, test } from 'vitest'
import { connectMethods } from './connectMethods.ts'

const all = ['email', 'social', 'wallet'] as const

test('wallets come first where one is installed, and last where none is', () => {
  const ask = (hasWallet: boolean) => connectMethods({ order: undefined, hasWallet, offered: all })
  expect(ask(true)).toEqual(['wallet', 'email', 'social'])
  expect(ask(false)).toEqual(['email', 'social', 'wallet'])
})

test('the site’s order stands, whatever is installed, and what it does not name is not shown', () => {
  const ask = (hasWallet: boolean) => connectMethods({ order: ['social', 'wallet'], hasWallet, offered: all })
  expect(ask(true)).toEqual(['social', 'wallet'])
  expect(ask(false)).toEqual(['social', 'wallet'])
})

test('a way named twice is there once, and one that there is not takes no place', () => {
  const order = ['email', 'wallet', 'email'] as const
  expect(connectMethods({ order, hasWallet: true, offered: all })).toEqual(['email', 'wallet'])
  expect(connectMethods({ order, hasWallet: true, offered: ['wallet'] })).toEqual(['wallet'])
})

test('no one meets an empty dialog: a site that names only ways there are none of shows those there are', () => {
  expect(connectMethods({ order: ['email'], hasWallet: false, offered: ['wallet'] })).toEqual(['wallet'])
  expect(connectMethods({ order: [], hasWallet: true, offered: all })).toEqual(['wallet', 'email', 'social'])
  expect(connectMethods({ order: ['wallet'], hasWallet: true, offered: [] })).toEqual([])
})

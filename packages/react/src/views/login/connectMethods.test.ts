import { expect, test } from 'vitest'
import { connectMethods } from './connectMethods.ts'

const all = ['email', 'social', 'wallet'] as const

test('puts wallets first if one is installed, and last if not', () => {
  const ask = (hasWallet: boolean) => connectMethods({ order: undefined, hasWallet, offered: all })
  expect(ask(true)).toEqual(['wallet', 'email', 'social'])
  expect(ask(false)).toEqual(['email', 'social', 'wallet'])
})

test('follows the site’s order, and hides methods that it does not name', () => {
  const ask = (hasWallet: boolean) => connectMethods({ order: ['social', 'wallet'], hasWallet, offered: all })
  expect(ask(true)).toEqual(['social', 'wallet'])
  expect(ask(false)).toEqual(['social', 'wallet'])
})

test('shows a repeated method once, and skips unavailable ones', () => {
  const order = ['email', 'wallet', 'email'] as const
  expect(connectMethods({ order, hasWallet: true, offered: all })).toEqual(['email', 'wallet'])
  expect(connectMethods({ order, hasWallet: true, offered: ['wallet'] })).toEqual(['wallet'])
})

test('shows the available methods if the site names only unavailable ones', () => {
  expect(connectMethods({ order: ['email'], hasWallet: false, offered: ['wallet'] })).toEqual(['wallet'])
  expect(connectMethods({ order: [], hasWallet: true, offered: all })).toEqual(['wallet', 'email', 'social'])
  expect(connectMethods({ order: ['wallet'], hasWallet: true, offered: [] })).toEqual([])
})

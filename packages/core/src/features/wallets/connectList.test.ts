import type { Wallet } from '@billfold/protocol/api/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eoa } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import type { ConnectorInfo } from '../../model/connector.ts'
import { type Options, rowKinds } from '../../model/options.ts'
import type { State } from '../../model/state.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { findConnector } from '../connect/findConnector.ts'
import { allWalletsRow, type ConnectRow, connectList, orderOf } from './connectList.ts'

const wallet = (id: string, rest: Partial<Wallet> = {}): Wallet => ({ id, name: id, ...rest })
const connector = (id: string, rest: Partial<ConnectorInfo> = {}): ConnectorInfo => ({
  id,
  name: id,
  rdns: id,
  type: 'ANNOUNCED',
  namespace: 'eip155',
  ...rest,
})
const base = setUpKit().kit.store.get()
const stateWith = (over: Partial<State>, options: Partial<Options> = {}): State => ({
  ...base,
  ...over,
  options: { ...base.options, ...options },
})
const none = { featured: [], recommended: [] }
const describeRows = (rows: readonly ConnectRow[]) =>
  rows.map((row) => {
    if (row.kind === 'walletConnect') return row.kind
    if (row.kind === 'awaited') return `${row.kind}:${row.of}`
    return `${row.kind}:${'wallet' in row ? row.wallet.id : row.connector.id}`
  })

test('lists the page’s host wallet first', () => {
  const state = stateWith(
    { connectors: [connector('host', { isHost: true }), connector('i.one')], recents: [wallet('r')] },
    { customWallets: [wallet('c')], features: { ...base.options.features, connectorTypeOrder: ['custom'] } },
  )
  expect(describeRows(connectList(state, none)).slice(0, 3)).toEqual(['injected:host', 'injected:i.one', 'custom:c'])
})

test('uses the default order, and the site’s', () => {
  const state = stateWith(
    { connectors: [connector('i.one'), connector('ext', { type: 'EXTERNAL' })], recents: [wallet('r')] },
    { customWallets: [wallet('c')], featuredWalletIds: ['f'] },
  )
  const listed = { ...none, featured: [wallet('f')], recommended: [wallet('m')] }
  expect(describeRows(connectList(state, listed))).toEqual([
    'injected:i.one',
    'recent:r',
    'featured:f',
    'custom:c',
    'external:ext',
  ])
  const order = { ...state.options.features, connectorTypeOrder: ['custom' as const, 'injected' as const] }
  expect(describeRows(connectList(stateWith({ ...state }, { ...state.options, features: order }), listed))).toEqual([
    'custom:c',
    'injected:i.one',
    'recent:r',
    'featured:f',
    'external:ext',
  ])
})

test('lists each kind once in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...rowKinds)), (first) => {
      const order = orderOf(first)
      expect(order.toSorted()).toEqual([...rowKinds].toSorted())
      expect(order.slice(0, new Set(first).size)).toEqual([...new Set(first)])
    }),
  )
})

test('fills up with two recommended wallets only if the site features none', () => {
  const listed = { ...none, recommended: ['a', 'b', 'c'].map((id) => wallet(id)) }
  expect(describeRows(connectList(base, listed))).toEqual(['recommended:a', 'recommended:b'])
  expect(describeRows(connectList(stateWith({ recents: [wallet('r')] }), listed))).toEqual([
    'recent:r',
    'recommended:a',
  ])
  expect(describeRows(connectList(stateWith({ connectors: [connector('x'), connector('y')] }), listed))).toHaveLength(2)
  expect(describeRows(connectList(stateWith({}, { customWallets: [wallet('c')] }), listed))).toEqual(['custom:c'])
})

test('reserves places for loading wallets, and none once they cannot load', () => {
  const loading = {}
  const featuring = stateWith({}, { featuredWalletIds: ['f', 'g', 'h'], customWallets: [wallet('c')] })
  const awaited = ['awaited:featured', 'awaited:featured', 'awaited:featured', 'custom:c']
  expect(describeRows(connectList(featuring, loading))).toEqual(awaited)
  expect(describeRows(connectList(base, loading))).toEqual(['awaited:recommended', 'awaited:recommended'])
  const oneInstalled = stateWith({ connectors: [connector('x')] })
  expect(describeRows(connectList(oneInstalled, loading))).toEqual(['injected:x', 'awaited:recommended'])
  expect(describeRows(connectList(oneInstalled, none))).toEqual(['injected:x'])
})

test('lists an installed wallet once, by rdns, id or name, even MetaMask on a phone', () => {
  const state = stateWith({
    connectors: [connector('io.metamask.mobile', { name: 'MetaMask Mobile' }), connector('x.y', { name: 'Same Name' })],
    recents: [wallet('mm', { rdns: 'io.metamask' })],
  })
  const listed = { ...none, recommended: [wallet('mm2', { rdns: 'io.metamask' }), wallet('n', { name: 'Same Name' })] }
  expect(describeRows(connectList(state, listed))).toEqual(['injected:io.metamask.mobile', 'injected:x.y'])
})

test('hides excluded wallets, installed or recent', () => {
  const state = stateWith(
    { connectors: [connector('io.bad')], recents: [wallet('bad')] },
    { excludeWalletIds: ['bad'] },
  )
  expect(connectList(state, { ...none, excluded: [wallet('bad', { rdns: 'io.bad' })] })).toEqual([])
})

test('matches an installed wallet of any family with the registry, for exclusion and deduplication', () => {
  const { rdns: _, ...unnamed } = connector('Phantom', { namespace: 'solana' })
  const phantom = wallet('a797', { name: 'Phantom', rdns: 'app.phantom' })
  const state = stateWith({ connectors: [unnamed], recents: [phantom] }, { featuredWalletIds: ['a797'] })
  expect(describeRows(connectList(state, { ...none, featured: [phantom] }))).toEqual(['injected:Phantom'])
  const without = stateWith({ connectors: [unnamed], recents: [phantom] }, { excludeWalletIds: ['a797'] })
  expect(connectList(without, { ...none, excluded: [phantom] })).toEqual([])
})

test('lists a nameless browser wallet if no other has its name, and always on a phone', () => {
  const legacy = connector('injected', { name: 'Browser Wallet', type: 'INJECTED' })
  const { rdns: _, ...nameless } = legacy
  expect(describeRows(connectList(stateWith({ connectors: [nameless] }), none))).toEqual(['injected:injected'])
  const both = { connectors: [nameless, connector('io.one')] }
  expect(describeRows(connectList(stateWith(both), none))).toEqual(['injected:io.one'])
  const phone = fakePage({ device: { mobile: true } }).page.device()
  expect(describeRows(connectList(stateWith({ ...both, device: phone }), none))).toEqual([
    'injected:injected',
    'injected:io.one',
  ])
})

test('merges a wallet of two families into one row, and shows it alone under a family’s filter', () => {
  const connectors = [connector('p', { name: 'P' }), connector('P', { name: 'P', namespace: 'solana' })]
  expect(connectList(stateWith({ connectors }), none)).toMatchObject([{ tag: 'multichain' }])
  const filtered = stateWith({ connectors, modal: { ...base.modal, namespace: 'solana' } })
  expect(connectList(filtered, none)).toMatchObject([{ tag: 'installed', connector: { id: 'P' } }])
})

test('never lists a wallet twice', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd')
  const wallets = fc.uniqueArray(
    ids.map((id) => wallet(id, { rdns: `io.${id}` })),
    { selector: (w) => w.id },
  )
  const connectors = fc.uniqueArray(
    ids.map((id) => connector(`io.${id}`, { name: id })),
    { selector: (c) => c.id },
  )
  fc.assert(
    fc.property(connectors, wallets, wallets, wallets, (announced, recents, featured, recommended) => {
      const rows = connectList(stateWith({ connectors: announced, recents }), { ...none, featured, recommended })
      const names = rows.flatMap((row) =>
        'wallet' in row ? [row.wallet.name] : 'connector' in row ? [row.connector.name] : [],
      )
      const shown = rows.filter((row) => row.kind !== 'recommended').length
      expect(new Set(names.slice(0, shown)).size).toBe(shown)
    }),
  )
})

test('rounds the number of wallets down to tens', () => {
  expect(allWalletsRow(base, undefined)).toEqual({ shown: true, label: undefined })
  expect(allWalletsRow(base, 7).label).toBe('7')
  expect(allWalletsRow(base, 10).label).toBe('10+')
  expect(allWalletsRow(stateWith({}, { featuredWalletIds: ['a', 'b'] }), 438).label).toBe('440+')
  expect(allWalletsRow(stateWith({}, { allWallets: 'HIDE' }), 1).shown).toBe(false)
  expect(allWalletsRow(stateWith({}, { allWallets: 'ONLY_MOBILE' }), 1).shown).toBe(false)
})

test('hides an installed excluded wallet even before the registry has responded', () => {
  const phantom = connector('Phantom', { namespace: 'solana', explorerId: 'a797' })
  const state = stateWith({ connectors: [phantom] }, { excludeWalletIds: ['a797'] })
  expect(connectList(state, none)).toEqual([])
})

test('does not match a wallet without an rdns to a connector without one', () => {
  const { rdns: _, ...nameless } = connector('injected')
  const state = stateWith({ connectors: [nameless] })
  expect(findConnector(state, wallet('w'))).toBeUndefined()
  expect(findConnector(state, wallet('w', { rdns: null }))).toBeUndefined()
  expect(findConnector(stateWith({ connectors: [connector('io.w')] }), wallet('w', { rdns: 'io.w' }))?.id).toBe('io.w')
})

test('offers the QR code, except on a phone with a list of apps, or while connected by one', () => {
  const on = { enableWalletConnect: true }
  const mobile = { ...base.device, mobile: true }
  expect(describeRows(connectList(stateWith({}, on), none))).toEqual(['walletConnect'])
  expect(describeRows(connectList(stateWith({}), none))).toEqual([])
  expect(describeRows(connectList(stateWith({ device: mobile }, on), none))).toEqual([])
  expect(describeRows(connectList(stateWith({ device: mobile }, { ...on, allWallets: 'HIDE' }), none))).toEqual([
    'walletConnect',
  ])
  const connected = {
    status: 'connected',
    connectorId: 'walletConnect',
    address: '0x1',
    type: 'eoa',
    accounts: [eoa('0x1')],
    networkId: 'eip155:1',
    approvedNetworkIds: [],
    supportsAllNetworks: false,
  } as const
  expect(describeRows(connectList(stateWith({ account: { ...base.account, eip155: connected } }, on), none))).toEqual(
    [],
  )
})

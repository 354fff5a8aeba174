import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { knownWallets } from '@billfold/protocol/knownWallets'
import { afterAll, describe, expect, it } from 'vitest'
import { knownWalletIds } from '../../test/knownWalletIds.ts'
import { StartupError } from '../process/startupError.ts'
import { createRegistry } from './createRegistry.ts'
import { findSvgFault } from './findSvgFault.ts'
import { readRegistry } from './readRegistry.ts'
import { deriveWalletId } from './walletFile.ts'

const root = mkdtempSync(join(tmpdir(), 'billfold-registry-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A folder as an operator would make it. */
function folder(files: Record<string, unknown>): string {
  const dir = mkdtempSync(join(root, 'r-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    const isRaw = typeof content === 'string' || content instanceof Uint8Array
    writeFileSync(join(dir, name), isRaw ? content : JSON.stringify(content))
  }
  return dir
}

const acme = { name: 'Acme', chains: ['eip155:1'], rdns: 'com.acme.wallet' }
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4])
const metamask = knownWalletIds.MetaMask!

describe('the bundled registry', () => {
  const { wallets, assets } = readRegistry()

  it('has at least forty wallets, each once', () => {
    expect(wallets.length).toBeGreaterThanOrEqual(40)
    for (const field of ['id', 'name', 'order'] as const)
      expect(new Set(wallets.map((w) => w[field])).size).toBe(wallets.length)
    const rdns = wallets.flatMap((w) => w.rdns ?? [])
    expect(new Set(rdns).size).toBe(rdns.length)
  })

  it.each(Object.entries(knownWalletIds))('knows %s by the id that clients use', (name, id) => {
    expect(wallets.find((w) => w.id === id)?.name.toLowerCase()).toContain(name.toLowerCase())
  })

  it('has the ids by which pages know wallets', () => {
    const identities = wallets
      .toSorted((a, b) => a.order! - b.order!)
      .map(({ id, name, rdns, injected }) => {
        // EVM wallets announce their rdns; many wallets claim the same flags on `window.ethereum`.
        const own = injected?.filter(({ namespace }) => namespace !== 'eip155') ?? []
        return { id, name, ...(rdns ? { rdns } : {}), ...(own.length > 0 ? { injected: own } : {}) }
      })
    expect(knownWallets).toEqual(identities)
  })

  it('serves links into wallets’ browsers and relays, and keeps their sources', () => {
    const wallet = wallets.find((w) => w.id === metamask)
    expect(wallet?.browser_link).toBe('https://link.metamask.io/dapp/{hostPath}')
    expect(wallet?.relays).toEqual(['wss://relay.walletconnect.com'])
    expect(JSON.stringify(wallets)).not.toContain('browser_link_source')
    // A pairing needs a relay: a wallet with a link for one names it.
    for (const { name, mobile_link, desktop_link, webapp_link, relays } of wallets)
      expect(Boolean(relays), name).toBe(Boolean(mobile_link ?? desktop_link ?? webapp_link))
  })

  it.each([
    [{ browser_link: 'https://acme.example/dapp' }, 'browser_link must be a link with {url}'],
    [{ browser_link: 'https://acme.example/{url}/{path}' }, 'browser_link must be a link with {url}'],
    [{ browser_link: 'javascript:open({url})' }, 'browser_link must be a link with {url}'],
    [{ browser_link_source: { by: 'hearsay', url: 'https://acme.example' } }, 'browser_link_source.by must be such as'],
    [{ relays: [] }, 'relays must be a list of relays'],
    [{ relays: ['https://relay.example'] }, 'relays.0 must be a list of relays'],
  ])('rejects %o', (fields, message) => {
    expect(() => readRegistry(folder({ 'wallets/acme.json': { ...acme, ...fields } }))).toThrow(message)
  })

  it("derives every other wallet's id from its rdns or name", () => {
    const known = new Set(Object.values(knownWalletIds))
    const others = wallets.filter((w) => !known.has(w.id))
    expect(others.length).toBeGreaterThan(8)
    for (const { id, name, rdns } of others) expect(id, name).toBe(deriveWalletId({ name, rdns: rdns ?? undefined }))
  })

  it("links only to the stores' own hosts, and names each wallet's homepage", () => {
    for (const { name, homepage, app_store, play_store, chrome_store } of wallets) {
      expect(homepage, name).toMatch(/^https:\/\//)
      expect(app_store ?? 'https://apps.apple.com/', name).toMatch(/^https:\/\/apps\.apple\.com\//)
      expect(play_store ?? 'https://play.google.com/', name).toMatch(/^https:\/\/play\.google\.com\//)
      expect(chrome_store ?? 'https://chromewebstore.google.com/', name).toMatch(
        /^https:\/\/chromewebstore\.google\.com\//,
      )
    }
  })

  it('draws each network and connector under one name only', () => {
    const ids = assets.flatMap((asset) => asset.ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('bundled images', () => {
  it('are all shapes and nothing else, which no start of a server checks again', () => {
    const root = fileURLToPath(new URL('../../registry/', import.meta.url))
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svg'))
    expect(files.length).toBeGreaterThan(50)
    const faults = files.map((name) => [name, findSvgFault(readFileSync(join(root, name)))])
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([])
  })

  const svg = (files: Parameters<typeof createRegistry>[0], kind: 'wallets' | 'assets' | 'tokens', id: string) =>
    new TextDecoder().decode(createRegistry(files).images.find(kind, id)!.picture.bytes)
  const isDrawn = (text: string) => text.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"')

  it('are used for known wallets, and the rest are drawn', () => {
    const files = readRegistry()
    expect(isDrawn(svg(files, 'wallets', metamask))).toBe(false)
    for (const id of ['eip155:1', 'ba0ba0cd-17c6-4806-ad93-f9d174f17900', 'walletConnect'])
      expect(isDrawn(svg(files, 'assets', id)), id).toBe(false)
    expect(isDrawn(svg(files, 'tokens', 'usdc'))).toBe(false)
    // A test network must not look like the real one.
    for (const id of [
      'eip155:31337',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'bip122:000000000933ea01ad0ee984209779ba',
    ])
      expect(isDrawn(svg(files, 'assets', id)), id).toBe(true)
    expect(isDrawn(svg(files, 'tokens', 'FOLD'))).toBe(true)
  })

  it('belong to existing wallets only', () => {
    const { wallets: listed, assets: drawn, logos } = readRegistry()
    expect([...logos.wallets.keys()].filter((id) => !listed.some((wallet) => wallet.id === id))).toEqual([])
    expect([...logos.assets.keys()].filter((id) => !drawn.some(({ ids }) => ids.includes(id)))).toEqual([])
    expect(logos.wallets.size).toBeGreaterThan(25)
  })

  it('are omitted if the operator says so', () => {
    const files = readRegistry(undefined, { hasLogos: false })
    expect(isDrawn(svg(files, 'wallets', metamask))).toBe(true)
    expect(isDrawn(svg(files, 'assets', 'eip155:1'))).toBe(true)
    expect(isDrawn(svg(files, 'tokens', 'USDC'))).toBe(true)
  })

  it("are replaced by the operator's image under any of its names", () => {
    const files = readRegistry(
      folder({
        'images/assets/ba0ba0cd-17c6-4806-ad93-f9d174f17900.png': png,
        'images/tokens/usdc.png': png,
        [`images/wallets/${metamask}.png`]: png,
      }),
    )
    const { images } = createRegistry(files)
    for (const [kind, id] of [
      ['assets', 'eip155:1'],
      ['tokens', 'USDC'],
      ['wallets', metamask],
    ] as const)
      expect(images.find(kind, id)?.picture.type, id).toBe('image/png')
  })
})

describe("an operator's folder", () => {
  it('adds, replaces and hides wallets', () => {
    const dir = folder({
      'wallets/acme.json': acme,
      'wallets/mine.json': { ...acme, id: metamask, name: 'Our MetaMask', rdns: 'io.metamask' },
      'wallets/away.json': { id: knownWalletIds.Trust, name: 'Trust', chains: ['eip155:1'], hidden: true },
      'wallets/notes.txt': 'not read',
    })
    const before = readRegistry().wallets
    const { wallets } = readRegistry(dir)
    expect(wallets).toHaveLength(before.length) // one more, one fewer
    expect(wallets.find((w) => w.id === metamask)).toMatchObject({ name: 'Our MetaMask' })
    expect(wallets.find((w) => w.id === knownWalletIds.Trust)).toBeUndefined()
    expect(wallets.find((w) => w.name === 'Acme')).toMatchObject({ id: deriveWalletId(acme), rdns: 'com.acme.wallet' })
    expect(JSON.stringify(wallets)).not.toContain('hidden')
  })

  it('provides images, which replace drawn ones under every name', () => {
    const dir = folder({
      [`images/wallets/${metamask}.png`]: png,
      'images/assets/eip155_1.png': png,
      'images/tokens/eth.png': png,
      'images/tokens/eip155_1_0xAB.png': png,
      'images/tokens/solana_main_Ab.png': png,
      'images/currencies/usd.png': png,
      'images/wallets/.DS_Store': 'x',
    })
    const { images, find } = createRegistry(readRegistry(dir))
    const id = find({ include: metamask }).data[0]!.image_id!
    for (const entry of [
      images.find('wallets', metamask),
      images.find('wallets', id),
      images.find('assets', 'eip155:1'),
      images.find('assets', 'ba0ba0cd-17c6-4806-ad93-f9d174f17900'),
      images.find('tokens', 'ETH'),
      images.find('currencies', 'USD'),
    ])
      expect(entry?.picture.type).toBe('image/png')
    expect(images.find('tokens', 'WETH')?.picture.type).toBe('image/svg+xml')
    expect(images.find('tokens', 'ETH@eip155:1:0xbb')?.picture.type).toBe('image/svg+xml')
    expect(images.find('tokens', 'ETH@eip155:1:0xab')?.picture.type).toBe('image/png')
    expect(images.find('tokens', 'ANY@solana:main:Ab')?.picture.type).toBe('image/png')
    expect(images.find('tokens', 'ANY@solana:main:ab')?.picture.type).toBe('image/svg+xml')
    expect(id).not.toBe(createRegistry(readRegistry()).find({ include: metamask }).data[0]!.image_id)
  })

  const bad: [string, Record<string, unknown>, string][] = [
    ['not JSON', { 'wallets/a.json': '{' }, 'wallets/a.json is not JSON.'],
    ['a list', { 'wallets/a.json': [] }, 'wallets/a.json: a wallet must be a JSON object.'],
    ['no name', { 'wallets/a.json': { chains: ['eip155:1'] } }, 'a.json: name must be a name of 1 to 64 characters.'],
    ['no chains', { 'wallets/a.json': { ...acme, chains: [] } }, 'a.json: chains must be a list of networks'],
    ['a wrong chain', { 'wallets/a.json': { ...acme, chains: ['1'] } }, 'a.json: chains.0 must be a list of networks'],
    ['a slip', { 'wallets/a.json': { ...acme, mobilelink: 'a://' } }, 'a.json: mobilelink is not a field of a wallet.'],
    [
      'a script',
      { 'wallets/a.json': { ...acme, mobile_link: 'javascript:x' } },
      "a.json: mobile_link must be the app's",
    ],
    ['a wrong page', { 'wallets/a.json': { ...acme, homepage: 'acme' } }, 'a.json: homepage must be a web address.'],
    ['a wrong id', { 'wallets/a.json': { ...acme, id: '../x' } }, 'a.json: id must be 1 to 80 letters'],
    ['the same twice', { 'wallets/a.json': acme, 'wallets/b.json': acme }, 'b.json: the id is already used by '],
    ['a huge file', { 'wallets/a.json': ' '.repeat(70_000) }, 'a.json is larger than 65536 bytes.'],
    ['a text file', { 'images/wallets/a.txt': 'x' }, 'a.txt must be a png, jpg, webp or svg.'],
    ['a false png', { 'images/wallets/a.png': 'GIF89a' }, 'a.png is not a png, jpeg, webp or svg.'],
    ['a huge picture', { 'images/tokens/a.png': new Uint8Array(300_000) }, 'a.png is larger than 262144 bytes.'],
    [
      'a live svg',
      { 'images/tokens/a.svg': '<svg><script/></svg>' },
      'a.svg holds <script>, and may hold only shapes.',
    ],
    ['a wrong name', { 'images/tokens/a b.png': png }, 'a b.png is not named after an id.'],
    ['two of one', { 'images/tokens/a.png': png, 'images/tokens/A.jpg': png }, ': A already has a picture.'],
  ]
  it.each(bad)('is rejected with one sentence when it holds %s', (_, files, sentence) => {
    const read = () => readRegistry(folder(files))
    expect(read).toThrow(StartupError)
    expect(read).toThrow(sentence)
    expect(read).toThrow(/^[^\n]+\.$/)
  })

  it('is rejected if it is not a folder', () => {
    expect(() => readRegistry(join(root, 'nowhere'))).toThrow('REGISTRY_DIR must be a readable folder')
  })
})

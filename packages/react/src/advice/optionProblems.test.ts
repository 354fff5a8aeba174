import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { de } from '../i18n/compiled/main/de.ts'
import { en } from '../i18n/compiled/main/en.ts'
import { optionNotes, optionProblems } from './optionProblems.ts'

const network = { id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
const right = { projectId: 'shop', networks: [network] }

describe('optionProblems', () => {
  it('has nothing to say of options that are right', () => {
    expect(optionProblems(right)).toEqual([])
    expect(
      optionProblems({
        ...right,
        id: 'second',
        adapters: [{}],
        apiUrl: 'https://api.example.com',
        relayUrl: undefined,
        defaultNetwork: 1,
        metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
        features: { swaps: false, socials: ['google'], connectorTypeOrder: ['recent', 'injected'] },
        themeMode: 'auto',
        themeVariables: { '--w3m-accent': '#123456', '--w3m-z-index': 5 },
        customRpcUrls: { 'eip155:1': ['https://rpc.example.com'] },
        locale: 'pt-BR',
      }),
    ).toEqual([])
  })

  it.each([
    [{ themeVariabels: {} }, 'There is no option themeVariabels. Did you mean themeVariables?'],
    [{ projectid: 'x' }, 'There is no option projectid. Did you mean projectId?'],
    [{ colour: 'red' }, 'There is no option colour.'],
    [{ features: { swap: true } }, 'There is no option features.swap. Did you mean features.swaps?'],
    [{ features: { toString: true } }, 'There is no option features.toString.'],
    [{ themeMode: 'drak' }, 'themeMode must be "light", "dark" or "auto", and is "drak".'],
    [{ connectors: [() => ({})] }, 'connectors must list wallets such as baseAccount(), and has a function.'],
    [{ projectId: 7 }, 'projectId must be text, and is 7.'],
    [{ projectId: '' }, 'projectId is missing: it is the id under which your API knows this site.'],
    [{ apiUrl: 'https://api.example.com/v1' }, 'apiUrl ends in /v1, which the kit adds itself: leave it out.'],
    [
      { features: { socials: true } },
      'features.socials must be false or a list such as ["google", "apple"], and is true.',
    ],
    [
      { features: { socials: ['gogle'] } },
      'features.socials knows "google", "x", "discord", "farcaster", "github", "apple" or "facebook", and has "gogle".',
    ],
    [{ debug: 'true' }, 'debug must be true or false, and is "true".'],
    [
      { apiUrl: 'api.example.com' },
      'apiUrl must be an address such as https://api.example.com, and is "api.example.com".',
    ],
    [{ includeWalletIds: 'abc' }, 'includeWalletIds must be a list of texts, and is "abc".'],
    [{ features: [] }, 'features must be an object, and is a list of something else.'],
    [{ themeVariables: { '--w3m-z-index': '5' } }, 'themeVariables.--w3m-z-index must be a number, and is "5".'],
    [
      { features: { connectMethodsOrder: ['wallets'] } },
      'features.connectMethodsOrder knows "email", "social" or "wallet", and has "wallets".',
    ],
    [
      { customRpcUrls: { 'eip155:1': [{ url: 'https://rpc.example.com' }] } },
      'customRpcUrls["eip155:1"] must be a list of addresses: ["https://rpc.example.com"].',
    ],
    [{ defaultNetwork: 5 }, 'defaultNetwork is none of networks, so that the page begins with the first of them.'],
    [
      { universalProvider: {} },
      'universalProvider is an option of AppKit that does nothing here: the kit brings its own WalletConnect client: name your relay in relayUrl.',
    ],
    [{ chains: [] }, 'chains is an option of AppKit that does nothing here: name them in networks.'],
    [
      { enableWallets: false },
      'enableWallets is false, so that visitors can only log in, and there is nowhere to: walletUrl must be the address of your embedded wallets’ page.',
    ],
    [
      {
        enableWallets: false,
        walletUrl: 'https://wallet.example.com',
        features: { email: false, passkey: false, socials: [] },
      },
      'enableWallets is false, so that visitors can only log in, and features has turned email, socials and passkey off: turn one of them on.',
    ],
  ])('explains in one sentence what is wrong: %j', (wrong, sentence) => {
    expect(optionProblems({ ...right, ...wrong })).toEqual([sentence])
  })

  it('holds colors and the address of the site against what the browser knows', () => {
    const page = { isColour: (text: string) => text === 'red' }
    const themed = (accent: string) =>
      optionProblems({ ...right, themeVariables: { '--w3m-accent': accent } }, {}, page)
    expect(themed('red')).toEqual([])
    expect(themed('blurple')).toEqual([
      'themeVariables.--w3m-accent must be a colour that CSS knows, and is "blurple".',
    ])
    const noted = (url: unknown) => optionNotes({ ...right, metadata: { url } }, 'localhost')
    expect([noted('http://localhost:5173/shop'), noted('x'), noted(7), optionNotes(right, 'localhost')].flat()).toEqual(
      [],
    )
    expect(noted('https://shop.example')).toEqual([
      'metadata.url is "https://shop.example" and this page is on localhost: wallets show visitors the first, and some warn when they differ.',
    ])
  })

  it('lists the missing texts of a site’s own language', () => {
    const { connect, ...rest } = en
    const { wallets: _, ...most } = connect
    const own = (messages: object) => ({ ...right, locale: { tag: 'x', direction: 'ltr', messages } })
    expect(optionProblems(own(en), de)).toEqual([])
    expect(optionProblems(own({ ...rest, connect: most }), de)).toEqual([
      'A text of your language is missing and is shown in English: connect.wallets.',
    ])
    expect(optionProblems(own({}), de)).toEqual([
      expect.stringMatching(/^\d+ texts of your language are missing .* …$/),
    ])
  })

  it('reports a language that the kit does not have', () => {
    expect(optionProblems({ ...right, locale: 'nl' })).toEqual([
      expect.stringContaining('The kit does not speak "nl", so that it speaks English. It speaks en, de,'),
    ])
    expect(optionProblems({ ...right, locale: ['nl', 'en-GB'] })).toEqual([])
    expect(optionProblems({ ...right, locale: 7 })).toEqual([expect.stringContaining('locale must be')])
  })

  it('never throws, whatever a page passes', () => {
    fc.assert(
      fc.property(fc.object({ withNullPrototype: true, withBigInt: true, maxDepth: 3 }), (options) => {
        expect(
          optionProblems(options).every((line) => line.endsWith('.') || line.endsWith('?') || line.endsWith('…')),
        ).toBe(true)
      }),
    )
  })
})

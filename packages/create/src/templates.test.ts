import { readFile } from 'node:fs/promises'
import { transformWithOxc } from 'vite'
import { describe, expect, it } from 'vitest'
import { type Family, families } from './localStack.ts'
import { type Files, filesOf, frameworks, type Plan } from './templates.ts'

const plan = (over: Partial<Plan> = {}): Plan => ({
  ...{ name: 'my-page', framework: 'react', families: ['evm'], port: 4100 },
  ...{ kit: '^0.1.0', testkit: '^0.1.0' },
  ...over,
})
const manifestOf = (files: Files) => JSON.parse(files['package.json'] ?? '')
const root = new URL('../../../', import.meta.url)

/** A file's imports: each specifier with its imported names. */
function importsOf(code: string): { from: string; names: string[] }[] {
  const specifiers = [...code.matchAll(/(?:import|from)\s*\(?\s*'([^']+)'/g)].map(([, from]) => from ?? '')
  return specifiers.map((from) => {
    const taken = code.match(new RegExp(`import (?:type )?\\{([^}]*)\\} from '${from.replaceAll('/', '\\/')}'`))?.[1]
    return { from, names: taken?.split(',').map((each) => each.trim()) ?? [] }
  })
}

describe.each(frameworks)('a page with %s', (framework) => {
  const files = filesOf(plan({ framework, families }))
  const scripts = Object.entries(files).filter(([path]) => /\.(?:tsx?|vue)$/.test(path) && !path.endsWith('.d.ts'))

  it('has code that parses, without unfilled gaps', async () => {
    for (const [path, text] of Object.entries(files))
      expect(text, path).not.toMatch(/undefined|\[object|\$\{(?!address|caip)/)
    for (const [path, text] of scripts) {
      const code = path.endsWith('.vue') ? (/<script[^>]*>([\s\S]*)<\/script>/.exec(text)?.[1] ?? '') : text
      await transformWithOxc(code, path.replace(/\.vue$/, '.ts'), { tsconfig: false } as never)
    }
  })

  it('imports existing files, and packages that it declares', () => {
    const { dependencies, devDependencies } = manifestOf(files)
    const declared = Object.keys({ ...dependencies, ...devDependencies })
    for (const [path, text] of scripts)
      for (const { from } of importsOf(text)) {
        const folder = path.includes('/') ? `${path.split('/')[0]}/` : ''
        const isThere = from.startsWith('./')
          ? ['', '.ts', '.tsx'].some((end) => `${folder}${from.slice(2)}${end}` in files)
          : declared.some((name) => from === name || from.startsWith(`${name}/`))
        expect(isThere, `${path}: ${from}`).toBe(true)
      }
  })

  it('takes names that the kit and the test kit have', async () => {
    const [kit, testkit] = await Promise.all(
      ['packages/react/src/index.ts', 'packages/testkit/src/index.ts'].map((path) =>
        readFile(new URL(path, root), 'utf8'),
      ),
    )
    for (const [path, text] of scripts)
      for (const { from, names } of importsOf(text))
        for (const name of names)
          if (from === '@billfold/react') expect(kit, `${path}: ${name}`).toMatch(new RegExp(`\\b${name}\\b`))
    expect(testkit).toContain('installDevnetWallet')
  })
})

it.each<[Family, string]>([
  ['evm', 'rpcUrls: { default: { http: ["http://127.0.0.1:4211"] } }'],
  ['solana', "chainNamespace: 'solana'"],
  ['bitcoin', "id: '0f9188f13cb7b2c71f2a335e3a4fc328'"],
  ['polkadot', "chainNamespace: 'polkadot'"],
])("offers %s only if it was chosen, on the stack's ports", (family, written) => {
  const code = (chosen: readonly Family[]) =>
    filesOf(plan({ families: chosen, port: 4200 }))['src/billfold.ts']?.replaceAll(/'(http[^']*)'/g, '"$1"') ?? ''
  expect(code([family])).toContain(written)
  expect(code(families.filter((each) => each !== family))).not.toContain(written)
  expect(code([family])).toContain('apiUrl: "http://127.0.0.1:4202"')
})

it('names the exchange of the local chains, so that a page can swap', async () => {
  const load = (path: string) => import(/* @vite-ignore */ new URL(`apps/devnet/src/eip155/${path}`, root).href)
  const [{ createDeployer }, { deployCollectibles, deployTokens }, { deployUniswap, readUniswap }, { devAccounts }] =
    await Promise.all(
      ['deploy/createDeployer.ts', 'deploy/deployTokens.ts', 'deploy/deployUniswap.ts', 'devAccounts.ts'].map(load),
    )
  // As the chains are made: every contract's address follows from its place in this order.
  const chain = {
    chainId: 31337,
    request: async (method: string) => (method === 'eth_getTransactionCount' ? '0x0' : '0x'),
  }
  const deployer = await createDeployer(chain)
  const accounts = devAccounts.map(({ address }: { address: string }) => address)
  const { weth } = deployTokens(deployer, accounts)
  deployCollectibles(deployer, accounts, 'http://127.0.0.1/nfts')
  const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
  const made = deployUniswap(deployer, readUniswap(), { weth: weth.address, permit2 })
  const { universalRouter, uniswapV3SwapRouter } = made
  const code = filesOf(plan({ families: ['evm'] }))['src/billfold.ts'] ?? ''
  const exchange = new Function(`return ${/const exchange = (\{[\s\S]*?\n\})\n/.exec(code)?.[1]}`)()
  expect(exchange).toEqual({
    uniswap: { router: universalRouter, spender: permit2, wrapped: weth.address },
    'uniswap-v3': { router: uniswapV3SwapRouter, spender: uniswapV3SwapRouter, wrapped: weth.address },
  })
  for (const id of [31337, 31338]) expect(code).toContain(`'eip155:${id}': exchange`)
  expect(filesOf(plan({ families: ['solana'] }))['src/billfold.ts']).not.toContain('swapContracts')
})

it('knows the local network by the names it has', async () => {
  const read = (path: string) => readFile(new URL(path, root), 'utf8')
  const code = filesOf(plan({ families }))['src/billfold.ts'] ?? ''
  expect(await read('apps/devnet/src/solana/describeSolana.ts')).toContain("id: 'localnet'")
  expect(await read('apps/devnet/src/polkadot/describePolkadot.ts')).toContain("'45'.repeat(32)")
  expect(await read('apps/devnet/src/bitcoin/describeBitcoin.ts')).toContain('esploraUrl: url')
  for (const id of ["'localnet'", `'${'45'.repeat(16)}'`, '31337', '31338']) expect(code).toContain(`id: ${id}`)
})

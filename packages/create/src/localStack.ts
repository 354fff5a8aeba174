/** The families of chains a page may offer, by the name people know. */
export const families = ['evm', 'solana', 'bitcoin', 'polkadot'] as const
export type Family = (typeof families)[number]

/** Where `npm start` in the Billfold repository listens, counted from its first port. */
export const defaultPort = 4100

type Row = { at: number; code: (url: string) => string }

/** The local network's chains, as `createAppKit` takes them. */
const networks: Record<Family, readonly Row[]> = {
  evm: [31337, 31338].map((id, index) => ({
    at: 11 + index,
    code: (url) => `{
    id: ${id},
    name: 'Devnet ${index + 1}',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['${url}'] } },
  }`,
  })),
  solana: [
    {
      at: 13,
      code: (url) => `{
    id: 'localnet',
    name: 'Local Solana',
    chainNamespace: 'solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: ['${url}'] } },
  }`,
    },
  ],
  bitcoin: [
    {
      at: 15,
      code: (url) => `{
    id: '0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Local Bitcoin',
    chainNamespace: 'bip122',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: ['${url}'] } },
  }`,
    },
  ],
  polkadot: [
    {
      at: 17,
      code: (url) => `{
    id: '${'45'.repeat(16)}',
    name: 'Local Polkadot',
    chainNamespace: 'polkadot',
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    rpcUrls: { default: { http: ['${url}'] } },
  }`,
    },
  ],
}

/** The local chains' exchange: on no list that the kit carries, so the page vouches for it. */
const swapContracts = `{
    uniswap: {
      router: '0xbA08DdCf831Af694F33eF848dDa32C11DEa3651e',
      spender: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      wrapped: '0xe874e65bFac7e6c5fAaC8Fe463E08D2453c37f77',
    },
    'uniswap-v3': {
      router: '0x38E6B00578538c440405F8718cBE94E7711f40fe',
      spender: '0x38E6B00578538c440405F8718cBE94E7711f40fe',
      wrapped: '0xe874e65bFac7e6c5fAaC8Fe463E08D2453c37f77',
    },
  }`

const at = (port: number) => `http://127.0.0.1:${port}`

/** The page's file of settings: the kit, pointed at the local stack. */
export function kitFile({ name, chosen, port }: { name: string; chosen: readonly Family[]; port: number }): string {
  const rows = chosen.flatMap((family) => networks[family].map((row) => row.code(at(port + row.at))))
  const canSwap = chosen.includes('evm')
  return `import { createAppKit } from '@billfold/react'

${canSwap ? `// Where the local chains swap. Public chains need nothing here: the kit knows their exchanges.\nconst exchange = ${swapContracts.replaceAll('\n  ', '\n')}\n\n` : ''}// Everything here is what \`npm start\` in the Billfold repository runs on this machine. To go live, put in your own API and relay, your
// project's id, and networks from '@billfold/react/networks'.
export const appKit = createAppKit({
  projectId: 'billfold-local',
  apiUrl: '${at(port + 2)}',
  relayUrl: '${at(port + 3).replace('http', 'ws')}',
  networks: [
    ${rows.join(',\n    ').replaceAll('\n', '\n  ')},
  ],
${canSwap ? "  swapContracts: { 'eip155:31337': exchange, 'eip155:31338': exchange },\n" : ''}  metadata: { name: '${name}', description: 'Made with npm create billfold', url: 'http://localhost', icons: [] },
})
`
}

/** The Devnet Wallet, for pages in development. */
export const walletFile = (
  port: number,
): string => `/** A wallet with published keys for the local network. A build for production does not contain it. */
export async function offerDevnetWallet(): Promise<void> {
  const { installDevnetWallet } = await import('@billfold/testkit')
  await installDevnetWallet({ window, manifestUrl: '${at(port + 10)}/manifest.json', remember: localStorage })
}
`

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errors } from '@billfold/protocol/error'
import { wcErrors, wcInternalErrors } from '@billfold/protocol/wc/wcErrors'
import { beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const [core, react, protocol] = ['packages/core/src', 'packages/react/src', 'packages/protocol/src']

/** What AppKit 1.7.1 shows or throws when something is wrong, and the file of ours that says the same. */
const ours: Readonly<Record<string, string>> = {
  'Token Balance Unavailable': `${react}/i18n/account/en.ts`,
  'Transaction started': `${react}/i18n/send/en.ts`,
  'Something went wrong': `${protocol}/error.ts`,
  'A problem occurred while trying initialize authentication': `${react}/i18n/signIn/en.ts`,
  'This application might not support Smart Accounts': `${react}/i18n/signIn/en.ts`,
  'Signature declined': `${react}/i18n/signIn/en.ts`,
  'Network not found': `${protocol}/error.ts`,
  'SIWX is not enabled': `${core}/features/signin/requestSignIn.ts`,
  'No ActiveCaipAddress found': `${core}/features/signin/requestSignIn.ts`,
  '`Swapping ${': `${react}/i18n/swap/en.ts`,
  '`Swapped ${': `${react}/i18n/swap/en.ts`,
  'Invalid App Configuration': `${react}/i18n/en.ts`,
  'Invalid Project ID': `${react}/i18n/en.ts`,
  'Network Not Found': `${react}/i18n/en.ts`,
  'Project ID Not Configured': `${react}/i18n/en.ts`,
  'Unable to load email login dependency': `${core}/connectors/embedded/openFrame.ts`,
  'There was an issue loading the embedded wallet': `${core}/connectors/embedded/openFrame.ts`,
  'Request was aborted': `${protocol}/error.ts`,
  'An error occurred': `${protocol}/frame/frameMessages.ts`,
  'Action not allowed': `${react}/i18n/en.ts`,
  'Requested RPC call is not allowed': `${core}/connectors/embedded/createEmbedded.ts`,
  'Please call "createAppKit" before using': `${react}/api/AppKitContext.ts`,
  'Unauthorized: origin not allowed': `${protocol}/error.ts`,
  'Unauthorized: invalid key': `${protocol}/error.ts`,
  'Please call connect() before request()': `${core}/wc/createWcClient.ts`,
  'JSON-RPC provider for ${': `${core}/wc/sessionRequest.ts`,
  'No RPC url provided for chainId': `${core}/askNodes.ts`,
  'Failed to switch to chain ${': `${core}/connectors/walletconnect/switchChain.ts`,
  'The chain is not approved or the wallet does not support wallet_switchEthereumChain': `${core}/connectors/walletconnect/switchChain.ts`,
  'Missing address parameter in wallet_getCapabilities request': `${core}/wc/smartCalls.ts`,
  'Fetching call status not approved by the wallet.': `${core}/wc/smartCalls.ts`,
}

/** What the kit says in other words, or never has to say: rows of the table of differences. */
const other = [
  'Failed to fetch transactions',
  'Failed to initialize swap',
  'Failed to fetch network token price',
  'Failed to check allowance',
  'Failed to create approval transaction',
  'Failed to create transaction',
  'Transaction error',
  'Failed to send transaction. Please try again.',
  'Please enter a valid amount and receiver address',
  'Authenticating...',
  'Error resolving name',
  'Error fetching name suggestions',
  'Error fetching names for address',
  'Error registering name …',
  'Address or auth connector not found',
  'No ActiveCaipNetwork or client found',
  'No ConnectionController client found',
  'Approve limit increase in your wallet',
  'Confirm transaction in your wallet',
  'iframe is not set',
  'JWT validation error',
  'Session Expired',
  'Provider not found',
  'No URL was provided to the Transport',
  'Block … could not be found',
  'Unsupported chain',
  'Please call connect() before enable()',
  'Sign Client not initialized',
  'Session not initialized…',
  "Namespace '…' is not configured",
  'Connection already closed',
]

type Row = { theirs: string; here: string; why: string }
let sources = ''
let rows: Row[] = []
beforeAll(async () => {
  const folders = [core, react, protocol].map(async (folder) => {
    const files = await readdir(join(root, folder), { recursive: true })
    const code = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    return Promise.all(code.map((file) => readFile(join(root, folder, file), 'utf8')))
  })
  sources = (await Promise.all(folders)).flat().join('\n')
  const [, kit = ''] = (await readFile(join(root, 'docs/compatibility.md'), 'utf8')).split('\n## Kit\n')
  rows = kit.split('\n').flatMap((line) => {
    const [, theirs, here, why] = line.split(' | ').length === 3 ? ['', ...line.slice(2, -2).split(' | ')] : []
    return theirs && here && why ? [{ theirs, here, why }] : []
  })
})

/** A text in which … stands for something that is filled in. */
const isSaid = (text: string) => text.split('…').every((part) => sources.includes(part.trim()))

test('what the kit says of AppKit’s texts, it says where it is said', async () => {
  const missing: string[] = []
  for (const [text, file] of Object.entries(ours))
    if (!(await readFile(join(root, file), 'utf8')).includes(text)) missing.push(`${text} in ${file}`)
  expect(missing).toEqual([])
})

test.each(other)('is in the table of differences, and nowhere in the kit: %s', (text) => {
  const row = rows.find(({ theirs }) => theirs.includes(`"${text}"`))
  expect(row, 'a row of docs/compatibility.md').toBeDefined()
  expect(sources.includes(`'${text}'`), 'said by the kit after all').toBe(false)
  // The words that the row gives instead are the kit's.
  const quoted = [...row!.here.matchAll(/"([^"]+)"/g)].map(([, words]) => words!)
  expect(quoted.filter((words) => !isSaid(words))).toEqual([])
})

test('every code of the catalogue has its row', () => {
  const rpc = [-32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32003, -32004, -32005, -32006]
  const provider = [4001, 4100, 4200, 4900, 4901, 4902]
  const known = Object.values(errors).map((row) => ('rpc' in row ? row.rpc : undefined))
  expect([...rpc, ...provider].filter((code) => !(known as unknown[]).includes(code))).toEqual([])
  const session = [1001, 1002, 1003, 1004, 1005, 3001, 3002, 3003, 3004, 5000, 5001, 5002, 5003]
  const more = [5100, 5101, 5102, 5103, 5104, 6000, 7000, 10_001]
  expect(Object.values(wcErrors).map(({ code }) => code)).toEqual([...session, ...more])
  expect(Object.values(wcInternalErrors).map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

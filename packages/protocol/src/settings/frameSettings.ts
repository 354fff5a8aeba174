import * as z from 'zod/mini'
import { everyProgram } from './commonSettings.ts'
import { defaulted, hasProtocol, optional, required, type Setting, type Settings, whole } from './setting.ts'

const isHttp = hasProtocol(/^https?:$/)
const policyList = /^(?:(?:[\w-]{1,64}=)?(?:convenient|hardened|strict)(?:,|$))+$/
const policyForm = 'convenient, hardened or strict, such as hardened or convenient,shop=strict'
const silentForm = 'projects with commas between them, or * for every one'

const nodesForm =
  'networks with their nodes, such as eip155:1=https://a.example,https://b.example;eip155:10=https://c.example'
const maxNodes = 4

/** Networks with their nodes: `eip155:1=https://a,https://b;eip155:10=https://c`. */
const nodeList = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const entries = text
      .split(/[;\s]+/)
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1).split(',')] as const)
    const isGood = ([network, urls]: (typeof entries)[number]) =>
      /^(?:eip155|solana):[-\w]{1,32}$/.test(network) && urls.length <= maxNodes && urls.every(isHttp)
    if (!entries.every(isGood) || new Set(entries.map(([network]) => network)).size < entries.length) {
      context.issues.push({ code: 'custom', message: nodesForm, input: text })
      return z.NEVER
    }
    return Object.fromEntries(entries)
  }),
)

const nodes = {
  schema: z._default(nodeList, {}),
  form: nodesForm,
  about:
    'Your own nodes by network, four each at most, which the frame compares with the API ([sources](embedded.md#sources)); visitors can read these addresses.',
} satisfies Setting

const contractsForm = 'sources, chains and addresses, such as lifi:eip155:1:0x…, separated by commas'
const contractEntry = /^(uniswap|uniswap-v3|0x|1inch|lifi|kyberswap):(eip155:\d{1,20}):(0x[0-9a-fA-F]{40})$/
const contractList = z.pipe(
  z.string(),
  z.transform((text, context): { source: string; network: string; address: string }[] =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
      .map((entry) => {
        const [, source = '', network = '', address] = contractEntry.exec(entry) ?? []
        if (address) return { source, network, address }
        context.issues.push({ code: 'custom', message: contractsForm, input: text })
        return z.NEVER
      }),
  ),
)

const contracts = {
  schema: z._default(contractList, []),
  form: contractsForm,
  about: 'More exchanges that approvals [name](embedded.md#what-is-decoded-by-name); the same list as the API’s.',
} satisfies Setting

/** The frame that holds embedded wallets. */
export const frameSettings = {
  ...everyProgram,
  PORT: whole(0, 65_535, 4101, 'Listen port.'),
  API_URL: required(
    'where the API is reached from outside, such as https://api.example.com',
    'Where browsers reach the API.',
    isHttp,
  ),
  GUARDIAN_URL: optional(
    'where the guardian is reached from outside, such as https://guardian.example.com',
    'Where browsers reach the guardian; without it every project is `strict`.',
    isHttp,
  ),
  RECOVERY_POLICY: defaulted(
    policyForm,
    'hardened',
    'The loosest [policy](security.md#the-three-policies) that projects may have, with exceptions (`convenient,shop=strict`).',
    policyList,
  ),
  NODES: nodes,
  SWAP_TRUSTED_CONTRACTS: contracts,
  SILENT_SIGN_IN: defaulted(
    silentForm,
    '',
    'Projects (or `*`) whose visitors [sign in without a screen](embedded.md#silent-sign-in) of the wallet.',
    /^(?:\*|[\w-]{1,64}(?:,[\w-]{1,64})*)?$/,
  ),
} satisfies Settings

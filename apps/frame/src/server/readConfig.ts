import { type RecoveryPolicy, recoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import * as z from 'zod/mini'
import type { OwnContract } from '../approval/listedContracts.ts'

const url = (what: string) =>
  z.string(what).check(z.refine((value) => /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : ''), what))
const port = 'a port from 0 to 65535'

const policyList = /^(?:(?:[\w-]{1,64}=)?(?:convenient|hardened|strict)(?:,|$))+$/
const policyHelp = 'convenient, hardened or strict, such as hardened or convenient,shop=strict'

const silentHelp = 'projects with commas between them, or * for every one'

/** Networks with their nodes: `eip155:1=https://a,https://b;eip155:10=https://c`. */
const nodesHelp =
  'networks with their nodes, such as eip155:1=https://a.example,https://b.example;eip155:10=https://c.example'
const maxNodes = 4
const nodeList = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const entries = text
      .split(/[;\s]+/)
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1).split(',')] as const)
    const isGood = ([network, urls]: (typeof entries)[number]) =>
      /^(?:eip155|solana):[-\w]{1,32}$/.test(network) &&
      urls.length <= maxNodes &&
      urls.every((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    if (!entries.every(isGood) || new Set(entries.map(([network]) => network)).size < entries.length) {
      context.issues.push({ code: 'custom', message: nodesHelp, input: text })
      return z.NEVER
    }
    return Object.fromEntries(entries)
  }),
)

/** The same list as the API's: source, chain and address, such as `uniswap:eip155:31337:0x…`. */
const contractsHelp = 'sources, chains and addresses, such as lifi:eip155:1:0x…, separated by commas'
const contractEntry = /^(uniswap|uniswap-v3|0x|1inch|lifi|kyberswap):(eip155:\d{1,20}):(0x[0-9a-fA-F]{40})$/
const contractList = z.pipe(
  z.string(),
  z.transform((text, context): OwnContract[] =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
      .map((entry) => {
        const [, source = '', network = '', address] = contractEntry.exec(entry) ?? []
        if (address) return { source, network, address }
        context.issues.push({ code: 'custom', message: contractsHelp, input: text })
        return z.NEVER
      }),
  ),
)

const settings = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(port), z.gte(0, port), z.lte(65_535, port)), 4101),
  API_URL: url('where the API is reached from outside, such as https://api.example.com'),
  /** Absent if no project uses a guardian. */
  GUARDIAN_URL: z.optional(url('where the guardian is reached from outside, such as https://guardian.example.com')),
  /** The loosest policy of every project, and of single ones: `hardened,shop=strict`. */
  RECOVERY_POLICY: z._default(z.string().check(z.regex(policyList, policyHelp)), 'hardened'),
  NODES: z._default(nodeList, {}),
  /** Exchanges' contracts that the operator adds to the frame's list. */
  SWAP_TRUSTED_CONTRACTS: z._default(contractList, []),
  /** Projects whose sign-ins need no screen; `*` means all. */
  SILENT_SIGN_IN: z._default(z.string().check(z.regex(/^(?:\*|[\w-]{1,64}(?:,[\w-]{1,64})*)?$/, silentHelp)), ''),
})

export type FrameConfig = {
  host: string
  port: number
  apiUrl: string
  guardianUrl: string | undefined
  /** By project; the empty name stands for all others. */
  policies?: ReadonlyMap<string, RecoveryPolicy>
  /** The projects whose sign-ins need no screen. */
  silent?: ReadonlySet<string>
  /** The operator's own nodes by network; the page compares the API's responses with theirs. */
  nodes?: Readonly<Record<string, readonly string[]>>
  /** Exchanges' contracts that the operator adds to the frame's list. */
  contracts?: readonly OwnContract[]
}

/** Reads the settings of the frame's server; throws one sentence for an invalid one. */
export function readConfig(env: NodeJS.ProcessEnv): FrameConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = z.safeParse(settings, given)
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new Error(`${issue?.path.join('.')} must be ${issue?.message}.`)
  }
  const { HOST, PORT, API_URL, GUARDIAN_URL, RECOVERY_POLICY, SILENT_SIGN_IN, NODES: nodes } = result.data
  const contracts = result.data.SWAP_TRUSTED_CONTRACTS
  const policies = RECOVERY_POLICY.split(',').map((each): [string, RecoveryPolicy] => {
    const [policy = '', project = ''] = each.split('=').reverse()
    return [project, z.parse(recoveryPolicy, policy)]
  })
  const urls = { apiUrl: trimmed(API_URL), guardianUrl: GUARDIAN_URL && trimmed(GUARDIAN_URL) }
  return {
    host: HOST,
    port: PORT,
    ...urls,
    policies: new Map(policies),
    silent: new Set(SILENT_SIGN_IN.split(',')),
    ...{ nodes, contracts },
  }
}

const trimmed = (text: string): string => new URL(text).href.replace(/\/+$/, '')

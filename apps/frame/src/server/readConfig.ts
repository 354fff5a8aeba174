import { type RecoveryPolicy, recoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import { isPublicStart } from '@billfold/protocol/isPublicStart'
import { frameSettings } from '@billfold/protocol/settings/frameSettings'
import { type Lifetimes, readLifetimes } from '@billfold/protocol/settings/readLifetimes'
import { schemaOf } from '@billfold/protocol/settings/setting'
import * as z from 'zod/mini'
import type { OwnContract } from '../approval/listedContracts.ts'

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
} & Partial<Lifetimes>

/** Reads the settings of the frame's server; throws one sentence for an invalid one. */
export function readConfig(env: NodeJS.ProcessEnv): FrameConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = z.safeParse(schemaOf(frameSettings), given)
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
    ...readLifetimes(result.data, isPublicStart({ env, host: HOST, publicUrl: API_URL })),
  }
}

const trimmed = (text: string): string => new URL(text).href.replace(/\/+$/, '')

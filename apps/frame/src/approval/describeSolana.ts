import type { TransactionDescription } from '@billfold/protocol/solana/describeTransaction'
import type { TransactionFact } from '@billfold/protocol/solana/transactionFact'
import type { Speech } from '../screens/texts/createSpeech.ts'
import type { ViewLine, ViewRow } from './approvalView.ts'

/** Describes a Solana transaction: emphasizes loss of control, and flags what cannot be decoded. */
export function solanaLines({ facts }: Pick<TransactionDescription, 'facts'>, own: string, speech: Speech): ViewLine[] {
  return facts.flatMap((fact) => lineOf(fact, own, speech) ?? [])
}

function lineOf(fact: TransactionFact, own: string, { say, amount }: Speech): ViewLine | undefined {
  const row = (label: Parameters<typeof say>[0], value: string): ViewRow => ({
    label: say(label),
    value,
    kind: 'address',
  })
  const tokens = (units: bigint, decimals?: number) =>
    decimals === undefined ? say('units', { amount: units.toString() }) : amount(units, decimals)
  switch (fact.kind) {
    case 'coinMoved': {
      const text = { amount: `${amount(fact.lamports, 9)} SOL` }
      return fact.from === own
        ? { text: say('send', text), rows: [row('to', fact.to)] }
        : { text: say('moveFrom', text), rows: [row('from', fact.from), row('to', fact.to)] }
    }
    case 'tokenMoved':
      return {
        text: say(fact.authority === own ? 'send' : 'moveFrom', { amount: tokens(fact.amount, fact.decimals) }),
        rows: [
          ...(fact.authority === own ? [] : [row('from', fact.from)]),
          row('to', fact.to),
          ...(fact.mint ? [row('token', fact.mint)] : []),
        ],
      }
    case 'tokenApproved':
      return {
        ...{ text: say('allow', { amount: tokens(fact.amount) }), tone: 'danger' },
        rows: [row('spender', fact.delegate), row('account', fact.account)],
      }
    case 'tokenRevoked':
      return { text: say('forbid', { token: say('thisToken') }), rows: [row('account', fact.account)] }
    case 'authoritySet':
      return {
        ...{ text: say('changeAuthority'), tone: 'danger' },
        rows: [row('account', fact.account), ...(fact.authority ? [row('to', fact.authority)] : [])],
      }
    case 'accountAssigned':
      return {
        ...{ text: say('handOver'), tone: 'danger' },
        rows: [row('account', fact.account), row('program', fact.owner)],
      }
    case 'accountCreated':
    case 'accountAllocated':
      return { text: say('openAccount'), rows: [row('account', fact.account)] }
    case 'tokenAccountOpened':
    case 'tokenAccountInitialized':
      return { text: say('openTokenAccount'), rows: [row('token', fact.mint)] }
    case 'tokenAccountClosed':
      return { text: say('closeTokenAccount'), rows: [row('account', fact.account), row('to', fact.to)] }
    case 'tokenMinted':
      return { text: say('mint'), rows: [row('token', fact.mint), row('to', fact.to)] }
    case 'tokenBurned':
      return { text: say('burn', { amount: tokens(fact.amount) }), tone: 'caution', rows: [row('token', fact.mint)] }
    case 'tokenFrozen':
    case 'tokenThawed':
      return { text: say('freeze'), rows: [row('account', fact.account)] }
    case 'memo':
      return { text: say('memo'), rows: [{ label: '', value: fact.text.slice(0, 500), kind: 'code' }] }
    case 'nonceAdvanced':
      return { text: say('sendLater'), tone: 'caution', rows: [] }
    case 'nonceAuthorized':
    case 'nonceInitialized':
      return {
        text: say('changeAuthority'),
        tone: 'danger',
        rows: [row('account', fact.account), row('to', fact.authority)],
      }
    case 'unknown':
      return {
        ...{ text: say('runProgram'), tone: 'unknown' },
        rows: [row('program', fact.program), { label: '', value: say('callUnknown'), kind: 'text' }],
      }
    // These only configure the other instructions.
    case 'nativeSynced':
    case 'memosRequired':
    case 'unitLimit':
    case 'unitPrice':
      return undefined
  }
}

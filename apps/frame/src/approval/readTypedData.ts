import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { hashTypedData, type TypedData } from '../evm/hashTypedData.ts'
import { assertNoOperation } from '../smart/assertNoOperation.ts'
import type { DescribedRequest, ViewLine, ViewRow } from './approvalView.ts'
import { addressRow, lineOf, tokensIn } from './describeFacts.ts'
import { describeTypedData } from './describeTypedData.ts'
import type { QueryEvm } from './fillTransaction.ts'
import { listedContracts } from './listedContracts.ts'
import { networkView } from './networkView.ts'
import { pinnedTokens } from './pinnedTokens.ts'
import { readToken } from './readToken.ts'
import type { RequestContext } from './requestContext.ts'
import { signerFor } from './signerFor.ts'
import { tokenWarnings } from './tokenWarnings.ts'
import { visibleText } from './visibleText.ts'

const field = z.object({ name: z.string(), type: z.string() })
const shape = z.object({
  types: z.record(z.string(), z.array(field)),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})

/** `eth_signTypedData_v4`: names permits, and shows every signed value. */
export async function readTypedData(
  [address, given]: readonly [string, unknown],
  deps: RequestContext,
  signal: AbortSignal,
): Promise<DescribedRequest> {
  const { network, speech, node, otherNodes, wallet } = deps
  const signer = await signerFor(address, deps)
  const typedData = parseTypedData(given)
  assertNoOperation(typedData)
  // First: a value that does not fit its type cannot be shown as it is signed.
  const hash = hashTypedData(typedData)
  const { say } = speech
  const described = describeTypedData(typedData, BigInt(network.id.slice('eip155:'.length)))
  const sources = [node, ...otherNodes(network.id)].map(
    (each): QueryEvm =>
      (method, params) =>
        each(network.id, { method, params }, signal),
  )
  const [pinned, listed] = await Promise.all([pinnedTokens(network), listedContracts(network, deps.contracts)])
  const tokens = new Map(
    await Promise.all(
      // This network does not know another network's token.
      (described.isElsewhere ? [] : tokensIn(described.facts)).map(
        async (token) => [token, await readToken(token, sources, pinned)] as const,
      ),
    ),
  )
  // The lists are this network's.
  const here = described.isElsewhere ? { find: () => undefined } : listed
  const words = { speech, coin: network.coin, isCoinPinned: false, own: address, tokens, listed: here }
  const ofTokens = tokenWarnings(tokens, speech)
  const { name, contract } = described.domain
  // Names are the requester's words: only a list says whose contract it is.
  const isListed = contract !== undefined && here.find(contract) !== undefined
  const pose = name === undefined || isListed ? undefined : listed.poseOf(name)
  const poses = pose === undefined ? [] : [say('posesContract', { claim: visibleText(name!), name: pose })]
  const mustConfirm = [...poses, ...ofTokens.mustConfirm, ...(ofTokens.isDisputed ? [say('sourcesDiffer')] : [])]
  const lines: ViewLine[] = [
    ...(described.isElsewhere ? [{ text: say('elsewhere'), tone: 'caution' as const, rows: [] }] : []),
    ...described.facts.map((fact) => {
      const line = lineOf(fact, words)
      return { ...line, rows: [...line.rows, { label: '', value: say('allowBySignature'), kind: 'text' as const }] }
    }),
    ...ofTokens.lines,
  ]
  const values: ViewRow[] = described.rows.map(({ path, type, value }) => ({
    ...{ label: path.join(' › '), value: visibleText(value) },
    kind: type === 'address' ? 'address' : /^bytes/.test(type) ? 'code' : 'text',
  }))
  return {
    view: {
      ...{ title: say('titleTypedData'), ...networkView(network), account: address, changes: [], lines },
      rows: [
        ...(name === undefined
          ? []
          : [{ label: say('domain'), value: `“${visibleText(name)}”`, kind: 'text' as const }]),
        ...(contract === undefined ? [] : [addressRow(say('contract'), contract, words)]),
        // Without facts, the values themselves come first.
        ...(described.facts.length === 0 ? values : []),
      ],
      details: described.facts.length === 0 ? [] : values,
      ...(mustConfirm.length > 0 && { mustConfirm }),
      approveLabel: say('sign'),
    },
    finish: () => (signer ? signer(hash) : wallet.sign({ kind: 'evmTypedData', typedData })),
  }
}

function parseTypedData(given: unknown): TypedData {
  let value = given
  if (typeof given === 'string')
    try {
      value = JSON.parse(given)
    } catch {
      throw new KitError('invalid_input')
    }
  const { success, data } = z.safeParse(shape, value)
  if (!success) throw new KitError('invalid_input')
  return data
}

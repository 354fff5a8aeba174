import { decodeBase58, messageLimit } from '@billfold/protocol/base58'
import { bytesOfHex } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { hashMessage } from '../smart/signAsAccount.ts'
import type { ApprovalView, DescribedRequest, ViewLine, ViewRow } from './approvalView.ts'
import { describeMessage } from './describeMessage.ts'
import { isOwnSignIn, readOwnSignIn } from './isOwnSignIn.ts'
import { networkView } from './networkView.ts'
import { readNameMessage } from './readNameMessage.ts'
import type { RequestContext } from './requestContext.ts'
import { signerFor } from './signerFor.ts'
import { visibleText } from './visibleText.ts'

/** `personal_sign`: shows a text as it is signed, by the key itself or by its smart account. */
export async function readEvmMessage(
  [hex, address]: readonly [string, string, ...unknown[]],
  deps: RequestContext,
): Promise<DescribedRequest> {
  const signer = await signerFor(address, deps)
  if (hex.length % 2 !== 0) throw new KitError('invalid_input')
  const message = bytesOfHex(hex.slice(2))
  return {
    view: viewOf(message, address, deps),
    isOwnSignIn: isOwnSignIn(message, { origin: deps.origin, address, chainId: deps.network.id }),
    finish: () => (signer ? signer(hashMessage(message)) : deps.wallet.sign({ kind: 'evmMessage', message })),
  }
}

/** `solana_signMessage`. */
export function readSolanaMessage(
  request: { message: string; pubkey: string },
  deps: RequestContext,
): DescribedRequest {
  if (!sameAddress('solana', request.pubkey, deps.person.solanaAddress)) throw otherAccount()
  const message = decodeBase58(request.message, messageLimit)
  return {
    view: viewOf(message, deps.person.solanaAddress, deps),
    isOwnSignIn: isOwnSignIn(message, { ...deps, address: deps.person.solanaAddress, chainId: deps.network.id }),
    finish: async () => ({ signature: await deps.wallet.sign({ kind: 'solanaMessage', message }) }),
  }
}

function viewOf(message: Uint8Array, account: string, { origin, network, speech }: RequestContext): ApprovalView {
  const { say, date } = speech
  const site = new URL(origin).host
  const described = describeMessage(message, site)
  const common = { account, changes: [], rows: [], details: [], approveLabel: say('sign') }
  if (described.kind === 'bytes')
    return {
      ...{ ...common, title: say('titleMessage'), message: described.hex },
      lines: [],
      mustConfirm: [say('notText')],
    }
  const { signIn, text } = described
  const row = (value: string, kind: ViewRow['kind'] = 'text', label = ''): ViewRow => ({ label, value, kind })
  /** Shows what a text says, and folds the text itself away. */
  const decoded = (title: 'titleSignIn' | 'titleName', line: ViewLine): ApprovalView => ({
    ...{ ...common, title: say(title), lines: [{ ...line, rows: [...line.rows, row(say('movesNothing'))] }] },
    details: [row(text, 'code', say('signedText'))],
  })
  const own = readOwnSignIn(message, { origin, address: account, chainId: network.id })
  if (own) {
    const { statement, expires } = own
    const until = expires === undefined ? [] : [row(say('allowUntil', { date: date(Date.parse(expires)) }))]
    return {
      ...decoded('titleSignIn', { text: say('signInTo', { site }), rows: until }),
      ...networkView(network),
      ...(statement !== undefined && { message: visibleText(statement) }),
    }
  }
  const name = readNameMessage(new TextDecoder().decode(message), speech)
  if (name) return decoded('titleName', name)
  return {
    ...{ ...common, title: say(signIn ? 'titleSignIn' : 'titleMessage'), message: text },
    lines: [],
    ...(signIn?.isForeign && { mustConfirm: [say('foreignSignIn', { domain: signIn.domain, site })] }),
  }
}

const otherAccount = () => new KitError('unauthorized', { message: 'The request is for a different account' })

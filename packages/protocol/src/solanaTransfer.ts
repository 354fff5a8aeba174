import type { SolanaInstruction } from './solanaTransaction.ts'

const systemProgram = '11111111111111111111111111111111'
const transferCode = 2

/** What an instruction moves of the chain's own coin, in billionths; undefined where it is none of that. */
export function solanaTransfer({ program, accounts, data }: SolanaInstruction) {
  const [from, to] = accounts
  if (program !== systemProgram || data.length !== 12 || from === undefined || to === undefined) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return view.getUint32(0, true) === transferCode ? { from, to, lamports: view.getBigUint64(4, true) } : undefined
}

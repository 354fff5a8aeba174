import { Unreadable } from './callReader.ts'

/**
 * A router call's effects, as far as the router itself enforces them. A token without an address is the chain's own
 * coin.
 */
export type SwapFacts = {
  takes: { token: string | undefined; amount: bigint }
  /** Less than `least` reverts; an undefined recipient means the sender of the call. */
  gives: { token: string | undefined; least: bigint; to: string | undefined }
  /** The share that goes to others, in hundredths of a percent. */
  feeBps: number
  /** The deadline in seconds since 1970, if the router checks one. */
  until?: bigint
  /** A permit inside the call, which must hold too. */
  permit?: { token: string; amount: bigint; spender?: string; until: bigint }
  /** 0x's own contract behind the one that is called, which its registry must know. */
  settler?: string
}

/** Collects a call's effects, step by step; contradicting statements make it ambiguous. */
export function noteFacts() {
  const noted: Partial<SwapFacts> & { feeBps: number } = { feeBps: 0 }
  const once = <Name extends 'takes' | 'gives' | 'permit'>(name: Name, value: NonNullable<SwapFacts[Name]>) => {
    if (noted[name]) throw new Unreadable(`It ${name} twice`)
    Object.assign(noted, { [name]: value })
  }
  return {
    takes: (token: string | undefined, amount: bigint) => once('takes', { token, amount }),
    gives: (token: string | undefined, least: bigint, to: string | undefined) => once('gives', { token, least, to }),
    permit: (permit: NonNullable<SwapFacts['permit']>) => once('permit', permit),
    fee(bps: bigint) {
      if (bps > 10_000n) throw new Unreadable('A share exceeds 100 %')
      noted.feeBps += Number(bps)
    },
    all(): SwapFacts {
      const { takes, gives } = noted
      if (!takes || !gives) throw new Unreadable('It lacks what it takes or gives')
      return { ...noted, takes, gives }
    },
  }
}

const coins = ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0x0000000000000000000000000000000000000000']
/** A token as routers write it: two addresses stand for the chain's own coin. */
export const tokenIn = (address: string): string | undefined => (coins.includes(address) ? undefined : address)

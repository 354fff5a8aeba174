/** A difference from the reviewed swap. */
export type Mismatch =
  | {
      in:
        | 'contract'
        | 'spender'
        | 'recipient'
        | 'paidToken'
        | 'receivedToken'
        | 'amount'
        | 'minimum'
        | 'fee'
        | 'deadline'
        | 'permission'
        | 'approval'
        /** The wallet approved something different, and it is mined. */
        | 'sentApproval'
        | 'decimals'
        /** The call cannot be decoded. */
        | 'call'
        /** Not simulated, or the simulation differs. */
        | 'simulation'
        /** A malformed server response. */
        | 'response'
    }
  /** The token has another symbol on chain. */
  | { in: 'symbol'; side: 'from' | 'to'; shown: string; says: string }

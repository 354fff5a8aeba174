import type { DerivedAccount } from '@billfold/protocol/ur/deriveAccounts'
import type { Ur } from '@billfold/protocol/ur/urDecoder'

/** Accounts to choose from, loaded in pages. */
export type AccountChoice = {
  /** The device's own name, if it has one. */
  name?: string | undefined
  /** Accounts from index `from`; empty beyond the last one. */
  page(from: number): readonly DerivedAccount[]
  /** The account's native balance; undefined if it is unknown. */
  balance(account: DerivedAccount): Promise<{ value: bigint; decimals: number; symbol: string } | undefined>
}

/**
 * The views of a signer. `read` judges each complete code: it throws a `CodeError` to have the next one scanned. Every
 * promise rejects with `user_rejected` if the visitor closes the view.
 */
export type QrViews = {
  /** Scans an account code, unless `known` has accounts already, and lets the visitor choose one. */
  connect(request: { known?: AccountChoice | undefined; read: (ur: Ur) => AccountChoice }): Promise<DerivedAccount>
  /** Shows a request's code, then scans the signature. */
  sign<T>(request: { ur: Ur; read: (ur: Ur) => Promise<T> }): Promise<T>
}

/** Shows the views of one task at a time. */
export type QrScreen = <T>(task: (views: QrViews) => Promise<T>, signal?: AbortSignal) => Promise<T>

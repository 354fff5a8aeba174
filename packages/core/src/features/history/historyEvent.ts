import type { CaipAddress } from '@billfold/protocol/caip'

/** What happened to an account's list of transactions; without a cursor it is the newest page. */
export type HistoryEvent =
  | { type: 'history/failed'; address: CaipAddress; cursor?: string | undefined }
  | { type: 'history/moreAsked'; address: CaipAddress; cursor?: string | undefined }

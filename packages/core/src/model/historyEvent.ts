import type { CaipAddress } from '@billfold/protocol/caip'

/** Events of an account's transaction list; without a cursor, of the newest page. */
export type HistoryEvent =
  | { type: 'history/failed'; address: CaipAddress; cursor?: string | undefined }
  | { type: 'history/moreAsked'; address: CaipAddress; cursor?: string | undefined }

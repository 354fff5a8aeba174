export {
  CloudAuthSIWX,
  CloudAuthSIWX as ReownAuthentication,
  type CloudAuthSIWXOptions,
} from '@billfold/core/features/signin/CloudAuthSIWX'
export {
  createSIWEConfig,
  formatMessage,
  getDidAddress,
  getDidChainId,
  type SIWEClient,
  type SIWEConfig,
  type SIWECreateMessageArgs,
  type SIWESession,
  type SIWEVerifyMessageArgs,
} from '@billfold/core/features/signin/createSIWEConfig'
export { DefaultSIWX, type DefaultSIWXOptions } from '@billfold/core/features/signin/DefaultSIWX'
export type {
  Siwx as SIWXConfig,
  SiwxMessage as SIWXMessage,
  SiwxSession as SIWXSession,
} from '@billfold/core/model/siwx'

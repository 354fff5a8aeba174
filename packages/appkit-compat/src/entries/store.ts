export type { ProviderStoreUtilState, ProviderType } from '../shapes/wallet.ts'

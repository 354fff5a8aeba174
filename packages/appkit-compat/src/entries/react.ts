export {
  AppKitAccountButton,
  AppKitButton,
  AppKitConnectButton,
  AppKitNetworkButton,
  useAppKitBalance,
  useAppKitEvents,
} from '@billfold/react'
export { AppKit, createAppKit, modal } from '../createAppKit.ts'
export { getAppKit } from '../getAppKit.ts'
export { AppKitProvider, type AppKitProviderProps } from '../hooks/AppKitProvider.tsx'
export * from '../hooks/typedHooks.ts'
export { useAppKitState } from '../hooks/useAppKitState.ts'
export type * from '../shapes/everyShape.ts'

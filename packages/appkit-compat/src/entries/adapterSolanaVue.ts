export { useAppKitConnection } from '../composables/useSolanaConnection.ts'
export * from './adapterSolana.ts'

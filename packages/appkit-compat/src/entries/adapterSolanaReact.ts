export { useAppKitConnection } from '../hooks/useSolanaConnection.ts'
export * from './adapterSolana.ts'

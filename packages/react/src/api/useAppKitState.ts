import { useSelectOf } from '../hooks/useSelect.ts'
import { useAppKitOf } from './AppKitContext.ts'
import { type PublicState, publicState } from './publicState.ts'

/** Whether the modal is open, and the active network. */
export const useAppKitState = (): PublicState => useSelectOf(useAppKitOf('useAppKitState').kit, publicState)

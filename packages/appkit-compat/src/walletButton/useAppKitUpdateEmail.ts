import { useInstance } from '../hooks/useInstance.ts'
import { updateEmail } from './updateEmail.ts'
import { type Attempt, useAttempt } from './useAttempt.ts'

/** Lets the visitor change the e-mail of their embedded wallet. */
export function useAppKitUpdateEmail(
  parameters: { onSuccess?: (data: { email: string }) => void; onError?: (error: Error) => void } = {},
): Attempt<{ email: string }> & { updateEmail: () => Promise<void> } {
  const { kit } = useInstance('useAppKitUpdateEmail')
  const [attempt, run] = useAttempt<{ email: string }>(parameters)
  return { ...attempt, updateEmail: () => run(() => updateEmail(kit)) }
}

import { showNotice } from '@billfold/core/features/notice/showNotice'
import type { NoticeCode } from '@billfold/core/model/notice'
import { useKit } from './KitContext.ts'

/** Copies text and says whether it worked. */
export function useCopy(): (text: string, done: NoticeCode) => Promise<void> {
  const kit = useKit()
  return async (text, done) => {
    try {
      await navigator.clipboard.writeText(text)
      showNotice(kit, done)
    } catch {
      // No permission, or no secure context: show a notice; the visitor can still select the text.
      showNotice(kit, 'copyFailed', { variant: 'error' })
    }
  }
}

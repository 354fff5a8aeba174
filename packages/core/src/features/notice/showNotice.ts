import type { Kit } from '../../kit.ts'
import type { Notice, NoticeCode } from '../../model/notice.ts'

/** Shows a toast, which disappears by itself unless sticky. */
export function showNotice(
  kit: Kit,
  code: NoticeCode,
  { variant = 'success', autoClose = true, ...rest }: Partial<Omit<Notice, 'code'>> = {},
): void {
  kit.store.send({ type: 'notice/raised', notice: { code, variant, autoClose, ...rest } })
}
